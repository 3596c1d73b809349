"""Places that a request wants free beside something else that it asks for (rules SLICE-33 to SLICE-35)."""

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
_ENDS: Final = re.compile(r"[。！？；;!?]|\.(?!\d)")
_BESIDES: Final = re.compile(
    r"^[\s，,、：:]*(?:然后|以及|and|oh|ah)?[\s，,]*(?:另外|此外|除此之外|除此以外|还|再有|再者|再就是|同时|并且|并(?!不)|而且|顺便|顺带|外加"
    r"|plus\b|besides\b|moreover\b|furthermore\b|additionally\b|separately\b|meanwhile\b|in\s+addition\b|apart\s+from\s+that\b"
    r"|on\s+top\s+of\s+that\b|at\s+the\s+same\s+time\b|another\s+thing\b|one\s+more\s+thing\b)"
    r"|\balso\b|\btoo\b|\bas\s+well\b(?!\s+as)|\beither\W*$|\bin\s+general\b|总之|总的来说",
    re.IGNORECASE | re.ASCII,
)
_THINGS: Final = re.compile(
    r"任务|作业|东西|事情|任何|什么|\b(?:any\s*thing|nothing|things|stuff|tasks|work|homework)\b",
    re.IGNORECASE | re.ASCII,
)
_OF_THEM: Final = re.compile(
    r"它们?|这些|那些|这几个|那几个|\b(?:them|they|those|these|it(?!\s+(?:is|was|would)))\b", re.IGNORECASE | re.ASCII
)
_YET: Final = re.compile(
    r"^[\s，,、。.；;]*(?:但|不过|只是|可是|可别|只要|然而|but\b|though\b|however\b|just\b|only\b|yet\b|except\b)|\bthough\b",
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

    A ban behind a direction that only keeps its target free of the place (SLICE-22) is none of them, unless it is a
    wish of its own (SLICE-35).
    """
    directed = [clause for clause in clauses if clause.directed]
    own = [clause for clause in clauses if is_of_its_own(clause, clauses, text)]
    remarks = [clause for clause in clauses if clause not in without_remarks(clauses)]
    if remarks:
        return [clause for clause in remarks if _forbids(clause, text)]
    if not directed:
        about = [clause for clause in clauses if _is_about(clause)]
        return [each for each in own if _forbids(each, text, own=True) and any(it.start < each.start for it in about)]
    if not any(clause.has("source", *PLACES, "named") for clause in directed):
        return []
    first = directed[0].start
    return [
        clause
        for clause in clauses
        if _forbids(clause, text, own=clause in own)
        and (
            clause.start < first
            or _clears(clause, text)
            or clause in own
            or not any(_meets(clause, each) for each in directed)
        )
    ]


def _is_about(clause: Clause) -> bool:
    """It names what something is to be done with, and neither forbids, complains nor only says how things are."""
    calm = not clause.aside and not any(token.kind == "complaint" for token in clause.tokens)
    return calm and clause.has("source", *PLACES, "named") and not any(clause.has(side) for side in _BANS)


def is_of_its_own(clause: Clause, clauses: Sequence[Clause], text: str) -> bool:
    """Whether what a clause forbids holds for the whole plan, whatever stands beside it (rule SLICE-35).

    It has a sentence of its own or is added in so many words (另外, "also"), and neither speaks of what is moved nor
    takes something back from it (但, "but"). A sentence that says where to put nothing in particular (别放晚上) goes on
    with what was moved.
    """
    said = [each for each in clauses if each.tokens and each.end <= clause.start]
    if not said:
        return False
    words = text[said[-1].end : clause.end]
    if _OF_THEM.search(words):
        return False
    between, own = words[: clause.start - said[-1].end], words[clause.start - said[-1].end :]
    if _BESIDES.search(between) or _BESIDES.search(own):
        return True
    goes_on = any(token.kind == "to" for token in clause.tokens) and not _THINGS.search(own)
    return not goes_on and _ENDS.search(between) is not None and not (_YET.search(between) or _YET.search(own))


def freed_by(
    clauses: Iterable[Clause], among: Sequence[Clause], text: str, weeks: tuple[int, ...] = ()
) -> Iterator[Freed]:
    """The places that such clauses want free; one for the days and one for the sections where both are.

    Args:
        clauses: from ``freeing``.
        among: all clauses of the message.
        text: the message.
        weeks: those in which days without a week of their own lie, unless they are a wish of their own; all if empty.
    """
    for clause in clauses:
        lent = () if is_of_its_own(clause, among, text) else weeks
        yield from _areas(clause, text[clause.start : clause.end].strip(" ，,、")[:200], lent)


def _areas(clause: Clause, words: str, lent: tuple[int, ...]) -> Iterator[Freed]:
    sides = Sides(clause.sides)
    weeks, dates, sections = sides.weeks(*_BANS) or lent, sides.dates(*_BANS), sides.sections("banned")
    whole = sides.days("emptied", "closed")
    if sections:
        held, numbered = sides.days("barred"), sides.dates("barred")
        yield Freed(words=words, weeks=weeks, days=held, dates=numbered, sections=sections)
    if whole or not sections:
        yield Freed(words=words, weeks=weeks, days=whole, dates=dates)


def _forbids(clause: Clause, text: str, own: bool = False) -> bool:
    """It bans places, whatever stands there, and no move to them; an event there (周五要出差) is only a reason.

    Args:
        own: it is a wish of its own, so that a verb of moving (不要放到晚上) is about anything.
    """
    banned = any(side in _BANS and token.kind in PLACES for token, side in clause.sides)
    others = {"named", "shift", "hold", "rest", "except", "ordinal", "count", "ratio"} | (set() if own else {"to"})
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
