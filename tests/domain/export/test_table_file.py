"""Tables of courses (rules EXPORT-9 and EXPORT-10)."""

import csv
import io
from dataclasses import replace

import pytest

from domain.export.table_file import guarded, table_file, weeks_written, without_guard
from domain.timetable.weeks import weeks_of
from tests.domain.export.test_calendar_file import event, held


@pytest.mark.parametrize(
    ("weeks", "written"),
    [
        ([1], "1"),
        ([1, 2], "1-2"),
        ([1, 3], "1、3"),
        ([1, 3, 5], "1-5单"),
        ([2, 4, 6, 7, 8, 9, 16], "2-6双、7-9、16"),
        ([1, 2, 3, 4, 5, 7, 9, 11, 12, 14, 16], "1-5、7-11单、12-16双"),
    ],
)
def test_weeks_are_written_as_people_do(weeks: list[int], written: str) -> None:
    """And are read as what they were."""
    assert weeks_written(weeks) == written
    assert weeks_of(written, 18) == tuple(weeks)


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "'=1", "''=1", "＝1"])
def test_no_cell_is_a_formula(text: str) -> None:
    """An apostrophe stands before what would be one, and comes off again; what would be none stays as it is."""
    assert guarded(text) == f"'{text}"
    assert without_guard(guarded(text)) == text
    for harmless in ("", "高数", "'quoted'", "a=1", "1-2"):
        assert guarded(harmless) == without_guard(harmless) == harmless


def test_a_table_has_a_row_for_each_meeting_of_a_course() -> None:
    """In the columns of the template; tasks, guests and what takes no section stay out."""
    course = event(2, "高数, 上", (1, 1, 1), (1, 1, 2), (2, 3, 4), teacher="=王", location='"A"\n1', embeddable=True)
    task = event(1, "复习", (1, 2, 1), type="task")
    content = table_file(held(task, course, replace(course, id="x", sections=())))
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
    assert content.startswith(b"\xef\xbb\xbf")
    assert rows == [
        ["课程名称", "星期", "开始节数", "结束节数", "老师", "地点", "周数", "可嵌入"],
        ["高数, 上", "1", "1", "2", "'=王", '"A"\n1', "1", "是"],
        ["高数, 上", "3", "4", "4", "'=王", '"A"\n1', "2", "是"],
    ]
