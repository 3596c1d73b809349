"""The tool that looks for free slots (rule TOOL-7)."""

from collections.abc import Iterable
from itertools import groupby
from typing import Annotated, Any, Literal

from pydantic import AliasChoices, Field, Strict

from domain.schedule.occupancy import Position, positions
from domain.schedule.state import ScheduleState, Slot
from domain.term.calendar import SECTIONS_PER_DAY
from domain.tools.arguments import Flag, Limit, Listed, Numeric
from domain.tools.filters import RangeFilters
from domain.tools.outcome import json_result
from domain.tools.results import ToolResult
from domain.tools.rows import slot_row

SlotType = Literal["pure", "empty", "strict", "embedded_candidate"]
Span = Annotated[int, Strict(), Field(ge=1, le=SECTIONS_PER_DAY), Numeric]


class QueryAvailableSlotsArguments(RangeFilters):
    """Which free slots are looked for."""

    span: Span = Field(2, validation_alias=AliasChoices("span", "duration"), description="consecutive sections needed")
    limit: Limit = Field(12, description="most slots to return")
    allow_embed: Flag = Field(True, description="fill up with slots inside embeddable courses")
    slot_type: SlotType | None = Field(None, description="pure, empty and strict keep to empty slots")
    slot_types: Annotated[tuple[SlotType, ...], Listed] = Field((), description="as slot_type")

    @property
    def length(self) -> int:
        """Consecutive sections looked for; an exact range overrides ``span``."""
        return self.span if self.exact is None else self.exact[1] - self.exact[0] + 1

    @property
    def embeds(self) -> bool:
        """Whether slots inside embeddable courses may be returned."""
        return self.allow_embed and not {"pure", "empty", "strict"} & {self.slot_type, *self.slot_types}


def query_available_slots(
    state: ScheduleState, arguments: QueryAvailableSlotsArguments
) -> tuple[ScheduleState, ToolResult]:
    """Candidate slots: empty ones first, embeddable ones only for what is missing to the limit."""
    found = _candidates(state, arguments)
    empty = [place for place in found if place.host is None][: arguments.limit]
    hosted = [place for place in found if place.host is not None][: arguments.limit - len(empty)]
    week_from, week_to = arguments.week_bounds
    report = {
        "tool": "query_available_slots",
        "count": len(empty) + len(hosted),
        "strict_count": len(empty),
        "embedded_count": len(hosted),
        "fallback_used": bool(hosted),
        "day_scope": arguments.day_scope,
        "day_of_week": list(arguments.day_of_week),
        "week_filter": list(arguments.weeks),
        "week_from": week_from,
        "week_to": week_to,
        "span": arguments.length,
        "allow_embed": arguments.embeds,
        "exclude_sections": list(arguments.exclude_sections),
        "slots": [_candidate_row(state, place) for place in (*empty, *hosted)],
    }
    return state, json_result(report)


def _candidates(state: ScheduleState, arguments: QueryAvailableSlotsArguments) -> list[Position]:
    days, starts = set(arguments.allowed_days(state)), _starts(arguments)
    passing = [
        place
        for place in positions(state, arguments.length, allow_embed=arguments.embeds)
        if place.day in days and place.start in starts
    ]
    by_pool = sorted(passing, key=lambda place: (place.day, place.host is not None))
    return [place for _, pool in groupby(by_pool, key=lambda p: (p.day, p.host is None)) for place in _aligned(pool)]


def _starts(arguments: QueryAvailableSlotsArguments) -> set[int]:
    """First sections that pass, whatever the day."""
    if arguments.exact is not None:
        candidates = [arguments.exact[0]]
    else:
        candidates = list(range(1, SECTIONS_PER_DAY - arguments.length + 2))
    ends = {start: start + arguments.length - 1 for start in candidates}
    return {start for start, end in ends.items() if arguments.admits(Slot(day=1, slot_start=start, slot_end=end))}


def _aligned(places: Iterable[Position]) -> list[Position]:
    """Those that start a standard segment; where a day has none of them, all."""
    found = list(places)
    return [place for place in found if place.start % 2 == 1] or found


def _candidate_row(state: ScheduleState, place: Position) -> dict[str, Any]:
    slot_type = "empty" if place.host is None else "embedded_candidate"
    return {**slot_row(state, place.slot), "slot_type": slot_type}
