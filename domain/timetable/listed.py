"""Timetables that are lists of weekly meetings and name no dates (rules IMPORT-23 to IMPORT-26)."""

from collections.abc import Sequence
from dataclasses import dataclass

from domain.errors import InvalidTerm
from domain.term.calendar import MAX_WEEKS, SECTIONS_PER_DAY, Term
from domain.timetable.calendar import Skipped
from domain.timetable.choice import TermChoice
from domain.timetable.course import Cell, Timetable, is_filler
from domain.timetable.guess import DEFAULT_WEEKS, DEFAULT_ZONE
from domain.timetable.occupation import Holder, Occupation
from domain.timetable.weeks import weeks_of


@dataclass(frozen=True, slots=True)
class ListedMeeting:
    """One line of a list.

    Attributes:
        place: where it stands in the file: ``row 3``, ``courses[0].arrangements[1]``.
        weeks: the weeks as they are written.
    """

    place: str
    name: str
    day_of_week: int
    first_section: int
    last_section: int
    weeks: str
    location: str = ""
    teacher: str = ""
    embeddable: bool = False


@dataclass(frozen=True, slots=True)
class ListedTimetable:
    """The readable lines of a list in its order, and what could not be read."""

    meetings: tuple[ListedMeeting, ...]
    skipped: tuple[Skipped, ...] = ()


def term_of_list(listed: ListedTimetable, choice: TermChoice) -> Term:
    """The term of a list: its first Monday must be said, its length reaches to the last week that is named.

    Raises:
        InvalidTerm: nothing says when the term begins, or what is said makes no term.
    """
    if choice.first_monday is None:
        said = "the file names weeks and no dates, so nothing says when week 1 begins"
        raise InvalidTerm(f"{said}: give first_monday, the Monday of week 1, or a term that is there already")
    return choice.completed(choice.first_monday, _length(listed.meetings), choice.zone or DEFAULT_ZONE)


def timetable_of_list(listed: ListedTimetable, term: Term) -> Timetable:
    """The courses of a list in a term.

    Raises:
        InvalidCalendar: more than 10,000 collisions.
    """
    taken = Occupation(listed.skipped)
    for meeting in listed.meetings:
        _take(taken, meeting, term)
    return Timetable(courses=taken.courses, timed_events=(), skipped=tuple(taken.skipped))


def _take(taken: Occupation, meeting: ListedMeeting, term: Term) -> None:
    embeddable = meeting.embeddable or is_filler(meeting.name)
    holder = Holder(meeting.place, meeting.name, meeting.name, embeddable, meeting.location, meeting.teacher)
    if not 1 <= meeting.day_of_week <= 7:
        return taken.skip(holder, "unreadable", f"{meeting.day_of_week} is no day of the week: Monday is 1, Sunday 7")
    first, last = meeting.first_section, meeting.last_section
    if not 1 <= first <= last <= SECTIONS_PER_DAY:
        reason = f"{first}-{last} is not a run of sections between 1 and {SECTIONS_PER_DAY}: correct it"
        return taken.skip(holder, "unsupported", reason)
    try:
        weeks = weeks_of(meeting.weeks, term.weeks)
    except ValueError as error:
        return taken.skip(holder, "unreadable", f"{error}: write weeks such as 1-16, 3,5,7 or 1-15单")
    inside = [week for week in weeks if week <= term.weeks]
    if len(inside) < len(weeks):
        reason = f"weeks after {term.weeks}, the last of the term, are left out: give a longer term to keep them"
        taken.skip(holder, "outside_term", reason)
    cells = (Cell(week, meeting.day_of_week, section) for week in inside for section in range(first, last + 1))
    return taken.take(holder, frozenset(cells))


def _length(meetings: Sequence[ListedMeeting]) -> int:
    return max((_last_week(meeting.weeks) for meeting in meetings), default=DEFAULT_WEEKS)


def _last_week(weeks: str) -> int:
    try:
        return min(weeks_of(weeks, DEFAULT_WEEKS)[-1], MAX_WEEKS)
    except ValueError:
        return 1
