"""Putting tasks of a category together: what may move where, and what is left alone."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.schedule.invariants import breaches
from domain.schedule.limits import ClassLimits
from domain.schedule.state import ScheduleState, Task
from domain.tools.context import PLAIN, ToolContext
from domain.tools.registry import TOOLS, run_tool
from domain.tools.results import ToolResult
from tests.domain.schedule.states import course, slots, state, task
from tests.domain.tools.arrangements import arrangements

FREE = ToolContext(reorder_allowed=True)


def item(state_id: int, category: str, *places: tuple[int, int, int], **fields: Any) -> Task:
    """A suggested task whose class has the name of the category."""
    return task(state_id, f"任务{state_id}", *places, **{"category": category, "category_id": category} | fields)


def regroup(
    before: ScheduleState, *task_ids: int, context: ToolContext = FREE
) -> tuple[ScheduleState, ToolResult, tuple[int, int, int]]:
    """The state after, the result, and the objective reached."""
    after, result = run_tool(before, "min_context_switch", {"task_ids": list(task_ids)}, context)
    assert result.ok, result.text
    assert breaches(after) == ()
    assert result.objective is not None
    changes, moved, inverted = result.objective.after
    return after, result, (changes, moved, inverted)


def line(after: ScheduleState, *task_ids: int) -> list[int]:
    """The ids in order of time."""
    return sorted(task_ids, key=lambda n: after.by_id[n].slots[0].key)


def test_tasks_of_a_category_come_together_with_few_moves() -> None:
    before = state(item(1, "a", (1, 1, 2)), item(2, "b", (2, 1, 2)), item(3, "a", (3, 1, 2)), item(4, "b", (4, 1, 2)))
    after, result, objective = regroup(before, 1, 2, 3, 4)
    assert (objective, line(after, 1, 2, 3, 4)) == ((1, 2, 0), [1, 3, 2, 4])
    assert result.objective is not None
    assert (result.objective.before, result.objective.moved) == ((3, 0, 0), 2)
    assert (result.objective.of, result.objective.optimal) == (4, True)


def test_tasks_outside_the_set_are_no_neighbours() -> None:
    before = state(item(1, "a", (1, 1, 2)), item(9, "b", (1, 3, 4)), item(2, "a", (1, 5, 6)), item(3, "b", (2, 1, 2)))
    after, result, objective = regroup(before, 1, 2, 3)
    assert (after, result.changes, objective) == (before, (), (1, 0, 0))


def test_lengths_are_kept() -> None:
    before = state(item(1, "a", (1, 1, 2)), item(2, "b", (1, 3, 6)), item(3, "a", (2, 1, 4)), item(4, "b", (2, 5, 6)))
    after, _, objective = regroup(before, 1, 2, 3, 4)
    assert (objective, line(after, 1, 2, 3, 4)) == ((1, 2, 0), [1, 3, 2, 4])
    assert [after.by_id[n].length for n in (1, 2, 3, 4)] == [2, 4, 4, 2]


def test_pinned_tasks_stay_and_take_part_in_the_sequence() -> None:
    """The pinned b would exchange places with the a before it; so the outer two do, which upsets both categories."""
    loose = state(*(item(n, category, (n, 1, 2)) for n, category in enumerate("baba", start=1)))
    assert line(regroup(loose, 1, 2, 3, 4)[0], 1, 2, 3, 4) == [1, 3, 2, 4]
    after, result, objective = regroup(loose.with_tasks([item(3, "b", (3, 1, 2), pinned=True)]), 1, 2, 3, 4)
    assert (objective, line(after, 1, 2, 3, 4)) == ((1, 2, 2), [4, 2, 3, 1])
    assert result.objective is not None
    assert result.objective.of == 4


def test_a_set_of_pinned_tasks_is_left_as_it_is() -> None:
    before = state(*(item(n, "ab"[n % 2], (n, 1, 2), pinned=True) for n in range(1, 5)))
    after, result, objective = regroup(before, 1, 2, 3, 4)
    assert (after, objective, result.text.splitlines()[1:]) == (before, (3, 0, 0), ["本次调整：无。"])
    assert result.objective is not None
    assert result.objective.optimal


def test_who_takes_the_place_of_a_guest_is_the_guest() -> None:
    host = course(10, "思政", (2, 1, 4), can_embed=True)
    before = state(
        host,
        item(1, "a", (1, 1, 2)),
        item(2, "b", (2, 1, 2), embed_host=10),
        item(3, "a", (3, 1, 2)),
        item(4, "b", (4, 1, 2)),
    )
    after, _, _ = regroup(before, 1, 2, 3, 4)
    assert {n: after.by_id[n].embed_host for n in (1, 2, 3, 4)} == {1: None, 2: None, 3: 10, 4: None}
    assert after.by_id[10].guests == (3,)


def test_a_task_with_guests_stays_around_them() -> None:
    """The host could be moved to bring the a together, but its guest would be left behind."""
    before = state(
        item(1, "a", (1, 1, 2), source="event", can_embed=True),
        item(2, "b", (1, 1, 2), embed_host=1),
        item(3, "b", (2, 1, 2)),
        item(4, "a", (3, 1, 2)),
        item(5, "b", (4, 1, 2)),
    )
    after, _, objective = regroup(before, 1, 3, 4, 5)
    assert (objective, after.by_id[1].slots) == ((1, 2, 0), before.by_id[1].slots)
    without = state(*(t.model_copy(update={"can_embed": False}) for t in before.tasks if t.state_id != 2))
    assert regroup(without, 1, 3, 4, 5)[2] == (1, 2, 0)


def test_a_host_comes_before_its_guest_in_the_sequence() -> None:
    """Both begin with the same section; the guest's id is lower."""
    before = state(
        item(5, "a", (1, 1, 2), source="event", can_embed=True),
        item(2, "b", (1, 1, 2), embed_host=5),
        item(3, "b", (2, 1, 2)),
    )
    assert regroup(before, 2, 3, 5)[2] == (1, 0, 0)


def test_limits_of_a_class_bar_places_to_its_tasks() -> None:
    """The inner two exchange places; where that is barred the outer two do; where that is too, nothing moves."""
    before = state(*(item(n, category, (n, 1, 2)) for n, category in enumerate("abab", start=1)))
    assert line(regroup(before, 1, 2, 3, 4)[0], 1, 2, 3, 4) == [1, 3, 2, 4]
    barred = ToolContext(reorder_allowed=True, limits={"b": ClassLimits(days_of_week=(3,))})
    after, _, objective = regroup(before, 1, 2, 3, 4, context=barred)
    assert (objective, line(after, 1, 2, 3, 4)) == ((1, 2, 2), [4, 2, 3, 1])
    closed = ToolContext(reorder_allowed=True, limits={"b": ClassLimits(days_of_week=(1, 3))})
    assert regroup(before, 1, 2, 3, 4, context=closed)[2] == (3, 0, 0)


def test_a_class_without_guests_gets_none() -> None:
    host = course(10, "思政", (2, 1, 2), can_embed=True)
    guest = item(2, "b", (2, 1, 2), embed_host=10)
    before = state(host, item(1, "a", (1, 1, 2)), guest, item(3, "a", (3, 1, 2)))
    assert regroup(before, 1, 2, 3)[2] == (1, 2, 0)
    barred = ToolContext(reorder_allowed=True, limits={"a": ClassLimits(embed=False)})
    assert regroup(before, 1, 2, 3, context=barred)[2] == (2, 0, 0)


def test_tasks_that_move_go_in_class_order() -> None:
    """The order is that of ``order``, then of ids, over all classes of one category."""
    before = state(
        item(1, "a", (1, 1, 2), order=2),
        item(2, "a", (2, 1, 2), order=1),
        item(3, "b", (3, 1, 2)),
        item(4, "b", (4, 1, 2)),
        item(5, "b", (5, 1, 2)),
        item(6, "a", (6, 1, 2), order=3),
    )
    after, _, objective = regroup(before, 1, 2, 3, 4, 5, 6)
    assert (objective, line(after, 1, 2, 6)) == ((1, 2, 3), [1, 2, 6])


@pytest.mark.parametrize("by", ["state", "caller"])
def test_the_order_is_released_by_the_state_or_by_the_caller(by: str) -> None:
    before = state(item(1, "a", (1, 1, 2)), item(2, "a", (2, 1, 2)), reorder_allowed=by == "state")
    assert regroup(before, 1, 2, context=FREE if by == "caller" else PLAIN)[1].code == "ok"


def test_the_order_of_checks() -> None:
    """Arguments, existence, the order's release, locks, statuses."""
    before = state(course(1, "课", (1, 1, 2)), task(2, "待", duration=2), item(3, "a", (2, 1, 2)))

    def code(context: ToolContext, *task_ids: int) -> str:
        after, result = run_tool(before, "MinContextSwitch", {"task_ids": list(task_ids)}, context)
        assert after is before
        return result.code

    assert code(PLAIN, 99) == "invalid_argument"
    assert code(PLAIN, 2, 1, 99) == "task_not_found"
    assert code(PLAIN, 2, 1) == "reorder_not_allowed"
    assert code(FREE, 2, 1) == "locked"
    assert code(FREE, 3, 2) == "wrong_status"


def test_the_order_of_the_ids_does_not_matter() -> None:
    before = state(*(item(n, "abc"[n % 3], (n, 1, 2)) for n in range(1, 10)))
    assert regroup(before, *range(1, 10))[0] == regroup(before, *range(9, 0, -1))[0]


def test_a_single_further_task_id_is_understood() -> None:
    before = state(item(1, "a", (1, 1, 2)), item(2, "b", (2, 1, 2)), item(3, "a", (3, 1, 2)))
    arguments = {"task_item_ids": [1, 2], "task_id": 3}
    assert run_tool(before, "min_context_switch", arguments, FREE) == regroup(before, 1, 2, 3)[:2]
    assert "task_id" not in TOOLS["min_context_switch"].schema()["properties"]


@given(arrangements(least=4), st.data())
def test_any_set_in_any_arrangement(before: ScheduleState, data: st.DataObject) -> None:
    """The places stay the same, nobody else moves, the text tells the changes, a second call finds nothing to do."""
    coloured = [t.model_copy(update={"category": data.draw(st.sampled_from("abc"))}) for t in before.tasks]
    before = before.with_tasks(coloured)
    suggested = [t.state_id for t in before.tasks if t.status == "suggested"]
    if len(suggested) < 2:
        return
    ids = data.draw(st.lists(st.sampled_from(suggested), min_size=2, unique=True))
    after, result, objective = regroup(before, *ids)
    assert result.objective is not None
    assert objective <= result.objective.before
    held = [[(t.slots, t.embed_host) for n in ids for t in (now.by_id[n],)] for now in (before, after)]
    assert sorted(held[0], key=str) == sorted(held[1], key=str)
    assert {change.task_id for change in result.changes} <= {n for n in ids if not before.by_id[n].pinned}
    assert len(result.changes) == objective[1] == result.objective.moved
    tasks = sorted((after.by_id[n] for n in ids), key=lambda t: (t.slots[0].key[:2], t.embed_host is not None))
    assert objective[0] == len([1 for one, other in pairwise(tasks) if one.category != other.category])
    assert f"上下文切换次数 {result.objective.before[0]} -> {objective[0]}。" in result.text
    if result.objective.optimal:
        assert regroup(after, *ids)[1].changes == ()


def test_what_it_says_about_slots_is_true() -> None:
    """Changes carry places before and after."""
    before = state(item(1, "a", (1, 1, 2)), item(2, "b", (1, 3, 4)), item(3, "a", (2, 1, 2)))
    _, result, _ = regroup(before, 1, 2, 3)
    told = {change.task_id: (change.from_slots, change.to_slots) for change in result.changes}
    assert told[2] in ((slots((1, 3, 4)), slots((2, 1, 2))), (slots((1, 3, 4)), slots((1, 1, 2))))
