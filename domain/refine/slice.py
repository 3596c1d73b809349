"""What part of the plan a request is about, read from its words (rules SLICE-1 to SLICE-9 and SLICE-16)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from domain.refine.atoms import Kind, Token, tokens
from domain.refine.exclusions import (
    PLACES,
    Part,
    exception_spans,
    held_span,
    spared,
    split_held,
    without_exceptions,
)
from domain.refine.mentions import name_atoms, named_in
from domain.refine.spacing import spaced
from domain.schedule.state import ScheduleState

Week = Annotated[int, Field(ge=1, le=60)]
DayOfWeek = Annotated[int, Field(ge=1, le=7)]
Section = Annotated[int, Field(ge=1, le=12)]
Weeks = Annotated[tuple[Week, ...], Field(max_length=60)]
DaysOfWeek = Annotated[tuple[DayOfWeek, ...], Field(max_length=7)]
Sections = Annotated[tuple[Section, ...], Field(max_length=12)]

CLAUSE_LENGTH = 200


class Slice(BaseModel):
    """Where tasks are taken from and where they shall go; the order is that of the text.

    Attributes:
        week_filter: all weeks named.
        source_weeks, source_days, source_sections: where the tasks meant stand now; empty means anywhere.
        target_weeks, target_days, target_sections: where they shall stand.
        exclude_sections: sections that shall stay free of them.
        ratio, count: how many of them, as a part of all or as a number.
        named: the tasks the person named.
        excluded: tasks that the request says shall stay where they are.
        unknown: a name in the request that no task bears; then nothing matches.
        unsupported: words for a shift or a clock time, which no goal can hold yet; then nothing matches.
        clause: the words all this was read from, spaced as SLICE-17 says.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    week_filter: Weeks = ()
    source_weeks: Weeks = ()
    target_weeks: Weeks = ()
    source_days: DaysOfWeek = ()
    target_days: DaysOfWeek = ()
    source_sections: Sections = ()
    target_sections: Sections = ()
    exclude_sections: Sections = ()
    ratio: Annotated[float, Field(gt=0, le=1)] | None = None
    count: Annotated[int, Field(ge=1, le=999)] | None = None
    named: Annotated[tuple[int, ...], Field(max_length=300)] = ()
    excluded: Annotated[tuple[int, ...], Field(max_length=1000)] = ()
    unknown: Annotated[str, Field(max_length=CLAUSE_LENGTH)] = ""
    unsupported: Annotated[str, Field(max_length=CLAUSE_LENGTH)] = ""
    clause: Annotated[str, Field(max_length=CLAUSE_LENGTH)] = ""


def parse_slice(message: str, state: ScheduleState, current_week: int | None = None) -> Slice:
    """Read a request against the tasks of a state.

    Args:
        message: the person's words.
        state: gives the names that may be meant.
        current_week: the week in which it was said; the first week of the window where that is not known.
    """
    week = current_week if current_week is not None else state.window.day_mapping[0].week
    message = spaced(message)
    parts = list(_parts(tokens(message, week, name_atoms(state)), len(message)))
    clauses = [_read(part) for part in parts]
    sides = [side for clause in clauses for side in clause.sides]
    named, unknown = _names(message, clauses, state)
    excluded, strange = _excluded(message, parts, state)
    return Slice(
        week_filter=_weeks(token for token, _side in sides if token.kind == "weeks"),
        source_weeks=_weeks(token for token, side in sides if token.kind == "weeks" and side != "target"),
        target_weeks=_weeks(token for token, side in sides if token.kind == "weeks" and side == "target"),
        source_days=_gather(sides, "days", "source", "emptied"),
        target_days=_target_days(sides),
        source_sections=_gather(sides, "sections", "source"),
        target_sections=_gather(sides, "sections", "target"),
        exclude_sections=_gather(sides, "sections", "banned"),
        ratio=next((part for part in _figures(sides, "ratio") if 0 < part <= 1), None),
        count=next((int(count) for count in _figures(sides, "count") if count >= 1), None),
        named=named,
        excluded=excluded,
        unknown=(unknown or strange)[:CLAUSE_LENGTH],
        unsupported=_unsupported(message, parts),
        clause=_clause(message, [clause for clause in clauses if clause.sides]),
    )


def directs(message: str, state: ScheduleState) -> bool:
    """Whether some clause of the message says where tasks shall go, rather than where none shall be."""
    message = spaced(message)
    return any(_directed(part) for part in _parts(tokens(message, 1, name_atoms(state)), len(message)))


@dataclass(frozen=True, slots=True)
class _Clause:
    """The tokens between two breaks with the side of each that speaks of a place or an amount."""

    tokens: tuple[Token, ...]
    start: int
    end: int
    sides: tuple[tuple[Token, str], ...] = field(default=())


def _parts(found: Sequence[Token], length: int) -> Iterator[Part]:
    """The clauses, cut where words hold something in its place; bare names go on with what was held before them."""
    parts = [part for clause in _between_breaks(found, length) for part in split_held(clause)]
    directs = any(_directed(part) for part in parts)
    others = any(_directed(part) and _speaks_of_others(part) for part in parts)
    held = False
    for part in parts:
        bare = all(token.kind in ("named", "none") for token in part.tokens)
        left_out = others and _kinds(part) & {"named"} and not _directed(part)
        held = part.held or (held and bare) or bool(left_out) or _bars_names(part, directs)
        yield replace(part, held=held)
        held = held or any(token.kind == "except" for token in part.tokens)


def _between_breaks(found: Sequence[Token], length: int) -> Iterator[Part]:
    pending: list[Token] = []
    start = 0
    last = Token("break", (), length, length)
    for token, after in pairwise((*found, last, last)):
        if token.kind != "break":
            pending.append(token)
            continue
        if after.kind == "to" and _awaits_direction(pending):
            continue
        if pending:
            yield Part(tuple(pending), start, token.start)
        pending, start = [], token.end


def _awaits_direction(found: Sequence[Token]) -> bool:
    """A comma between what is moved and where to parts no clauses."""
    kinds = {token.kind for token in found}
    return "object" in kinds and not kinds & {"to", "not", "hold"}


def _directed(part: Part) -> bool:
    turn, ban = _turn_and_ban(_resolved(part))
    return not part.held and turn < ban


def _kinds(part: Part) -> set[Kind]:
    return {token.kind for token in part.tokens}


def _speaks_of_others(part: Part) -> bool:
    """ "The others" are those that the rest of the request does not name."""
    return "rest" in _kinds(part) and "named" not in _kinds(part)


def _bars_names(part: Part, directs: bool) -> bool:
    """A ban that names tasks and no place keeps them out; so does any ban where another clause directs."""
    kinds = _kinds(part)
    turn, ban = _turn_and_ban(part.tokens)
    return "named" in kinds and ban < turn and (directs or not kinds & {*PLACES, "span", "to"})


def _resolved(part: Part) -> tuple[Token, ...]:
    return tuple(_resolve_spans(_resolve_on(without_exceptions(part).tokens)))


def _read(part: Part) -> _Clause:
    """Give each token the side of the verb it stands on (rules SLICE-2 and SLICE-4); what is held has none."""
    resolved = _resolved(part)
    turn, ban = _turn_and_ban(resolved)
    sides = [_side(index, turn, ban) for index in range(len(resolved))]
    barred = any(token.kind == "sections" and side == "banned" for token, side in zip(resolved, sides, strict=True))
    told = (
        (token, _ban_of(token.kind, barred) if side == "banned" else side)
        for token, side in zip(resolved, sides, strict=True)
        if token.kind in ("weeks", "days", "sections", "ratio", "count", "named")
    )
    if part.held:
        kept = (item for item in told if item[0].kind == "sections" and item[1] == "banned" and ban < len(resolved))
        return _Clause((), part.start, part.end, tuple(kept))
    return _Clause(resolved, part.start, part.end, tuple(told))


def _excluded(message: str, parts: Iterable[Part], state: ScheduleState) -> tuple[tuple[int, ...], str]:
    """The tasks held or excepted, and a name among them that no task bears (rule SLICE-16)."""
    ids: tuple[int, ...] = ()
    unknown = ""
    for part in parts:
        spans = [(words, end) for _begin, words, end in exception_spans(part)]
        for start, end in [held_span(part)] if part.held else spans:
            found, strange = spared(message, start, end, part.tokens, state)
            ids, unknown = (*ids, *found), unknown or strange
    return tuple(dict.fromkeys(ids)), unknown


def _turn_and_ban(found: Sequence[Token]) -> tuple[int, int]:
    """Where the first direction and the first ban stand; the number of tokens where there is none."""
    return _first(found, "to"), _first(found, "not")


def _first(found: Sequence[Token], kind: Kind) -> int:
    return next((index for index, token in enumerate(found) if token.kind == kind), len(found))


def _side(index: int, turn: int, ban: int) -> str:
    if turn < ban:
        return "source" if index < turn else "target" if index < ban else "banned"
    return "banned" if ban < turn else "source"


def _ban_of(kind: Kind, barred: bool) -> str:
    """A ban of sections holds on the days it names; a ban without sections empties those days."""
    if kind == "days":
        return "target" if barred else "emptied"
    return "banned"


def _resolve_on(found: Sequence[Token]) -> Iterator[Token]:
    """ "Put it on Monday": where nothing else points, the last preposition after the verb does."""
    points = any(token.kind in ("to", "span", "not") for token in found)
    verb = next((token.start for token in found if token.kind == "object"), len(found) and found[-1].end)
    turn = next((token for token in reversed(found) if token.kind == "on" and token.start > verb), None)
    for token in found:
        if token.kind != "on":
            yield token
        elif token is turn and not points:
            yield replace(token, kind="to")


def _resolve_spans(found: Iterable[Token]) -> Iterator[Token]:
    """ "Friday to Monday" is a direction after a verb that has no other, and a range everywhere else."""
    listed = list(found)
    directed = any(token.kind == "object" for token in listed) and not any(
        token.kind in ("to", "not") for token in listed
    )
    spans = [token for token in listed if token.kind == "span"]
    for token in listed:
        if token.kind != "span":
            yield token
        elif directed and token is spans[-1]:
            yield replace(token, kind="days", values=token.values[:1])
            yield replace(token, kind="to", values=())
            yield replace(token, kind="days", values=token.values[-1:])
        else:
            yield replace(token, kind="days")


def _figures(sides: Iterable[tuple[Token, str]], kind: Kind) -> Iterator[float]:
    return (value for token, _side in sides if token.kind == kind for value in token.values)


def _gather(sides: Iterable[tuple[Token, str]], kind: Kind, *accepted: str) -> tuple[int, ...]:
    values = (int(value) for token, side in sides if token.kind == kind and side in accepted for value in token.values)
    bound = {"days": 7, "sections": 12}[kind]
    return tuple(dict.fromkeys(value for value in values if 1 <= value <= bound))


def _weeks(found: Iterable[Token]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(int(week) for token in found for week in token.values if 1 <= week <= 60))


def _target_days(sides: Sequence[tuple[Token, str]]) -> tuple[int, ...]:
    """The days named as target; where days are only to be emptied, all the others."""
    named, emptied = _gather(sides, "days", "target"), _gather(sides, "days", "emptied")
    return named or (tuple(day for day in range(1, 8) if day not in emptied) if emptied else ())


def _names(message: str, clauses: Iterable[_Clause], state: ScheduleState) -> tuple[tuple[int, ...], str]:
    ids: tuple[int, ...] = ()
    unknown = ""
    for clause in clauses:
        start, end = _object(clause)
        if start is None:
            continue
        found, strange = named_in(message, start, end, clause.tokens, state)
        ids, unknown = (*ids, *found), unknown or strange
    return tuple(dict.fromkeys(ids)), unknown


def _object(clause: _Clause) -> tuple[int | None, int]:
    """Where the words lie that say what is moved: from 把 or the verb, else from the first name, to the direction."""
    turns = [token.start for token in clause.tokens if token.kind == "to"]
    marks = [token.end for token in clause.tokens if token.kind == "object" and turns and token.end <= turns[0]]
    names = [token for token in clause.tokens if token.kind == "named"]
    if marks:
        return marks[-1], turns[0]
    if not names:
        return None, 0
    return names[0].start, turns[0] if turns and turns[0] > names[0].start else names[-1].end


def _unsupported(message: str, parts: Iterable[Part]) -> str:
    found = (token for part in parts for token in part.tokens if token.kind == "unsupported")
    return next((message[token.start : token.end][:CLAUSE_LENGTH] for token in found), "")


def _clause(message: str, used: Sequence[_Clause]) -> str:
    if not used:
        return ""
    return message[used[0].start : used[-1].end].strip()[:CLAUSE_LENGTH]
