"""An overview counts every section and names every task once."""

import re
from typing import Any

from hypothesis import given

from domain.schedule.state import ScheduleState
from domain.tools.registry import run_tool
from tests.domain.schedule.states import course, state, task
from tests.domain.tools.arrangements import arrangements

ROW = re.compile(r"第(\d+)天：总占(\d+)/12（课程占(\d+)/12，任务占(\d+)/12） — 任务：(.*)")


def overview(before: ScheduleState) -> tuple[list[str], dict[str, Any]]:
    after, result = run_tool(before, "get_overview", {})
    assert after is before
    assert result.data is not None
    return result.text.split("\n"), result.data


def sections(before: ScheduleState, day: int, courses: bool, tasks: bool) -> set[int]:
    """The sections of a day that courses or tasks take, one by one."""
    return {
        section
        for one in before.tasks
        if (courses if one.is_course else tasks)
        for slot in one.slots
        if slot.day == day
        for section in range(slot.slot_start, slot.slot_end + 1)
    }


@given(arrangements())
def test_each_day_counts_its_sections(before: ScheduleState) -> None:
    """Taken by anything, by courses, by tasks; and the heading adds up what is taken."""
    lines, data = overview(before)
    rows = [[int(n) for n in found.groups()[:4]] for found in map(ROW.fullmatch, lines) if found]
    days = range(1, before.window.total_days + 1)
    assert rows == [
        [day, *(len(sections(before, day, c, t)) for c, t in ((True, True), (True, False), (False, True)))]
        for day in days
    ]
    assert [[row["day"], row["taken"], row["courses"], row["tasks"]] for row in data["days"]] == rows
    taken = sum(row[1] for row in rows)
    assert (data["taken"], data["free"]) == (taken, 12 * len(days) - taken)
    assert f"当前已占用{taken}个，空闲{12 * len(days) - taken}个。" in lines[1]


@given(arrangements())
def test_each_task_is_told_with_its_days_and_no_course_is(before: ScheduleState) -> None:
    """A day names the tasks that stand on it; the list names all, pending ones last."""
    lines, data = overview(before)
    for found in filter(None, map(ROW.fullmatch, lines)):
        day, named = int(found[1]), re.findall(r"\[(\d+)\]", found[5])
        standing = [t.state_id for t in before.tasks if not t.is_course for slot in t.slots if slot.day == day]
        assert sorted(map(int, named)) == sorted(standing)
    listed = [int(line[1 : line.index("]")]) for line in lines if line.startswith("[")]
    assert sorted(listed) == [t.state_id for t in before.tasks if not t.is_course]
    assert [row["task_id"] for row in data["tasks"]] == listed
    pending = [before.by_id[n].status == "pending" for n in listed]
    assert pending == sorted(pending)


def test_a_guest_counts_as_task_and_not_twice() -> None:
    host = course(1, "思政", (1, 1, 4), can_embed=True)
    _, data = overview(state(host, task(2, "作业", (1, 2, 3), embed_host=1), days=1))
    assert data["days"] == [{"day": 1, "taken": 4, "courses": 4, "tasks": 2, "total": 12}]
    assert (data["taken"], data["courses"], data["suggested"]) == (4, 1, 1)
