"""What part of the plan a request is about (rules SLICE-1 to SLICE-9 and SLICE-16 to SLICE-24)."""

import re
from collections.abc import Iterable, Sequence
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from domain.refine.calendar import Calendar, Said
from domain.refine.clauses import Clause, is_directed, parts_of, read_clause
from domain.refine.exclusions import Part, exception_spans, held_span, spared
from domain.refine.freeing import Freed, freed_by, freeing
from domain.refine.hearing import Held, hear
from domain.refine.leftover import MOST, leftover
from domain.refine.mentions import counts_names, named_in
from domain.refine.objects import object_span
from domain.refine.refusals import refused, says_nothing_of
from domain.refine.sides import Sides, agreed, freed_days, without_remarks
from domain.refine.token import PLACES, Token
from domain.schedule.state import ScheduleState
from domain.term.window import Window

Week = Annotated[int, Field(ge=1, le=60)]
DayOfWeek = Annotated[int, Field(ge=1, le=7)]
Section = Annotated[int, Field(ge=1, le=12)]
Weeks = Annotated[tuple[Week, ...], Field(max_length=60)]
DaysOfWeek = Annotated[tuple[DayOfWeek, ...], Field(max_length=7)]
Sections = Annotated[tuple[Section, ...], Field(max_length=12)]
Dates = Annotated[tuple[Annotated[int, Field(ge=1, le=420)], ...], Field(max_length=420)]

CLAUSE_LENGTH = 200
Words = Annotated[str, Field(max_length=CLAUSE_LENGTH)]
KEYS = (
    *("week_filter", "source_weeks", "target_weeks", "source_days", "target_days", "source_sections"),
    *("target_sections", "exclude_sections", "ratio", "count", "named"),
)
"""What programs are told of a slice; all else serves the goal that is made of it."""


_EACH_DAY = re.compile(r"每天|每一天|每日|各天|\b(?:each|every)\s+(?:\w*day)\b", re.IGNORECASE | re.ASCII)
_LEVELS = re.compile(
    r"\b(?:level|smooth|balance|even)(?:l?ed|d|ing|s)?\b|均衡|均一?[均下]|匀一?[匀下]", re.IGNORECASE | re.ASCII
)
_OVER = re.compile(r"over|across|among|within|on|.*在", re.IGNORECASE)


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
        source_dates, target_dates: the same as weeks and days, exactly, where dates were named: numbered days
            of the term.
        free_dates: numbered days of the term on which none of the tasks shall stand.
        shift: each task goes on by so many days; below zero it goes back.
        ordinals: which of them in the order in which they stand, from 1, or below zero from the end.
        each_day: the ordinals count the tasks of each day.
        spare_days: so many days shall be free of tasks; which of them is not said.
        lighter: less is asked for where they stand; without an amount ``ratio`` is a third.
        swap: the two tasks named change places.
        moves: where the request asks for several moves, each of them; the other fields are then their union.
        second: what to do where the first choice has no room.
        freed: places that shall be free beside the moves; of one of the moves, the place that is all it is about.
        unknown: a name in the request that no task bears; then nothing matches.
        unsupported: words that no goal can hold, such as a shift without an amount; then nothing matches.
        beyond: a date or month that the term does not have; then nothing matches.
        unread: the message, where nothing was read from it.
        unheard: words that the reading has no use for though they ask for something; the rest holds all the same.
        withheld: words for which nothing is to be done; ``why`` says what they are.
        idle: places are named, but nothing is said of them; it is no goal then.
        elsewhere: only where they shall not stand is said, and no place that they shall go to (SLICE-29).
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
    source_dates: Dates = ()
    target_dates: Dates = ()
    free_dates: Dates = ()
    shift: Annotated[int, Field(ge=-420, le=420)] | None = None
    ordinals: Annotated[tuple[Annotated[int, Field(ge=-99, le=99)], ...], Field(max_length=99)] = ()
    each_day: bool = False
    spare_days: Annotated[int, Field(ge=0, le=7)] = 0
    lighter: bool = False
    swap: bool = False
    moves: Annotated[tuple["Slice", ...], Field(max_length=10)] = ()
    second: Annotated[tuple["Slice", ...], Field(max_length=1)] = ()
    freed: Annotated[tuple[Freed, ...], Field(max_length=20)] = ()
    unknown: Words = ""
    unsupported: Words = ""
    beyond: Words = ""
    unread: Words = ""
    unheard: Annotated[tuple[Words, ...], Field(max_length=MOST)] = ()
    withheld: Words = ""
    why: Held = ""
    idle: bool = False
    elsewhere: bool = False
    clause: Words = ""

    @property
    def keys(self) -> dict[str, object]:
        """What programs are told of it."""
        return self.model_dump(mode="json", include={*KEYS})


class _Request:
    """A message and all that it is read against."""

    def __init__(self, message: str, state: ScheduleState | None, said: Said) -> None:
        self.state, self.said, self.heard = state, said, hear(message, state, said)
        self.text, self.tokens = self.heard.text, self.heard.tokens
        self.parts = list(parts_of(self.tokens, self.text))
        self.clauses = [read_clause(part, self.text) for part in self.parts]

    @property
    def window(self) -> Window | None:
        return self.said.window


def parse_slice(
    message: str, state: ScheduleState | None, current_week: int | None = None, calendar: Calendar | None = None
) -> Slice:
    """Read a request against the tasks of a state.

    Args:
        message: the person's words.
        state: gives the names that may be meant, and the window; without one no name is looked for.
        current_week: the week in which it was said; the first week of the window where that is not known.
        calendar: by which dates, months and clock times are read; without one they are quoted as not understood.
    """
    request = _Request(message, state, _said(state, current_week, calendar))
    groups = list(_groups(request.clauses))
    whole = _cut(request, without_remarks(request.clauses))
    whole = whole.model_copy(update=_of_the_message(request, whole))
    if request.heard.second:
        second = parse_slice(request.heard.second, state, current_week, calendar)
        whole = whole.model_copy(update={"second": (second,)})
    free = freeing(request.clauses, request.text)
    clearing = tuple(_clearing(request, clause) for clause in free)
    lent = () if groups else whole.source_weeks
    whole = whole.model_copy(update={"freed": tuple(freed_by(free, request.clauses, request.text, lent))})
    if not groups or len(groups) + len(clearing) < 2:
        return whole
    moves = (*(_cut(request, group) for group in groups[: 10 - len(clearing[:5])]), *clearing[:5])
    return whole.model_copy(update={"moves": moves})


def _clearing(request: _Request, clause: Clause) -> Slice:
    """The move that makes a place free."""
    return _cut(request, [clause]).model_copy(update={"freed": tuple(freed_by([clause], [clause], request.text))})


def _of_the_message(request: _Request, whole: Slice) -> dict[str, Any]:
    """What is said of all of it; where it was corrected, the words quoted are those of the person nevertheless."""
    heard = request.heard
    told = {"withheld": heard.withheld[:CLAUSE_LENGTH], "why": heard.why, "unheard": _unheard(request, whole.named)}
    return told if whole.clause in heard.message else {**told, "clause": heard.message[:CLAUSE_LENGTH]}


def directs(message: str, state: ScheduleState | None) -> bool:
    """Whether some clause of the message says where tasks shall go, rather than where none shall be."""
    return any(is_directed(part) for part in _Request(message, state, _said(state, None, None)).parts)


def _said(state: ScheduleState | None, current_week: int | None, calendar: Calendar | None) -> Said:
    window = None if state is None else state.window
    first = 1 if window is None else window.day_mapping[0].week
    return Said(first if current_week is None else current_week, calendar, window)


def _groups(clauses: Sequence[Clause]) -> Iterable[list[Clause]]:
    """The clauses of each move; what stands beside the directions belongs to all of them (rule SLICE-21)."""
    moves: list[list[Clause]] = []
    for clause in clauses:
        if clause.directed and (not moves or _has_object(clause) or _means_some(clause)):
            moves.append([])
        if clause.directed:
            moves[-1].append(clause)
    if any(not (_has_object(move[0]) or _means_some(move[0])) for move in moves):
        moves = moves[:1]
    for move in sorted(moves, key=lambda move: _means_the_rest(move[0])):
        yield [clause for clause in clauses if not clause.directed or clause in move]


def _has_object(clause: Clause) -> bool:
    return clause.has("source", "weeks", "days", "dates", "sections", "named")


def _means_some(clause: Clause) -> bool:
    return _means_the_rest(clause) or clause.has("source", "ratio", "count")


def _means_the_rest(clause: Clause) -> bool:
    """ "The others to Friday" is about all that no other move names."""
    turn = next((token.start for token in clause.tokens if token.kind in ("to", "shift")), clause.end)
    return not clause.has("source", "named") and any(t.kind == "rest" and t.start < turn for t in clause.tokens)


def _cut(request: _Request, clauses: Sequence[Clause]) -> Slice:
    sides = Sides(agreed(clauses))
    level, spare = _levels(request, clauses), _spare(sides, clauses)
    named, unknown = _names(request, clauses)
    excluded, strange = _excluded(request)
    count = None if _counts_names(request, clauses) else sides.figure("count")
    return Slice(
        week_filter=sides.weeks("source", "target", "banned", "emptied", "closed", "barred", "freed"),
        source_weeks=sides.weeks("source", "banned", "emptied", "barred", *(("target",) if level else ()))
        or (_this_week(request) if spare or (sides.ordinals() and sides.days("source")) else ()),
        target_weeks=_target_weeks(request, sides),
        source_days=sides.days("source", "emptied", *(("target",) if level else ())),
        target_days=_target_days(sides),
        source_sections=sides.sections("source"),
        target_sections=sides.sections("target"),
        exclude_sections=sides.sections("banned"),
        ratio=sides.figure("ratio"),
        count=None if count is None else int(count),
        named=named,
        excluded=excluded,
        source_dates=sides.dates("source", "emptied", *(("target",) if level else ())),
        target_dates=sides.dates("target", "barred"),
        free_dates=freed_days(clauses, request.window),
        shift=sides.shift(),
        ordinals=sides.ordinals(),
        each_day=bool(sides.ordinals()) and _EACH_DAY.search(request.text) is not None,
        spare_days=spare,
        lighter=sides.has("lighter") and _only_complains(clauses),
        swap=sides.has("swap"),
        unknown=(unknown or strange)[:CLAUSE_LENGTH],
        unsupported=_unsupported(request, sides),
        beyond=_beyond(request),
        unread="" if any(clause.sides for clause in request.clauses) else request.text[:CLAUSE_LENGTH],
        idle=_idle(request, clauses),
        elsewhere=sides.only_bans(),
        clause=_clause(request.text, [clause for clause in clauses if clause.sides]),
    )


def _spare(sides: Sides, clauses: Sequence[Clause]) -> int:
    """How many days shall be free, where that is all that is asked for."""
    return sides.spare() if _only_complains(clauses) else 0


def _only_complains(clauses: Sequence[Clause]) -> bool:
    """Whether no clause says where tasks go or where none shall be."""
    return not any(clause.directed or clause.has("emptied") or clause.has("banned", *PLACES) for clause in clauses)


def _this_week(request: _Request) -> tuple[int, ...]:
    """The week in which it is said, or the first one of the window."""
    weeks = [day.week for day in request.window.day_mapping] if request.window else []
    return (request.said.week,) if request.said.week in weeks else tuple(weeks[:1])


def _levels(request: _Request, clauses: Sequence[Clause]) -> bool:
    """ "Level the load over week 3" is about what stands there: a load is levelled inside what it names."""
    away = any(clause.has("source", "weeks", "days", "dates", "sections", "named") for clause in clauses)
    turns = [
        request.text[token.start : token.end] for clause in clauses for token in clause.tokens if token.kind == "to"
    ]
    return not away and _LEVELS.search(request.text) is not None and all(_OVER.fullmatch(turn) for turn in turns)


def _target_weeks(request: _Request, sides: Sides) -> tuple[int, ...]:
    """The weeks named as target; where whole weeks are only to be emptied, all others of the window."""
    named, emptied = sides.weeks("target"), sides.weeks("emptied")
    if named or not emptied or sides.days("emptied", "target") or request.window is None:
        return named
    return tuple(dict.fromkeys(day.week for day in request.window.day_mapping if day.week not in emptied))


def _target_days(sides: Sides) -> tuple[int, ...]:
    """The days named as target; where days are only to be emptied, all the others."""
    named, freed, emptied = sides.days("target", "barred"), sides.days("freed"), sides.days("emptied")
    left_free = (*freed, *(() if sides.weeks("target") else emptied))
    return named or (tuple(day for day in range(1, 8) if day not in left_free) if left_free else ())


def _names(request: _Request, clauses: Iterable[Clause]) -> tuple[tuple[int, ...], str]:
    ids: tuple[int, ...] = ()
    unknown = ""
    own = any(clause.directed and clause.has("source", "named") for clause in clauses)
    placed = any(clause.directed and clause.has("source", "named", *PLACES) for clause in clauses)
    for clause in clauses:
        start, end = object_span(request.text, clause, request.clauses)
        beside = (own and not clause.directed) or (placed and clause.aside)
        if start is None or request.state is None or beside:
            continue
        found, strange = named_in(request.text, start, end, clause.tokens, request.state)
        ids, unknown = (*ids, *found), unknown or strange
    return tuple(dict.fromkeys(ids)), unknown


def _counts_names(request: _Request, clauses: Iterable[Clause]) -> bool:
    spans = ((clause, *object_span(request.text, clause, request.clauses)) for clause in clauses)
    return any(
        start is not None
        and request.state is not None
        and counts_names(request.text, start, end, clause.tokens, request.state)
        for clause, start, end in spans
    )


def _unheard(request: _Request, named: Iterable[int]) -> tuple[str, ...]:
    """The words that neither tokens nor names nor exceptions use; of an unread message all of it is told anyway.

    Without a state names cannot be told from other words.
    """
    state = request.state
    if state is None or request.heard.withheld or not any(clause.sides for clause in request.clauses):
        return ()
    used = [(token.start, token.end) for token in request.tokens if token.kind != "break"]
    objects = (object_span(request.text, clause, request.clauses) for clause in request.clauses)
    used += [(start, end) for start, end in objects if start is not None]
    used += [span for part in request.parts for span in _spared_spans(part)]
    directed = [(clause.start, clause.end) for clause in request.clauses if clause.directed]
    known = tuple(f"{state.by_id[n].category} {state.by_id[n].name}" for n in named)
    placed = [(token.start, token.end) for clause in request.clauses for token, _side in clause.sides]
    return leftover(request.text, used, directed, placed, known)


def _excluded(request: _Request) -> tuple[tuple[int, ...], str]:
    """The tasks held or excepted, and a name among them that no task bears (rule SLICE-16)."""
    ids: tuple[int, ...] = ()
    unknown = ""
    if request.state is None:
        return ids, unknown
    for part in request.parts:
        for start, end in _spared_spans(part):
            found, strange = spared(request.text, start, end, part.tokens, request.state)
            ids, unknown = (*ids, *found), unknown or strange
    return tuple(dict.fromkeys(ids)), unknown


def _spared_spans(part: Part) -> list[tuple[int, int]]:
    return [held_span(part)] if part.held else [(words, end) for _begin, words, end in exception_spans(part)]


def _unsupported(request: _Request, sides: Sides) -> str:
    """The first words that no goal can hold; a shift is one where a place is named as well (rule SLICE-18)."""
    placed = sides.weeks("target") or sides.days("target") or sides.sections("target")
    kinds = ("unsupported", "shift") if placed or sides.shift() is None else ("unsupported",)
    found = (token for part in request.parts for token in part.tokens if token.kind in kinds)
    if words := refused(request.text, request.clauses):
        return words[:CLAUSE_LENGTH]
    rows = [t for c in request.clauses for t, side in c.sides if t.kind == "ordinal" and side == "target"]
    rows += [token for part in request.parts for token in part.tokens if _counts_in_exception(part, token)]
    crossed = next((clause for clause in request.clauses if clause.crossed), None)
    if crossed is not None:
        return request.text[crossed.start : crossed.end].strip()[:CLAUSE_LENGTH]
    return next((request.text[token.start : token.end].strip()[:CLAUSE_LENGTH] for token in (*found, *rows)), "")


def _counts_in_exception(part: Part, token: Token) -> bool:
    """ "All but the first" and "except two" say how many stay, which no goal can hold."""
    spans = [(part.start, part.end)] if part.held else _spared_spans(part)
    names = any(t.kind == "named" and start <= t.start < end for t in part.tokens for start, end in spans)
    counted = token.kind in ("ordinal", "count") or (token.kind == "ratio" and token.values != (1.0,))
    return counted and not names and any(start <= token.start < end for start, end in spans)


def _beyond(request: _Request) -> str:
    """The first date whose days the term does not have (rule SLICE-19)."""
    calendar = request.said.calendar
    last = 0 if calendar is None else calendar.term.weeks * 7
    ends = {"dates": last, "weeks": 60}
    said = (token for part in request.parts for token in part.tokens if token.kind in ends)
    found = (token for token in said if not any(1 <= value <= ends[token.kind] for value in token.values))
    return next((request.text[token.start : token.end].strip()[:CLAUSE_LENGTH] for token in found), "")


def _idle(request: _Request, clauses: Sequence[Clause]) -> bool:
    return says_nothing_of(request.text, clauses)


def _clause(text: str, used: Sequence[Clause]) -> str:
    if not used:
        return ""
    return text[used[0].start : used[-1].end].strip(" ,，、")[:CLAUSE_LENGTH]
