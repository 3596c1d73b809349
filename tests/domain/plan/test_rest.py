"""A plan of some items from an instant on (rules PLAN-5 and PLACE-14)."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.canonical import canonical_json
from domain.errors import PlacementImpossible
from domain.optimise.placement import build_placement, place
from domain.plan.memory import PlanMemory
from domain.plan.nodes import analyze, arrange
from domain.plan.rest import earliest_place, first_section, of_items
from domain.requests import PlanRequest
from domain.term.calendar import Term
from domain.term.clock import section_span
from domain.term.window import Window
from solvers.placement import HighsPlacement
from tests.domain.schedule.states import course, existing, state, task

TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
MONDAY = date(2026, 9, 28)
ULID = "01K6F0Q2M3N4P5R6S7T8V9W0XA"
REQUEST = PlanRequest(term_id=ULID, first=MONDAY, last=MONDAY + timedelta(days=6), class_ids=(ULID,))
WINDOW = Window.between(TERM, MONDAY, MONDAY + timedelta(days=6))


def by_clock(clock: str, day: date = MONDAY) -> datetime:
    return datetime.fromisoformat(f"{day}T{clock}+08:00")


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (by_clock("00:00"), (1, 1)),
        (by_clock("08:00"), (1, 1)),
        (by_clock("08:00:01"), (1, 2)),
        (by_clock("21:45").astimezone(UTC), (1, 12)),
        (by_clock("21:46"), (2, 1)),
        (by_clock("12:00", MONDAY + timedelta(days=3)), (4, 5)),
        (by_clock("21:46", MONDAY + timedelta(days=6)), (8, 1)),
        (by_clock("00:00", MONDAY - timedelta(days=9)), (1, 1)),
    ],
)
def test_the_earliest_place_is_the_first_that_has_not_begun(moment: datetime, expected: tuple[int, int]) -> None:
    """Behind the window where all of it has begun."""
    assert earliest_place(TERM, WINDOW, moment) == expected


@given(st.integers(0, 24 * 60))
def test_sections_from_the_first_on_begin_no_earlier(minutes: int) -> None:
    """And all before it do."""
    moment = by_clock("00:00") + timedelta(minutes=minutes)
    first = first_section(TERM, MONDAY, moment)
    for section in range(1, 13):
        assert (section_span(TERM, MONDAY, section, section)[0] >= moment) == (section >= first)


def test_only_the_items_asked_for_are_placed() -> None:
    """What stands stays, under its number; other items wait on, and are not in the plan."""
    whole = state(course(1, "课", (1, 1, 2)), existing(2, "旧", (1, 3, 4)), task(3, "一"), task(4, "二"), task(5, "三"))
    part = of_items(
        whole.model_copy(
            update={"tasks": tuple(t.model_copy(update={"source_id": f"i{t.state_id}"}) for t in whole.tasks)}
        ),
        ["i4", "i9"],
    )
    assert [found.state_id for found in part.tasks] == [1, 2, 4]
    assert of_items(part, []).by_id.keys() == {1, 2}
    assert analyze(of_items(part, []), PlanMemory(request=REQUEST, preferences=())).verdict == "nothing_to_place"


@given(st.integers(1, 3), st.integers(1, 13), st.integers(1, 4), st.booleans())
@settings(deadline=None, max_examples=40)
def test_nothing_is_placed_before_the_earliest_place(day: int, section: int, count: int, embeddable: bool) -> None:
    """Neither on free sections nor in a host; what does not fit behind it is refused with the sections left."""
    whole = state(
        course(9, "课", (1, 1, 4), can_embed=embeddable), *(task(n, f"项{n}") for n in range(1, count + 1)), days=3
    )
    problem = build_placement(whole, {}, range(1, count + 1), (day, section))
    left = sum(mask.bit_count() for mask in problem.free)
    plan, refused = None, ""
    try:
        plan = place(problem, HighsPlacement())
    except PlacementImpossible as refusal:
        refused = refusal.message
    if plan is None:
        assert f"窗口内空闲 {left} 节" in refused
        assert left < 2 * count + 2
        return
    assert all((position.day, position.start) >= (day, section) for position in plan.assignment.values())
    assert len(plan.assignment) == count


def test_the_node_keeps_to_what_the_memory_says() -> None:
    """The same state without it is filled from the first section on."""
    whole = state(*(task(n, f"项{n}") for n in range(1, 4)), days=1)
    free = arrange(whole, PlanMemory(request=REQUEST, preferences=()), HighsPlacement())
    bound = arrange(whole, PlanMemory(request=REQUEST, preferences=(), earliest=(1, 7)), HighsPlacement())
    assert min(t.slots[0].slot_start for t in free.state.tasks) < 7
    assert min(t.slots[0].slot_start for t in bound.state.tasks) >= 7
    late = arrange(whole, PlanMemory(request=REQUEST, preferences=(), earliest=(1, 8)), HighsPlacement())
    assert late.verdict == "placement_impossible"


def test_what_is_not_said_is_not_stored() -> None:
    """So rows, digests and histories of requests without it are as they were before there was such a thing."""
    stored = REQUEST.model_dump(mode="json")
    assert stored.keys() == {"kind", "term_id", "first", "last", "class_ids", "locale"}
    assert PlanRequest.model_validate(stored) == REQUEST
    memory = PlanMemory(request=REQUEST, preferences=())
    assert "earliest" not in canonical_json(memory)
    said = REQUEST.model_copy(update={"item_ids": (ULID,), "not_before": by_clock("12:00")})
    assert PlanRequest.model_validate_json(said.model_dump_json()) == said
    kept = memory.model_copy(update={"earliest": (1, 5), "request": said})
    assert PlanMemory.model_validate_json(canonical_json(kept)) == kept
