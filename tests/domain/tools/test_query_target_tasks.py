"""Tasks to work on are found, sorted and queued."""

from typing import Any

import pytest

from domain.schedule.state import ScheduleState, TaskQueue
from domain.tools.registry import run_tool
from tests.domain.schedule.states import course, existing, state, task


def targets(before: ScheduleState, **arguments: Any) -> list[int]:
    _, result = run_tool(before, "query_target_tasks", arguments)
    assert result.data is not None, result.text
    ids: list[int] = result.data["task_ids"]
    return ids


MIXED = state(
    course(10, "思政", (1, 1, 2), (2, 3, 6), can_embed=True),
    task(6, "b", (3, 5, 6)),
    task(5, "c", (3, 1, 2), category="作业"),
    existing(4, "d", (1, 5, 6)),
    task(3, "e", order=2),
    task(2, "f", order=1),
    task(1, "a", (8, 1, 2)),
)


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        ({}, [5, 6, 1]),
        ({"status": "pending"}, [2, 3]),
        ({"status": "existing"}, [4]),
        ({"status": "all"}, [4, 5, 6, 1, 2, 3]),
        ({"status": "all", "week": 5}, [4, 5, 6]),
        ({"category": "作业"}, [5]),
        ({"category": "课程", "status": "all"}, []),
        ({"task_ids": [1, 6]}, [6, 1]),
        ({"limit": 2}, [5, 6]),
        ({"after_section": 4}, [6]),
        ({"exclude_sections": [5]}, [5, 1]),
        ({"section_from": 1, "section_to": 4}, [5, 1]),
        ({"section_from": 2, "section_to": 6}, [6]),
        ({"day": 2}, []),
    ],
)
def test_targets_are_filtered_and_sorted(arguments: dict[str, Any], ids: list[int]) -> None:
    assert targets(MIXED, **arguments) == ids


def test_queueing_passes_over_tasks_already_in_the_queue() -> None:
    """Waiting, current, done and skipped ones are not queued again."""
    queue = TaskQueue(pending=(6,), current=5, completed=(1,), skipped=(4,))
    after, result = run_tool(MIXED.with_queue(queue), "query_target_tasks", {"status": "all"})
    assert after.queue == queue.model_copy(update={"pending": (6, 2, 3)})
    assert result.data is not None
    assert (result.data["enqueued"], result.data["pending_count"]) == (2, 3)


def test_the_queue_can_be_reset_or_left_alone() -> None:
    before = MIXED.with_queue(TaskQueue(pending=(3,), current=5, attempt=2, completed=(1,)))
    assert run_tool(before, "query_target_tasks", {"reset_queue": True})[0].queue == TaskQueue(pending=(5, 6, 1))
    assert run_tool(before, "query_target_tasks", {"enqueue": False})[0] is before


def test_pending_tasks_are_told_by_id_and_those_of_a_class_in_class_order() -> None:
    """A class keeps the places that its tasks have among all ids; only inside it the order decides."""
    before = state(
        task(1, "a", category_id=9, order=2),
        task(2, "b", category_id=10),
        task(3, "c", category_id=9, order=1),
        task(4, "d", category_id=9, order=3),
    )
    assert targets(before, status="pending") == [3, 2, 1, 4]
