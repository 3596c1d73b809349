"""Places that a request wants free beside something else that it asks for (rules SLICE-33 and SLICE-34)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, Field

from domain.refine.clauses import Clause
from domain.refine.sides import Sides, number_of, without_remarks
from domain.refine.token import PLACES
from domain.schedule.state import ScheduleState, Task
from domain.term.window import WindowDay

_BANS: Final = ("emptied", "closed", "barred", "banned")
_CLEARS: Final = re.compile(
    r"清空|清出|[空腾][出着下空]|留空|\bclear\b|\bfree\s+up\b|\b(?:keep|leave|make|have)\b[^,.;]*\b(?:free|empty|clear)\b",
    re.IGNORECASE | re.ASCII,
)
_WISHES: Final = re.compile(
    rf"{_CLEARS.pattern}|别|不[要想安排放学能用许准可]|没有?任务|休息|留|空"
    r"|\b(?:no|not|nothing|don['’]?t|never|avoid|without|off|free|rest)\b",
    re.IGNORECASE | re.ASCII,
)


class Freed(BaseModel):
    """A place that shall be free of tasks; no value of a kind means any.

    Attributes:
        words: the clause of the request.
        weeks, days, dates, sections: where it lies; dates are numbered days of the term.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: Annotated[str, Field(max_length=200)]
    weeks: tuple[int, ...] = ()
    days: tuple[int, ...] = ()
    dates: tuple[int, ...] = ()
    sections: tuple[int, ...] = ()

    def standing(self, state: ScheduleState, among: Iterable[Task]) -> tuple[Task, ...]:
        """Those of the tasks that stand in it."""
        return tuple(task for task in among if any(self._holds(state, slot.day, slot.key[1:]) for slot in task.slots))

    def _holds(self, state: ScheduleState, day: int, span: tuple[int, ...]) -> bool:
        taken = {*range(span[0], span[-1] + 1)}
        return self._lies_on(state.window.place(day)) and (not self.sections or bool(taken & {*self.sections}))

    def _lies_on(self, day: WindowDay) -> bool:
        if self.dates:
            return number_of(day) in self.dates
        return (not self.weeks or day.week in self.weeks) and (not self.days or day.day_of_week in self.days)


def freeing(clauses: Sequence[Clause], text: str) -> list[Clause]:
    """The clauses that want a place free beside others that say what goes where (rule SLICE-33).

    A ban behind a direction that only keeps its target free of the place (SLICE-22) is none of them.
    """
    directed = [clause for clause in clauses if clause.directed]
    remarks = [clause for clause in clauses if clause not in without_remarks(clauses)]
    if remarks:
        return [clause for clause in remarks if _forbids(clause, text)]
    if not any(clause.has("source", *PLACES, "named") for clause in directed):
        return []
    first = directed[0].start
    return [
        clause
        for clause in clauses
        if _forbids(clause, text)
        and (clause.start < first or _clears(clause, text) or not any(_meets(clause, each) for each in directed))
    ]


def freed_by(clauses: Iterable[Clause], text: str, weeks: tuple[int, ...] = ()) -> Iterator[Freed]:
    """The places that such clauses want free; one for the days and one for the sections where both are.

    Args:
        clauses: from ``freeing``.
        text: the message.
        weeks: those in which days without a week of their own lie; all if empty.
    """
    for clause in clauses:
        yield from _areas(clause, text[clause.start : clause.end].strip(" ，,、")[:200], weeks)


def _areas(clause: Clause, words: str, lent: tuple[int, ...]) -> Iterator[Freed]:
    sides = Sides(clause.sides)
    weeks, dates, sections = sides.weeks(*_BANS) or lent, sides.dates(*_BANS), sides.sections("banned")
    whole = sides.days("emptied", "closed")
    if sections:
        held, numbered = sides.days("barred"), sides.dates("barred")
        yield Freed(words=words, weeks=weeks, days=held, dates=numbered, sections=sections)
    if whole or not sections:
        yield Freed(words=words, weeks=weeks, days=whole, dates=dates)


def _forbids(clause: Clause, text: str) -> bool:
    """It bans places, whatever stands there, and no move to them; an event there (周五要出差) is only a reason."""
    banned = any(side in _BANS and token.kind in PLACES for token, side in clause.sides)
    others = {"named", "to", "shift", "hold", "rest", "except", "ordinal", "count", "ratio"}
    if not banned or not clause.tokens or clause.directed or {token.kind for token in clause.tokens} & others:
        return False
    return _WISHES.search(text[clause.start : clause.end]) is not None


def _clears(clause: Clause, text: str) -> bool:
    return _CLEARS.search(text[clause.start : clause.end]) is not None


def _meets(clause: Clause, directed: Clause) -> bool:
    """Whether the target of a direction has days in the place of a ban, so that the ban can be about the target."""
    ban, move = Sides(clause.sides), Sides(directed.sides)
    pairs = (
        (ban.weeks(*_BANS), move.weeks("target")),
        (ban.days(*_BANS), move.days("target")),
        (ban.sections("banned"), move.sections("target")),
    )
    return all(not one or not other or {*one} & {*other} for one, other in pairs)
