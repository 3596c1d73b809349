"""The courses of a term as a table in the columns of WakeUp's template (rules EXPORT-9 and EXPORT-10)."""

import csv
import io
import re
from collections.abc import Iterator, Sequence

from domain.export.held import HeldEvent, HeldTerm, meetings_held

HEADINGS = ("课程名称", "星期", "开始节数", "结束节数", "老师", "地点", "周数", "可嵌入")

_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r]")


def table_file(held: HeldTerm) -> bytes:
    """The table, in UTF-8 with a byte order mark, by which spreadsheets know it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(HEADINGS)
    for event in held.in_order():
        if event.type == "course":
            writer.writerows(_rows(event))
    return text.getvalue().encode("utf-8-sig", "replace")


def _rows(event: HeldEvent) -> Iterator[tuple[str | int, ...]]:
    embeddable = "是" if event.embeddable else ""
    for meeting in (held.meeting for held in meetings_held(event)):
        place = meeting.day_of_week, meeting.slot_start, meeting.slot_end
        who, where = guarded(event.teacher), guarded(event.location)
        yield guarded(event.name), *place, who, where, weeks_written(meeting.weeks), embeddable


def guarded(text: str) -> str:
    """The text, with an apostrophe before it where a spreadsheet would take it for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def without_guard(text: str) -> str:
    """The text that is guarded thus; any other text as it is."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def weeks_written(weeks: Sequence[int]) -> str:
    """Weeks as people write them: ``1-5、7-11单、16``."""
    rest, parts = list(weeks), []
    while rest:
        step, length = max(((step, _run(rest, step)) for step in (1, 2)), key=lambda run: (run[1], -run[0]))
        if step == 2 and length < 3:
            step, length = 1, 1
        parts.append(_part(rest[0], rest[length - 1], step))
        rest = rest[length:]
    return "、".join(parts)


def _run(weeks: Sequence[int], step: int) -> int:
    """How many of the first weeks follow each other by a step."""
    length = 1
    while length < len(weeks) and weeks[length] == weeks[length - 1] + step:
        length += 1
    return length


def _part(first: int, last: int, step: int) -> str:
    if first == last:
        return str(first)
    half = "" if step == 1 else "单" if first % 2 else "双"
    return f"{first}-{last}{half}"
