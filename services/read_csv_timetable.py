"""Read a timetable from a table of meetings, such as the one that WakeUp exports and imports (rule IMPORT-24)."""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from domain.errors import InvalidCalendar
from domain.export.table_file import without_guard
from domain.timetable.calendar import Skipped
from domain.timetable.listed import ListedMeeting, ListedTimetable
from services.parse_icalendar import shortened
from services.read_calendar import MAX_ENTRIES, TEXT_LIMIT

_HEADINGS = {
    "name": ("课程名称", "课程名", "课程", "名称", "course name", "course", "name"),
    "day": ("星期", "星期几", "周几", "day of week", "day", "weekday"),
    "first": ("开始节数", "开始节次", "开始节", "起始节", "first section", "start section", "start"),
    "last": ("结束节数", "结束节次", "结束节", "终止节", "last section", "end section", "end"),
    "sections": ("节次", "节数", "上课节次", "sections", "periods"),
    "teacher": ("老师", "教师", "任课教师", "上课教师", "teacher"),
    "location": ("地点", "教室", "上课地点", "location", "room", "place"),
    "weeks": ("周数", "周次", "上课周次", "weeks"),
    "embeddable": ("可嵌入", "embeddable"),
}
_COLUMN_OF = {heading: column for column, headings in _HEADINGS.items() for heading in headings}
_NEEDED = ("name", "day", "first", "last", "weeks")
# A title, a date and a line that names the separator may stand above the headings.
_ROWS_ABOVE = 10
_LONGEST_HEADING = 4000
_DELIMITERS = (",", "\t", ";")
_DAY = re.compile(
    r"(?:星期|礼拜|周)?([一二三四五六日天])|([1-7])(?:\.0)?|(mon|tue|wed|thu|fri|sat|sun)[a-z]*", re.IGNORECASE
)
_RUN = re.compile(r"第?\s*(\d{1,3})(?:\.0)?\s*节?(?:\s*[-–—~～至到]\s*第?\s*(\d{1,3})\s*节?)?")
_LIST = re.compile(r"第?\s*(\d{1,3}(?:\s*[,，、]\s*\d{1,3})+)\s*节?")
_DAYS_ZH, _DAYS_EN = "一二三四五六日", "montuewedthufrisatsun"
_YES = {"1", "是", "y", "yes", "true"}


def is_csv_timetable(text: str) -> bool:
    """Whether one of the first lines holds headings of such a table."""
    return len(_layout(text).columns) > 1


def read_csv_timetable(text: str) -> ListedTimetable:
    """The meetings of a table in its order; a row that cannot be read is listed instead of failing the file.

    Raises:
        InvalidCalendar: a column that is needed is missing, or there are more than 10,000 rows.
    """
    layout = _layout(text)
    columns = layout.columns
    told = {*columns, *(("first", "last") if "sections" in columns else ())}
    missing = [_HEADINGS[column][0] for column in _NEEDED if column not in told]
    if missing:
        raise InvalidCalendar(
            f"the table has no column {'、'.join(missing)}: name its columns as WakeUp's template does"
        )
    meetings: list[ListedMeeting] = []
    skipped: list[Skipped] = []
    for number, row in _rows(text, layout):
        try:
            meetings.append(_meeting(f"row {number}", {name: _cell(row, at) for name, at in columns.items()}))
        except ValueError as error:
            skipped.append(_skipped(number, _cell(row, columns["name"]), str(error)))
    return ListedTimetable(tuple(meetings), tuple(skipped))


@dataclass(frozen=True, slots=True)
class _Layout:
    """How a table is laid out.

    Attributes:
        heading: number of the row with the headings, from 1.
        columns: where each column stands that is known.
    """

    delimiter: str
    heading: int
    columns: Mapping[str, int]


def _layout(text: str) -> _Layout:
    """The layout in which the most headings are known."""
    found = (layout for delimiter in _DELIMITERS for layout in _layouts(text[:_LONGEST_HEADING], delimiter))
    return max(found, key=lambda layout: len(layout.columns), default=_Layout(_DELIMITERS[0], 1, {}))


def _layouts(text: str, delimiter: str) -> Iterator[_Layout]:
    try:
        for number, row in enumerate(
            islice(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), _ROWS_ABOVE), 1
        ):
            heading = [cell.strip().lower() for cell in row]
            yield _Layout(
                delimiter, number, {_COLUMN_OF[cell]: at for at, cell in enumerate(heading) if cell in _COLUMN_OF}
            )
    except csv.Error:
        return


def _rows(text: str, layout: _Layout) -> Iterator[tuple[int, list[str]]]:
    """The rows below the headings that hold something, numbered as a spreadsheet does."""
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=layout.delimiter), 1):
            if number > MAX_ENTRIES + layout.heading:
                raise InvalidCalendar(f"the table has more than {MAX_ENTRIES} rows: split it")
            if number > layout.heading and any(cell.strip() for cell in row):
                yield number, row
    except csv.Error as error:
        raise InvalidCalendar(f"the table cannot be read ({shortened(str(error))}): export it again as CSV") from None


def _meeting(place: str, told: dict[str, str]) -> ListedMeeting:
    """
    Raises:
        ValueError: a cell that is needed is missing or makes no sense; the message quotes it.
    """
    if not told["name"]:
        raise ValueError("the course has no name: give it one")
    first, last = _sections(told)
    return ListedMeeting(
        place=place,
        name=told["name"],
        day_of_week=day_of_week(told["day"]),
        first_section=first,
        last_section=last,
        weeks=told["weeks"],
        location=told.get("location", ""),
        teacher=told.get("teacher", ""),
        embeddable=told.get("embeddable", "").lower() in _YES,
    )


def _cell(row: Sequence[str], at: int) -> str:
    """A cell, without the apostrophe by which a spreadsheet is told that no formula follows (rule EXPORT-10)."""
    text = " ".join(row[at].split()) if at < len(row) else ""
    return without_guard(text)[:TEXT_LIMIT]


def day_of_week(said: str) -> int:
    """The day that is meant by 1 to 7, 周一 or Mon.

    Raises:
        ValueError: none is; the message quotes it.
    """
    found = _DAY.fullmatch(said)
    if found is None:
        raise ValueError(f"{said[:20]!r} is no day of the week: write 1 for Monday to 7 for Sunday")
    if found[1]:
        return _DAYS_ZH.index(found[1].replace("天", "日")) + 1
    return int(found[2]) if found[2] else _DAYS_EN.index(found[3].lower()) // 3 + 1


def _sections(told: Mapping[str, str]) -> tuple[int, int]:
    """First and last section, from two columns or from one that holds both."""
    run = told.get("first") or told.get("sections", "")
    first, last = _run(run)
    return first, (_run(told["last"])[1] if told.get("last") else last)


def _run(said: str) -> tuple[int, int]:
    """The first and the last of a run (3-4) or of a list without gaps (3,4)."""
    if listed := _LIST.fullmatch(said):
        sections = [int(section) for section in re.findall(r"\d+", listed[1])]
        if sections != list(range(sections[0], sections[-1] + 1)):
            raise ValueError(f"{said[:20]!r} are several runs of sections: give each a row of its own")
        return sections[0], sections[-1]
    found = _RUN.fullmatch(said)
    if found is None:
        raise ValueError(f"{said[:20]!r} is no section: write a number from 1 to 12")
    return int(found[1]), int(found[2] or found[1])


def _skipped(number: int, name: str, reason: str) -> Skipped:
    return Skipped(uid=f"row {number}", name=name or "(no name)", code="unreadable", reason=reason)
