"""Placing one task: what it becomes, and what is checked first."""

import pytest

from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState
from domain.tools.registry import run_tool
from domain.tools.results import Change, ToolResult
from tests.domain.schedule.states import course, existing, slots, state, task

LAB = existing(11, "实验室", (4, 1, 4), can_embed=True, locked=True)


def place(before: ScheduleState, task_id: int, day: int, start: int) -> tuple[ScheduleState, ToolResult]:
    after, result = run_tool(before, "place", {"task_id": task_id, "day": day, "slot_start": start})
    assert breaches(after) == ()
    return after, result


def test_a_placed_task_is_suggested_and_takes_its_duration() -> None:
    before = state(task(2, "a", duration=3), task(3, "b"))
    after, result = place(before, 2, 5, 7)
    placed = after.by_id[2]
    assert (placed.status, placed.slots, placed.embed_host) == ("suggested", slots((5, 7, 9)), None)
    assert result.changes == (Change(task_id=2, name="a", from_slots=(), to_slots=slots((5, 7, 9))),)
    assert after.by_id[3] == before.by_id[3]


def test_a_placed_task_may_be_moved() -> None:
    after, _ = place(state(task(2, "a")), 2, 1, 1)
    assert run_tool(after, "move", {"task_id": 2, "new_day": 2, "new_slot_start": 1})[1].ok


@pytest.mark.parametrize("start", [1, 2])
def test_a_locked_host_takes_no_guest(start: int) -> None:
    """It is a conflict like any locked course, whether or not it has a guest from before."""
    alone = state(LAB, task(2, "a"))
    shared = state(LAB, task(2, "a"), task(3, "b", (4, 4, 4), embed_host=11))
    for before in (alone, shared):
        after, result = place(before, 2, 4, start)
        assert (result.code, after is before) == ("slot_conflict", True)


def test_no_place_is_offered_in_a_locked_host() -> None:
    _, result = run_tool(state(LAB), "query_available_slots", {"day": 4, "section_from": 1, "section_to": 2})
    assert result.data is not None
    assert result.data["count"] == 0


@pytest.mark.parametrize(
    ("task_id", "day", "start", "code"),
    [
        (9, 99, 99, "task_not_found"),
        (1, 99, 99, "wrong_status"),
        (2, 99, 99, "wrong_status"),
        (5, 99, 99, "wrong_status"),
        (4, 99, 99, "pinned"),
        (3, 99, 99, "out_of_window"),
        (3, 0, 1, "out_of_window"),
        (3, 1, 12, "section_invalid"),
        (3, 1, 0, "section_invalid"),
        (3, 1, 2, "slot_conflict"),
        (3, 2, 1, "slot_conflict"),
    ],
)
def test_the_order_of_checks(task_id: int, day: int, start: int, code: str) -> None:
    """Whatever is not pending has the wrong status, even where it is locked or pinned as well."""
    before = state(
        course(1, "高数", (1, 1, 2)).model_copy(update={"pinned": True}),
        task(2, "a", (2, 1, 2), pinned=True),
        task(3, "b"),
        task(4, "c", pinned=True),
        existing(5, "d", (3, 1, 2)),
    )
    after, result = place(before, task_id, day, start)
    assert (result.code, after is before) == (code, True)
