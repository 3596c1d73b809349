"""Whatever form a timetable comes in, it is read by what its text says (rules IMPORT-1 and IMPORT-23 to IMPORT-26)."""

import csv
import io
import json
from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidCalendar, InvalidTerm
from domain.term.calendar import Term
from domain.timetable.choice import TermChoice
from domain.timetable.course import Course, Meeting, Timetable
from services.decode_text import decoded
from services.read_timetable import read_timetable
from tests.services.calendar_text import vcalendar, vevent

MONDAY = date(2026, 8, 31)
SAID = TermChoice(first_monday=MONDAY)
HEADINGS = "课程名称,星期,开始节数,结束节数,老师,地点,周数"
TABLE = f'{HEADINGS}\r\n编译原理,2,3,4,钱老师,教-302,"1-6、9"\r\n"体育,篮球",5,7,8,,,2-8双\r\n'
COURSES = [
    Course(
        name="编译原理",
        location="教-302",
        teacher="钱老师",
        embeddable=False,
        meetings=(Meeting(day_of_week=2, slot_start=3, slot_end=4, weeks=(1, 2, 3, 4, 5, 6, 9)),),
    ),
    Course(
        name="体育,篮球",
        location="",
        embeddable=False,
        meetings=(Meeting(day_of_week=5, slot_start=7, slot_end=8, weeks=(2, 4, 6, 8)),),
    ),
]


def read(content: bytes, choice: TermChoice = SAID) -> Timetable:
    return read_timetable(content, choice)[1]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gbk", "gb18030", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_table_is_read_in_every_usual_encoding(encoding: str) -> None:
    """As phones, spreadsheets and text editors save it."""
    term, timetable = read_timetable(TABLE.encode(encoding), SAID)
    assert (term, list(timetable.courses)) == (Term(first_monday=MONDAY, weeks=9), COURSES)
    assert timetable.skipped == ()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "gbk", "utf-16"])
def test_a_calendar_is_read_in_other_encodings_as_well(encoding: str) -> None:
    """Its courses keep their names."""
    text = vcalendar(vevent("DTEND;TZID=Asia/Shanghai:20260831T094000", summary="线性代数")).decode()
    assert [course.name for course in read(text.encode(encoding), TermChoice()).courses] == ["线性代数"]


@pytest.mark.parametrize("delimiter", ["\t", ";", ","])
def test_columns_may_stand_in_any_order_under_other_names(delimiter: str) -> None:
    """And with other marks between them; what is no column of ours is passed over."""
    rows = [
        ["Weeks", "学分", "day", "课程", "Start", "end", "room", "embeddable"],
        ["1-2", "4", "Thu", "Art", "1", "", "R1", "yes"],
    ]
    written = io.StringIO()
    csv.writer(written, delimiter=delimiter).writerows(rows)
    [course] = read(written.getvalue().encode()).courses
    held = Meeting(day_of_week=4, slot_start=1, slot_end=1, weeks=(1, 2))
    assert course == Course(name="Art", location="R1", embeddable=True, meetings=(held,))


@pytest.mark.parametrize(
    ("row", "code", "reason"),
    [
        ("网络,8,1,2,,,1-4", "unreadable", "'8' is no day of the week"),
        ("网络,周五,1,13,,,1-4", "unsupported", "1-13 is not a run of sections between 1 and 12"),
        ("网络,1,a,2,,,1-4", "unreadable", "'a' is no section"),
        ('网络,1,"3,5",,,,1-4', "unreadable", "'3,5' are several runs of sections"),
        ("网络,1,1,2,,,某几周", "unreadable", "'某几周' names no weeks"),
        (",1,1,2,,,3", "unreadable", "the course has no name"),
        ("网络,1,1", "unreadable", "'' names no weeks"),
        ("网络,2,3,4,,,5", "collision", "already taken by '编译原理'"),
    ],
)
def test_a_row_that_makes_no_sense_spoils_itself_alone(row: str, code: str, reason: str) -> None:
    """And is told with its number and its value."""
    timetable = read(f"{TABLE}{row}\r\n".encode())
    [skipped] = timetable.skipped
    assert (skipped.uid, skipped.code) == ("row 4", code)
    assert reason in skipped.reason
    assert list(timetable.courses) == COURSES


def test_weeks_after_the_end_of_a_term_are_left_out_and_told() -> None:
    """The term is what its owner says."""
    timetable = read(TABLE.encode(), TermChoice(first_monday=MONDAY, weeks=4))
    assert [meeting.weeks for course in timetable.courses for meeting in course.meetings] == [(1, 2, 3, 4), (2, 4)]
    assert [entry.code for entry in timetable.skipped] == ["outside_term", "outside_term"]


def test_a_list_without_a_first_monday_is_refused_with_what_to_say() -> None:
    """Nothing in it could tell."""
    with pytest.raises(InvalidTerm, match="give first_monday, the Monday of week 1"):
        read(TABLE.encode(), TermChoice(weeks=16))


@pytest.mark.parametrize("sections", ["3-4", "第3-4节", "3,4", "3、4节", "第3,4节"])
def test_sections_of_one_cell_are_a_run_or_a_list(sections: str) -> None:
    """As offices of universities write them, the weeks in braces too."""
    [course] = read(f'课程,星期,节次,周次\r\n网络,1,"{sections}",{{1-4周}}\r\n'.encode()).courses
    assert course.meetings == (Meeting(day_of_week=1, slot_start=3, slot_end=4, weeks=(1, 2, 3, 4)),)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"PK\x03\x04\x14\x00", "workbook of a spreadsheet or another archive: save its table as CSV"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old workbook of a spreadsheet"),
        (b"%PDF-1.7\n", "a PDF: export the timetable as .ics"),
        (b"<html><table><tr><td>x</td></tr></table></html>", "a web page, as some sites name it .xls"),
        (b"Subject,Start Date,Start Time\r\nMaths,09/07/2026,08:00 AM\r\n", "a table of events with dates"),
        ("主题,开始日期,开始时间\r\n数学,2026/9/7,8:00\r\n".encode("gbk"), "export the calendar as .ics"),
        (b"BEGIN:VCALENDAR\r\nX-A:go\0od\r\nEND:VCALENDAR\r\n", r"control character '.x00' in line 2: take it out"),
    ],
)
def test_a_file_of_another_kind_is_called_by_its_name(content: bytes, told: str) -> None:
    """With how to get from it to one that is read."""
    with pytest.raises(InvalidCalendar, match=told):
        read(content)


def test_headings_that_are_missing_are_named() -> None:
    """It is a table, only not a whole one."""
    with pytest.raises(InvalidCalendar, match="no column 结束节数、周数"):
        read("课程名称,星期,开始节数\r\n".encode())


ARRANGED = {"start_week": 2, "end_week": 7, "day_of_week": 3, "start_section": 5, "end_section": 6}


@pytest.mark.parametrize(
    ("weeks", "meant"),
    [
        ("all", (2, 3, 4, 5, 6, 7)),
        (None, (2, 3, 4, 5, 6, 7)),
        ("odd", (3, 5, 7)),
        ("双周", (2, 4, 6)),
        ([2, 9], (2, 9)),
        ("1-3、8", (1, 2, 3, 8)),
    ],
)
def test_courses_of_json_are_read(weeks: object, meant: tuple[int, ...]) -> None:
    """Weeks may halve the run, or name the weeks themselves."""
    course = {
        "course_name": "形势",
        "location": "B1",
        "is_allow_tasks": True,
        "arrangements": [ARRANGED | {"weeks": weeks}],
    }
    [read_course] = read(json.dumps({"courses": [course], "version": 2}).encode()).courses
    held = Meeting(day_of_week=3, slot_start=5, slot_end=6, weeks=meant)
    assert read_course == Course(name="形势", location="B1", embeddable=True, meetings=(held,))


@pytest.mark.parametrize(
    ("course", "uid", "reason"),
    [
        ({"course_name": "A", "arrangements": [ARRANGED, {"day_of_week": 1}]}, "courses[0].arrangements[1]", "missing"),
        (
            {"course_name": "A", "arrangements": [ARRANGED, ARRANGED | {"day_of_week": "x"}]},
            "courses[0].arrangements[1]",
            "'x'",
        ),
        ({"course_name": 7, "arrangements": []}, "courses[0]", "course_name is 7"),
        ("A", "courses[0]", "it is 'A'"),
    ],
)
def test_a_part_of_json_that_makes_no_sense_spoils_itself_alone(course: object, uid: str, reason: str) -> None:
    """And is told with its place and its value."""
    good = {"course_name": "Z", "arrangements": [ARRANGED | {"day_of_week": 5}]}
    timetable = read(json.dumps({"courses": [course, good]}).encode())
    [skipped] = timetable.skipped
    assert (skipped.uid, skipped.code) == (uid, "unreadable")
    assert reason in skipped.reason
    assert timetable.courses[-1].name == "Z"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "no JSON .*line 1, column 2"),
        ("[1]", 'no list "courses"'),
        ('{"courses": 3}', 'no list "courses"'),
        ('{"classes": []}', "a list of tasks and no timetable"),
        ("[" * 100_000, "nested too deeply"),
        ('{"courses": [' + "9" * 5_000 + "]}", "a number of thousands of digits"),
    ],
)
def test_json_of_another_form_is_refused(text: str, told: str) -> None:
    """One error for the whole file."""
    with pytest.raises(InvalidCalendar, match=told):
        read(text.encode())


@given(st.binary(max_size=60) | st.text(max_size=40).map(lambda text: f"{HEADINGS}\n{text}".encode()))
def test_no_bytes_are_a_mistake_of_ours(content: bytes) -> None:
    """They are a timetable or refused."""
    with suppress(InvalidCalendar):
        read(content)


@given(st.text(st.characters(codec="gb18030", exclude_categories=["Cc", "Cs"]), max_size=40))
def test_any_text_in_gb18030_or_utf_8_comes_back(text: str) -> None:
    """As long as its bytes are not UTF-8 by chance."""
    assert decoded(text.encode()) in (text, text.removeprefix("\ufeff"))
    try:
        text.encode("gb18030").decode()
    except UnicodeDecodeError:
        if not text.encode("gb18030").startswith((b"\xff\xfe", b"\xfe\xff")):
            assert decoded(text.encode("gb18030")) == text
