"""Who teaches an event and where, as far as its place and description say so (rule IMPORT-33)."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from domain.timetable.sections import names_sections

# Several facts may stand in one line, each behind its heading.
_VALUE = r"(.+?)(?:\s+[^\s:：]{1,8}[:：].*)?"
_BREAK = re.compile(r"<br\s*/?>|</(?:p|div|li|tr)>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]*>", re.IGNORECASE)

_TEACHER = re.compile(
    r"(?:(?:任课|授课|主讲|上课)?(?:老师|教师)(?:\s*Teacher)?|Teachers?|Instructors?|Lecturers?|Professors?|Staff)"
    r"\s*[:：]\s*" + _VALUE,
    re.IGNORECASE,
)
_PLACE = re.compile(r"(?:(?:上课)?(?:地点|教室)|Location|Room|Venue|Place)\s*[:：]\s*" + _VALUE, re.IGNORECASE)


class Held(NamedTuple):
    """Where an event is held and by whom; empty where nothing says so."""

    place: str
    teacher: str


def held_by(location: str, description: str) -> Held:
    """What the lines of a description say: their headings, or else their order in an export of WakeUp, which writes the
    sections, the place and the teacher into lines of their own and the latter two into the place as well.

    Args:
        location: on one line.
        description: as it stands in the file.
    """
    text = _TAG.sub("", _BREAK.sub("\n", description))
    lines = [" ".join(line.split()) for line in text.splitlines()]
    place = location or _headed(_PLACE, lines)
    teacher = _headed(_TEACHER, lines)
    return Held(place, teacher) if teacher else _in_order(place, lines)


def _headed(heading: re.Pattern[str], lines: Sequence[str]) -> str:
    found = (heading.fullmatch(line) for line in lines)
    return next((one[1].strip() for one in found if one is not None), "")


def _in_order(location: str, lines: Sequence[str]) -> Held:
    if len(lines) < 3 or not names_sections(lines[0]):
        return Held(location, "")
    place, teacher = lines[1], lines[2]
    return Held(place, teacher) if f"{place} {teacher}".strip() == location else Held(location, "")
