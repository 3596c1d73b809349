"""Guests and hosts, through every write tool that can bring one in or take one away (rules STATE-6 and STATE-7)."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState, TaskQueue
from domain.tools.registry import run_tool
from domain.tools.results import ToolResult
from tests.domain.schedule.states import course, existing, slots, state, task
from tests.domain.tools.golden.states import moved

WEEKLY = course(10, "思政", (2, 1, 4), (9, 1, 4), can_embed=True)
OTHER = course(11, "军理", (3, 1, 2), can_embed=True)
GUEST = task(1, "客", (2, 1, 2), embed_host=10)
FREE = task(2, "甲", (5, 1, 2))
WAITING = task(3, "乙")
SPARE = task(4, "丙", (6, 5, 6))
PLAIN = state(WEEKLY, OTHER, GUEST, FREE, WAITING, SPARE)

HALL = task(5, "自习", (1, 1, 4), can_embed=True)
HALL_GUEST = task(6, "作业", (1, 2, 3), embed_host=5)
HALLS = state(HALL, HALL_GUEST, FREE, SPARE, existing(7, "早读", (4, 1, 4)))

Call = tuple[str, dict[str, Any]]
Sending = Callable[[int, int, int], Call]
"""A call that sends a task to a day and start."""

SENDING: Final[dict[str, Sending]] = {
    "move": lambda task_id, day, start: ("move", moved(task_id, day, start)),
    "batch_move": lambda task_id, day, start: ("batch_move", {"moves": [moved(task_id, day, start)]}),
    "first of two": lambda task_id, day, start: (
        "batch_move",
        {"moves": [moved(task_id, day, start), moved(4, 6, 7)]},
    ),
    "queue_apply_head_move": lambda task_id, day, start: (
        "queue_apply_head_move",
        {"new_day": day, "new_slot_start": start},
    ),
}
LEAVING: Final[dict[str, Call]] = {
    "unplace": ("unplace", {"task_id": 1}),
    **{name: send(1, 8, 1) for name, send in SENDING.items()},
}


def bring(way: str, before: ScheduleState, day: int, start: int) -> tuple[int, ScheduleState, ToolResult]:
    """Send a task of two sections there: the one that waits by ``place``, the free one by any other tool."""
    if way == "place":
        return 3, *call(before, ("place", {"task_id": 3, "day": day, "slot_start": start}))
    return 2, *call(_headed(before, 2), SENDING[way](2, day, start))


def call(before: ScheduleState, asked: Call) -> tuple[ScheduleState, ToolResult]:
    after, result = run_tool(before, *asked)
    assert breaches(after) == ()
    if not result.ok:
        assert after.tasks == before.tasks
    return after, result


def _headed(before: ScheduleState, head: int) -> ScheduleState:
    return before.with_queue(TaskQueue(current=head))


every_way_in = pytest.mark.parametrize("way", ["place", *SENDING])
every_way_there = pytest.mark.parametrize("way", SENDING)
every_way_out = pytest.mark.parametrize("out", LEAVING)


@every_way_in
@pytest.mark.parametrize("start", [1, 2, 3])
def test_a_second_guest_of_one_occurrence_is_refused(way: str, start: int) -> None:
    """Even in sections that the first one leaves free."""
    assert bring(way, PLAIN, 2, start)[2].code == "host_taken"


@every_way_in
@pytest.mark.parametrize(("day", "start"), [(9, 4), (3, 2), (2, 4)])
def test_a_host_that_is_met_in_part_is_a_conflict(way: str, day: int, start: int) -> None:
    assert bring(way, PLAIN, day, start)[2].code == "slot_conflict"


@every_way_in
def test_a_guest_of_one_week_does_not_block_the_next(way: str) -> None:
    task_id, after, _ = bring(way, PLAIN, 9, 2)
    assert (after.by_id[task_id].embed_host, after.by_id[task_id].slots) == (10, slots((9, 2, 3)))
    assert (after.by_id[10].guests, after.by_id[10].embedded_by) == ((1, task_id), 1)


@every_way_out
@every_way_in
def test_a_guest_that_leaves_frees_its_host(out: str, way: str) -> None:
    left, result = call(_headed(PLAIN, 1), LEAVING[out])
    assert (left.by_id[1].embed_host, left.by_id[10].guests, left.by_id[10].embedded_by) == (None, (), None)
    assert (result.changes[0].from_host, result.changes[0].to_host) == (10, None)
    task_id, after, _ = bring(way, left, 2, 1)
    assert after.by_id[task_id].embed_host == 10


@every_way_there
def test_a_guest_may_change_hosts(way: str) -> None:
    after, result = call(_headed(PLAIN, 1), SENDING[way](1, 3, 1))
    assert (after.by_id[1].embed_host, after.by_id[10].guests, after.by_id[11].guests) == (11, (), (1,))
    assert (result.changes[0].from_host, result.changes[0].to_host) == (10, 11)


@every_way_there
@pytest.mark.parametrize("place", [(2, 3), (9, 1)])
def test_a_guest_may_stay_with_its_host(way: str, place: tuple[int, int]) -> None:
    """At another place of its occurrence or in another one."""
    after, _ = call(_headed(PLAIN, 1), SENDING[way](1, *place))
    assert (after.by_id[1].embed_host, after.by_id[10].guests) == (10, (1,))


@pytest.mark.parametrize("pair", [(1, 2), (2, 1)])
def test_a_guest_and_a_free_task_exchange_roles(pair: tuple[int, int]) -> None:
    after, _ = call(PLAIN, ("swap", dict(zip(("task_a", "task_b"), pair, strict=True))))
    assert (after.by_id[1].embed_host, after.by_id[1].slots) == (None, FREE.slots)
    assert (after.by_id[2].embed_host, after.by_id[2].slots) == (10, GUEST.slots)
    assert after.by_id[10].guests == (2,)


def test_a_guest_and_a_free_task_may_trade_places_by_moves() -> None:
    after, _ = call(PLAIN, ("batch_move", {"moves": [moved(1, 5, 1), moved(2, 2, 3)]}))
    assert (after.by_id[1].embed_host, after.by_id[2].embed_host) == (None, 10)


def test_the_guests_of_a_task_that_is_taken_back_wait_too() -> None:
    after, result = call(HALLS, ("unplace", {"task_id": 5}))
    assert [(after.by_id[n].status, after.by_id[n].embed_host) for n in (5, 6)] == [("pending", None)] * 2
    assert [change.task_id for change in result.changes] == [5, 6]


@every_way_there
def test_the_guests_of_a_task_that_moves_stay_as_ordinary_tasks(way: str) -> None:
    after, result = call(_headed(HALLS, 5), SENDING[way](5, 8, 1))
    assert (after.by_id[6].embed_host, after.by_id[6].slots, after.by_id[5].guests) == (None, HALL_GUEST.slots, ())
    assert {5, 6} <= {change.task_id for change in result.changes}


@every_way_there
@pytest.mark.parametrize("start", [1, 2, 3])
def test_a_host_does_not_move_over_its_own_guests(way: str, start: int) -> None:
    """They stay where they are, so that their sections are not free."""
    assert call(_headed(HALLS, 5), SENDING[way](5, 1, start))[1].code == "slot_conflict"


@pytest.mark.parametrize("pair", [(5, 7), (7, 5)])
def test_a_host_with_guests_is_not_exchanged(pair: tuple[int, int]) -> None:
    _, result = call(HALLS, ("swap", dict(zip(("task_a", "task_b"), pair, strict=True))))
    assert result.code == "slot_conflict"


def test_a_host_that_moves_is_a_host_where_it_arrives() -> None:
    left, _ = call(HALLS, ("move", moved(5, 8, 1)))
    after, _ = call(left, ("move", moved(2, 8, 3)))
    assert (after.by_id[2].embed_host, after.by_id[5].guests) == (5, (2,))


def test_a_guest_is_no_host() -> None:
    """A task inside a course takes nobody in, even if it could elsewhere."""
    inside = task(5, "自习", (2, 1, 2), embed_host=10, can_embed=True)
    _, result = call(state(WEEKLY, inside, FREE), ("move", moved(2, 2, 1)))
    assert result.code == "host_taken"
