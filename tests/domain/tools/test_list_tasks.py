"""A list has the tasks asked for, each once, in order."""

import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.schedule.state import ScheduleState, Task, class_key, class_rank
from domain.tools.registry import run_tool
from tests.domain.schedule.states import state, task
from tests.domain.tools.arrangements import arrangements

STATUSES = ("existing", "suggested", "pending")


def listed(before: ScheduleState, **arguments: Any) -> tuple[list[int], dict[str, Any]]:
    """The ids that the text has a line of, and the data."""
    after, result = run_tool(before, "list_tasks", arguments)
    assert after is before
    assert result.data is not None
    return [int(n) for n in re.findall(r"^\[(\d+)\]", result.text, re.MULTILINE)], result.data


@given(arrangements(), st.sampled_from([*STATUSES, "all"]), st.sampled_from([None, "课程", "学习", "作业"]))
def test_just_the_tasks_that_pass_are_listed(before: ScheduleState, status: str, category: str | None) -> None:
    ids, data = listed(before, status=status, category=category)
    expected = [t for t in before.tasks if status in ("all", t.status) and category in (None, t.category)]
    assert sorted(ids) == sorted(t.state_id for t in expected)
    assert [row["task_id"] for row in data["tasks"]] == ids
    assert data["count"] == len(expected)
    assert data["by_status"] == {
        one: sum(t.status == one for t in expected) for one in STATUSES if status in ("all", one)
    }


@given(arrangements())
def test_tasks_stand_by_status_then_by_place_and_those_of_a_class_in_its_order(before: ScheduleState) -> None:
    ids, _ = listed(before)
    tasks = [before.by_id[n] for n in ids]
    assert [STATUSES.index(t.status) for t in tasks] == sorted(STATUSES.index(t.status) for t in tasks)
    for status in STATUSES[:2]:
        places = [(t.slots[0].day, t.slots[0].slot_start, t.state_id) for t in tasks if t.status == status]
        assert places == sorted(places)
    _in_class_order([t for t in tasks if t.status == "pending"])


def _in_class_order(pending: list[Task]) -> None:
    for key in map(class_key, pending):
        ranks = [class_rank(t) for t in pending if class_key(t) == key]
        assert ranks == sorted(ranks)


def test_no_list_tells_the_rows_that_a_task_comes_from() -> None:
    before = state(task(1, "a", (1, 1, 2), source_id=77001, category_id=77002))
    for name, arguments in (("list_tasks", {}), ("get_overview", {}), ("get_task_info", {"task_id": 1})):
        result = run_tool(before, name, arguments)[1]
        assert "7700" not in f"{result.text} {result.data}"
