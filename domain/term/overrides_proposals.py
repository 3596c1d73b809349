"""What the public calendar proposes for the days of a term (rules OVERRIDE-10 to OVERRIDE-14)."""

from collections.abc import Collection, Iterator, Mapping
from datetime import timedelta

from pydantic import BaseModel, ConfigDict

from domain.schedule.state import Locale
from domain.term.calendar import Term
from domain.term.overrides import Override, TermDay
from domain.term.overrides_calendar import DayOff, MadeUpDay, days_off, keeps_public_days, made_up_days
from domain.term.overrides_wording import holiday_text, made_up_text, off_text

DayCourses = Mapping[TermDay, Collection[str]]
"""The names of the courses that stand on each day by the original timetable."""


class Proposal(BaseModel):
    """An override that the public calendar suggests.

    Attributes:
        override: what is proposed.
        holiday: the holiday it is for, in words.
        provisional: whether it is a guess: no official table has the year, or the term lacks the day that is made up.
        reason: why, in one sentence.
        goes, comes: names of the courses that are not held that day then, and of those that are.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    override: Override
    holiday: str
    provisional: bool
    reason: str
    goes: tuple[str, ...]
    comes: tuple[str, ...]


def proposals(term: Term, courses: DayCourses, locale: Locale) -> tuple[Proposal, ...]:
    """What is proposed for a term, day by day; only days on which that changes a course.

    A day without courses is made up for by none: a timetable may have its courses on the day that is worked already.
    """
    if not keeps_public_days(term.zone):
        return ()
    first, last = term.first_monday, term.last_day
    made = [
        *(_without(term, off, courses, locale) for off in days_off(first, last)),
        *(_made_up(term, made_up, courses, locale) for made_up in made_up_days(first, last)),
    ]
    useful = (one for one in made if one.comes or (one.goes and one.override.source is None))
    return tuple(sorted(useful, key=lambda one: one.override.day))


def open_proposals(
    made: Collection[Proposal], standing: Mapping[TermDay, TermDay | None], term: Term
) -> Iterator[Proposal]:
    """Those for days of which nothing has been decided yet."""
    return (one for one in made if TermDay(*term.position(one.override.day)) not in standing)


def _without(term: Term, off: DayOff, courses: DayCourses, locale: Locale) -> Proposal:
    return Proposal(
        override=Override(day=off.day),
        holiday=holiday_text(locale, off.holiday),
        provisional=off.provisional,
        reason=off_text(locale, off.holiday, off.day.year, provisional=off.provisional),
        goes=_held(courses, TermDay(*term.position(off.day))),
        comes=(),
    )


def _made_up(term: Term, made_up: MadeUpDay, courses: DayCourses, locale: Locale) -> Proposal:
    is_inside = term.first_monday <= made_up.of <= term.last_day
    same_week = made_up.day + timedelta(days=made_up.of.isoweekday() - made_up.day.isoweekday())
    source = TermDay(*term.position(made_up.of if is_inside else same_week))
    return Proposal(
        override=Override(day=made_up.day, as_week=source.week, as_day_of_week=source.day_of_week),
        holiday=holiday_text(locale, made_up.holiday),
        provisional=not is_inside,
        reason=made_up_text(locale, made_up.holiday, made_up.of, source, outside=not is_inside),
        goes=_held(courses, TermDay(*term.position(made_up.day))),
        comes=_held(courses, source),
    )


def _held(courses: DayCourses, day: TermDay) -> tuple[str, ...]:
    return tuple(dict.fromkeys(courses.get(day, ())))
