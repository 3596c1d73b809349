"""A day, or a part of it, is told section by section."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.schedule.state import ScheduleState
from domain.tools.registry import run_tool
from tests.domain.schedule.states import course, state
from tests.domain.tools.arrangements import arrangements

ROW = re.compile(r"第(\d+)(?:-(\d+))?节：(.*)")
RUN = re.compile(r"第(\d+)(?:-(\d+))?节\((\d+)时段\)")


def told(before: ScheduleState, **arguments: Any) -> tuple[list[str], dict[str, Any]]:
    after, result = run_tool(before, "query_range", arguments)
    assert after is before
    assert result.data is not None, result.text
    return result.text.split("\n"), result.data


def rows(lines: list[str]) -> list[tuple[int, int, str]]:
    found = filter(None, map(ROW.fullmatch, lines))
    return [(int(row[1]), int(row[2] or row[1]), row[3]) for row in found]


def occupants(before: ScheduleState, day: int, section: int) -> set[int]:
    return {t.state_id for t in before.tasks for s in t.slots if s.day == day and s.slot_start <= section <= s.slot_end}


@given(arrangements(), st.data())
def test_a_whole_day_has_every_slot_and_all_that_is_free(before: ScheduleState, data: st.DataObject) -> None:
    """Each slot has its own row; what is free is cut at the standard segments in the rows, not in the runs."""
    day = data.draw(st.integers(1, before.window.total_days))
    lines, _ = told(before, day=day)
    held = [(a, b, int(text[1 : text.index("]")])) for a, b, text in rows(lines) if text != "空"]
    slots = [(s.slot_start, s.slot_end, t.state_id) for t in before.tasks for s in t.slots if s.day == day]
    assert sorted(held) == sorted(slots)
    empty = [(a, b) for a, b, text in rows(lines) if text == "空"]
    free = [n for n in range(1, 13) if not occupants(before, day, n)]
    assert [n for a, b in empty for n in range(a, b + 1)] == free
    assert all((a + 1) // 2 == (b + 1) // 2 for a, b in empty)
    runs = [(int(a), int(b or a), int(count)) for a, b, count in RUN.findall(lines[-2])]
    assert [n for a, b, _ in runs for n in range(a, b + 1)] == free
    assert all(count == b - a + 1 and a - 1 not in free and b + 1 not in free for a, b, count in runs)


@given(arrangements(), st.data())
def test_a_part_has_every_section_and_a_tally(before: ScheduleState, data: st.DataObject) -> None:
    day, start = data.draw(st.tuples(st.integers(1, before.window.total_days), st.integers(1, 12)))
    end = data.draw(st.integers(start, 12))
    lines, facts = told(before, day=day, slot_start=start, slot_end=end)
    body = rows(lines[1:-1])
    assert [a for a, _, _ in body] == list(range(start, end + 1))
    for section, _, text in body:
        named = {int(n) for n in re.findall(r"(?:^|、)\[(\d+)\]", text)}
        assert named == occupants(before, day, section)
        assert (text == "空") == (not named)
    free = sum(text == "空" for _, _, text in body)
    assert (facts["free"], facts["taken"]) == (free, end - start + 1 - free)
    assert facts["free_sections"] == [a for a, _, text in body if text == "空"]


@pytest.mark.parametrize(
    ("given", "heading"),
    [
        ({}, "第1天 全天："),
        ({"slot_start": 9}, "第1天 第9-12节："),
        ({"slot_end": 3}, "第1天 第1-3节："),
        ({"slot_start": 1, "slot_end": 12}, "第1天 第1-12节："),
    ],
)
def test_an_end_that_is_not_given_is_that_of_the_day(given: dict[str, int], heading: str) -> None:
    assert told(state(days=1), day=1, **given)[0][0] == heading


def test_a_course_neither_fixed_nor_open_is_no_matter_of_embedding() -> None:
    loose = course(1, "程序设计", (1, 1, 2)).model_copy(update={"locked": False})
    lines, data = told(state(loose, days=1), day=1)
    assert lines[-1] == "可嵌入：无"
    assert data["seats"] == [{"task_id": 1, "slot_start": 1, "slot_end": 2}]
