"""Tables and JSON as spreadsheets and other programs save them (rules IMPORT-1, IMPORT-24 and IMPORT-25)."""

import json
from datetime import date
from typing import Any

import pytest

from domain.timetable.choice import TermChoice
from services.read_timetable import read_timetable

CHOICE = TermChoice(first_monday=date(2026, 8, 31))
HEADINGS = "课程名称,星期,开始节数,结束节数,老师,地点,周数"
MATHS = "高等数学 王老师 A-101: Monday sections 1-2 of weeks 1-16"


def rows(content: bytes) -> tuple[list[str], list[str]]:
    """Every meeting with what is known of its course, and the places of what was left out."""
    timetable = read_timetable(content, CHOICE)[1]
    courses = [f"{one.name} {one.teacher} {one.location}: {held}" for one in timetable.courses for held in one.meetings]
    return courses, [one.uid for one in timetable.skipped]


@pytest.mark.parametrize(
    "content",
    [
        f"{HEADINGS}\n高等数学,1,1,2,王老师,A-101,1-16\n".encode(),
        f"我的课表,,,,,,\r\n\r\n{HEADINGS},备注\r\n高等数学,1,1.0,2.0,王老师,A-101,1-16周,\r\n".encode("gbk"),
        "sep=;\r\n课程名;周几;节次;教师;教室;周次\r\n高等数学;周一;第1-2节;王老师;A-101;1-16\r\n".encode("utf-8-sig"),
        f"\ufeff{HEADINGS}\t\t\n\t\t\n高等数学,1,1,2,王老师,A-101,1-16\t\t\n".replace(",", "\t").encode("utf-16"),
        '"课程名称","星期","节次","老师","地点","周数"\n"高等数学","Mon","01-02","王老师","A-101","1-8\n9-16"\n'.encode(),
        f"{HEADINGS},,\n,,,,,,,,\n\n高等数学,1.0,01,2,王老师,A-101,第1-16周,,\n".encode(),
    ],
)
def test_a_table_is_read_however_a_spreadsheet_saved_it(content: bytes) -> None:
    """With a title above, a line that names the separator, one column of sections, blank lines, commas at the end."""
    assert rows(content) == ([MATHS], [])


@pytest.mark.parametrize("wrong", ["1,3", "两节", "1-2-3", ""])
def test_sections_that_make_no_sense_spoil_their_row(wrong: str) -> None:
    """A list is no run."""
    table = f'课程名称;星期;节次;周数\n高等数学;1;"{wrong}";1-16\n英语;2;3;1\n'
    assert rows(table.encode()) == (["英语  : Tuesday section 3 of week 1"], ["row 2"])


def arranged(**changed: Any) -> dict[str, Any]:
    times = {"start_week": 1, "end_week": 16, "day_of_week": 1, "start_section": 1, "end_section": 2, "weeks": "all"}
    return times | changed


def course(*arrangements: dict[str, Any], **changed: Any) -> dict[str, Any]:
    named = {"course_name": "高等数学", "teacher": "王老师", "location": "A-101"}
    return named | {"arrangements": list(arrangements)} | changed


@pytest.mark.parametrize(
    "given",
    [
        {"courses": [course(arranged())]},
        [course(arranged())],
        {"courses": [course(arranged(day_of_week="周一", start_section="1", end_week="16"))], "version": 3},
    ],
)
def test_json_is_read_with_the_liberties_that_programs_take(given: Any) -> None:
    """A list alone, numbers as texts, days by name."""
    assert rows(json.dumps(given).encode()) == ([MATHS], [])


def test_nothing_of_json_is_left_out_in_silence() -> None:
    """A place of null is none; a course without arrangements, or with a day that there is not, is told."""
    courses = [course(arranged(), location=None, teacher=None), course(), course(arranged(day_of_week="周八"))]
    found = rows(json.dumps({"courses": courses}).encode())
    assert found == (["高等数学  : Monday sections 1-2 of weeks 1-16"], ["courses[1]", "courses[2].arrangements[0]"])
