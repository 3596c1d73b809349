"""Moving one task: what it does to the embedding, and what is checked first."""

import pytest

from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState
from domain.tools.registry import run_tool
from domain.tools.results import Change, ToolResult
from tests.domain.schedule.states import course, slots, state, task

HOST = course(10, "思政", (1, 1, 4), (2, 1, 2), can_embed=True)


def move(before: ScheduleState, task_id: int, day: int, start: int) -> tuple[ScheduleState, ToolResult]:
    return run_tool(before, "move", {"task_id": task_id, "new_day": day, "new_slot_start": start})


def test_moving_into_a_host_makes_a_guest() -> None:
    before = state(HOST, task(2, "a", (3, 1, 2)))
    after, result = move(before, 2, 1, 2)
    assert (after.by_id[2].embed_host, after.by_id[10].guests, after.by_id[10].embedded_by) == (10, (2,), 2)
    assert result.changes == (
        Change(task_id=2, name="a", from_slots=slots((3, 1, 2)), to_slots=slots((1, 2, 3)), to_host=10),
    )


def test_moving_away_frees_the_host() -> None:
    before = state(HOST, task(2, "a", (1, 2, 3), embed_host=10), task(3, "b", (3, 1, 2)))
    after, result = move(before, 2, 3, 3)
    assert (after.by_id[2].embed_host, after.by_id[10].guests, after.by_id[10].embedded_by) == (None, (), None)
    assert (result.changes[0].from_host, result.changes[0].to_host) == (10, None)
    assert move(after, 3, 1, 1)[1].ok


def test_a_guest_may_shift_inside_its_own_occurrence() -> None:
    before = state(HOST, task(2, "a", (1, 1, 2), embed_host=10))
    assert move(before, 2, 1, 3)[0].by_id[2].slots == slots((1, 3, 4))


def test_each_occurrence_takes_one_guest() -> None:
    """A taken occurrence refuses even sections its guest leaves free; another occurrence accepts."""
    before = state(HOST, task(2, "a", (1, 1, 2), embed_host=10), task(3, "b", (3, 1, 2)))
    assert move(before, 3, 1, 3)[1].code == "host_taken"
    after, _ = move(before, 3, 2, 1)
    assert (after.by_id[10].guests, after.by_id[10].embedded_by) == ((2, 3), 2)


@pytest.mark.parametrize(("day", "start"), [(1, 4), (2, 2)])
def test_a_partly_covered_host_is_a_conflict(day: int, start: int) -> None:
    before = state(HOST, task(2, "a", (3, 1, 2)))
    assert move(before, 2, day, start)[1].code == "slot_conflict"


def test_a_locked_course_is_a_conflict() -> None:
    before = state(course(1, "高数", (1, 1, 2)), task(2, "a", (3, 1, 2)))
    assert move(before, 2, 1, 1)[1].code == "slot_conflict"


def test_a_guest_of_a_moved_host_stays_as_an_ordinary_task() -> None:
    host = task(1, "自习", (1, 1, 2), can_embed=True)
    before = state(host, task(2, "a", (1, 1, 2), embed_host=1))
    after, result = move(before, 1, 2, 1)
    assert (after.by_id[2].embed_host, after.by_id[2].slots) == (None, slots((1, 1, 2)))
    assert {change.task_id for change in result.changes} == {1, 2}
    assert breaches(after) == ()


def test_moving_to_where_it_stands_changes_nothing() -> None:
    before = state(task(2, "a", (3, 1, 2)))
    after, result = move(before, 2, 3, 1)
    assert (result.ok, result.changes, after) == (True, (), before)


@pytest.mark.parametrize(
    ("task_id", "day", "start", "code"),
    [
        (9, 99, 99, "task_not_found"),
        (1, 99, 99, "locked"),
        (3, 99, 99, "wrong_status"),
        (4, 99, 99, "pinned"),
        (2, 99, 99, "out_of_window"),
        (2, 1, 99, "section_invalid"),
        (2, 1, 1, "slot_conflict"),
    ],
)
def test_the_order_of_checks(task_id: int, day: int, start: int, code: str) -> None:
    """The first check that fails gives the code, whatever else is wrong."""
    before = state(
        course(1, "高数", (1, 1, 2)).model_copy(update={"pinned": True}),
        task(2, "a", (2, 1, 2)),
        task(3, "b", pinned=True),
        task(4, "c", (3, 1, 2), pinned=True),
    )
    after, result = move(before, task_id, day, start)
    assert (result.code, after is before) == (code, True)


def test_a_suggested_course_still_never_moves() -> None:
    odd = task(2, "课", (1, 1, 2), event_type="course")
    assert move(state(odd), 2, 2, 1)[1].code == "wrong_status"
