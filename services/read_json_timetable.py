"""Read a timetable from JSON: courses, each with its arrangements (rule IMPORT-25)."""

import json
import re
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from domain.errors import InvalidCalendar
from domain.timetable.calendar import Skipped
from domain.timetable.listed import ListedMeeting, ListedTimetable
from services.parse_icalendar import shortened
from services.read_calendar import MAX_ENTRIES
from services.read_csv_timetable import day_of_week

_HALF = re.compile(r"[单双]周?|odd|even", re.IGNORECASE)
_EVERY = re.compile(r"全部?周?|每周|all|every|", re.IGNORECASE)


def _as_day(told: Any) -> Any:
    return day_of_week(told.strip()) if isinstance(told, str) else told


def _as_text(told: Any) -> Any:
    return "" if told is None else told


_Text = Annotated[str, BeforeValidator(_as_text), Field(max_length=200)]


class _Part(BaseModel):
    """Open to what other programs add."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class _Arrangement(_Part):
    """Consecutive sections of a day of the week, in some weeks."""

    start_week: int | None = None
    end_week: int | None = None
    day_of_week: Annotated[int, BeforeValidator(_as_day)]
    start_section: int
    end_section: int
    weeks: list[int] | str | None = None

    @property
    def all_weeks(self) -> str:
        """The weeks as people write them."""
        run = "" if self.start_week is None else f"{self.start_week}-{self.end_week or self.start_week}"
        if isinstance(self.weeks, list):
            return ",".join(map(str, self.weeks)) or run
        said = (self.weeks or "").strip()
        if _EVERY.fullmatch(said):
            return run or said
        return run + said if _HALF.fullmatch(said) else said


class _Course(_Part):
    """A course; ``is_allow_tasks`` says whether tasks may be done in it."""

    course_name: str = Field(min_length=1, max_length=200)
    location: _Text = ""
    teacher: _Text = ""
    is_allow_tasks: bool = False
    arrangements: list[Any]


class _File(_Part):
    courses: list[Any]


def read_json_timetable(text: str) -> ListedTimetable:
    """The meetings of a file in its order; a part that cannot be read is listed instead of failing the file.

    Raises:
        InvalidCalendar: it is no JSON, names no courses, or holds more than 10,000 arrangements.
    """
    meetings: list[ListedMeeting] = []
    skipped: list[Skipped] = []
    for number, course in enumerate(_courses(text)):
        for read in _meetings(f"courses[{number}]", course):
            (meetings if isinstance(read, ListedMeeting) else skipped).append(read)  # type: ignore[arg-type]
        if len(meetings) + len(skipped) > MAX_ENTRIES:
            raise InvalidCalendar(f"the file has more than {MAX_ENTRIES} arrangements: split it")
    return ListedTimetable(tuple(meetings), tuple(skipped))


def _courses(text: str) -> list[Any]:
    try:
        given = json.loads(text)
        if isinstance(given, dict) and "classes" in given and "courses" not in given:
            raise InvalidCalendar("the file is a list of tasks and no timetable: import it as a task list")
        alone = isinstance(given, list) and all(isinstance(course, dict) for course in given)
        return _File.model_validate({"courses": given} if alone else given).courses
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InvalidCalendar(f"the file is no JSON ({error.msg} at {place}): export it again") from None
    except RecursionError:
        raise InvalidCalendar("the file is nested too deeply: export it again") from None
    except ValidationError:
        raise InvalidCalendar('the file holds no list "courses": give one of {"course_name", "arrangements"}') from None
    except ValueError:
        raise InvalidCalendar("the file holds a number of thousands of digits: export it again") from None


def _meetings(place: str, given: Any) -> list[ListedMeeting | Skipped]:
    try:
        course = _Course.model_validate(given)
    except ValidationError as error:
        name = given.get("course_name") if isinstance(given, dict) else None
        return [_skipped(place, str(name or "(no name)"), error)]
    if not course.arrangements:
        reason = "it has no arrangements, so nothing says when it takes place: add one and import again"
        return [Skipped(uid=place, name=shortened(course.course_name), code="unreadable", reason=reason)]
    return [_meeting(f"{place}.arrangements[{n}]", course, one) for n, one in enumerate(course.arrangements)]


def _meeting(place: str, course: _Course, given: Any) -> ListedMeeting | Skipped:
    try:
        held = _Arrangement.model_validate(given)
    except ValidationError as error:
        return _skipped(place, course.course_name, error)
    return ListedMeeting(
        place=place,
        name=" ".join(course.course_name.split()),
        day_of_week=held.day_of_week,
        first_section=held.start_section,
        last_section=held.end_section,
        weeks=held.all_weeks,
        location=course.location,
        teacher=course.teacher,
        embeddable=course.is_allow_tasks,
    )


def _skipped(place: str, name: str, error: ValidationError) -> Skipped:
    """The first thing that is wrong, with the value there."""
    first = error.errors(include_url=False, include_context=False)[0]
    where = ".".join(map(str, first["loc"])) or "it"
    missing = first["type"] == "missing"
    told = f"{where} is missing" if missing else f"{where} is {shortened(repr(first['input']))}: {first['msg'].lower()}"
    return Skipped(uid=place, name=shortened(name), code="unreadable", reason=f"{told}; correct it and import again")
