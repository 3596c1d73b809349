"""The term a calendar file seems to be made for, as far as nobody says which (rules IMPORT-11 and IMPORT-17)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo

from domain.errors import InvalidCalendar
from domain.term.calendar import MAX_WEEKS, Term
from domain.timetable.calendar import Calendar, CalendarEvent, Skipped
from domain.timetable.choice import TermChoice
from domain.timetable.dated_rule import DatedRule, dated_moments
from domain.timetable.recurrence import anchored

DEFAULT_ZONE = "Asia/Shanghai"
DEFAULT_WEEKS = 18

NOTHING_SAID = TermChoice()

_LISTED = 100
_UTC = {"UTC", "Etc/UTC", "GMT", "Etc/GMT"}


def guess_zone(calendar: Calendar) -> str:
    """The zone most events are written in, leaving UTC out; ``Asia/Shanghai`` where none is named."""
    zones = (event.start.tzinfo for event in calendar.events)
    names = Counter(zone.key for zone in zones if isinstance(zone, ZoneInfo) and zone.key not in _UTC)
    if names:
        return names.most_common(1)[0][0]
    return calendar.zone.key if calendar.zone is not None else DEFAULT_ZONE


def guess_first_monday(calendar: Calendar, zone: str | None = None) -> date:
    """Monday of the week in which the earliest event starts.

    Raises:
        InvalidCalendar: the calendar has no readable event.
    """
    if not calendar.events:
        raise _without_events(calendar)
    place = ZoneInfo(zone or guess_zone(calendar))
    earliest = min(anchored(event.start, place).astimezone(place).date() for event in _timed(calendar))
    return earliest - timedelta(days=earliest.isoweekday() - 1)


def guess_weeks(calendar: Calendar, first_monday: date, zone: str) -> int:
    """Weeks to the last named end, 18 where a rule names none; 1 to 60.

    Raises:
        InvalidCalendar: the calendar has no readable event.
    """
    if not calendar.events:
        raise _without_events(calendar)
    weeks = max(_last_week(event, first_monday, ZoneInfo(zone)) for event in _timed(calendar))
    return min(max(weeks, 1), MAX_WEEKS)


def _timed(calendar: Calendar) -> Sequence[CalendarEvent]:
    """The events told in clock times; a holiday or a birthday says nothing of when a term is.

    What repeats by months or years may have begun long before, and counts only where nothing else does.
    """
    timed = [event for event in calendar.events if not event.whole_day] or calendar.events
    return [event for event in timed if not isinstance(event.rule, DatedRule)] or timed


def guess_term(calendar: Calendar, choice: TermChoice = NOTHING_SAID) -> Term:
    """The term of a calendar: what is said of it is taken, the rest is guessed to go with that (rule IMPORT-17).

    Raises:
        InvalidCalendar: something is to be guessed and the calendar has no readable event.
        InvalidTerm: what is said and what is guessed make no term.
    """
    zone = choice.zone or guess_zone(calendar)
    monday = choice.first_monday or guess_first_monday(calendar, zone)
    weeks = choice.weeks or guess_weeks(calendar, monday, zone)
    return choice.completed(monday, weeks, zone)


def _without_events(calendar: Calendar) -> InvalidCalendar:
    if not calendar.skipped:
        return InvalidCalendar("the calendar holds no event: choose another export")
    return nothing_usable("the file holds no readable event", calendar.skipped)


def nothing_usable(finding: str, skipped: Sequence[Skipped]) -> InvalidCalendar:
    """The error for a file of which nothing can be used; its facts list what was skipped (rule IMPORT-19)."""
    first, number = skipped[0], len(skipped)
    message = f"{finding} ({number} skipped; {first.name!r}: {first.reason}): choose another export"
    return InvalidCalendar(message, skipped=[entry.model_dump() for entry in skipped[:_LISTED]])


def _last_week(event: CalendarEvent, monday: date, zone: ZoneInfo) -> int:
    """Week of the last occurrence, counted from ``monday``, or where counting further cannot matter."""
    first = max(_week(anchored(moment, zone), monday, zone) for moment in (event.start, *event.added))
    if event.rule is None:
        return first
    if event.rule.until is not None:
        return max(first, _week(anchored(event.rule.until, zone) - timedelta(seconds=1), monday, zone))
    if event.rule.count is None:
        return max(first, DEFAULT_WEEKS)
    if isinstance(event.rule, DatedRule):
        return max((_week(moment, monday, zone) for moment in _dated(event, event.rule, monday, zone)), default=first)
    if event.rule.every_days is not None:
        return first + min(event.rule.count * event.rule.every_days // 7, MAX_WEEKS)
    periods = -(-event.rule.count // max(1, len(event.rule.days)))
    return first + min(periods - 1, MAX_WEEKS) * event.rule.interval


def _dated(event: CalendarEvent, rule: DatedRule, monday: date, zone: ZoneInfo) -> Iterator[datetime]:
    """The occurrences that lie in the longest term."""
    closes = monday + timedelta(weeks=MAX_WEEKS)
    moments = dated_moments(anchored(event.start, zone), rule, monday, closes)
    return takewhile(lambda moment: moment.astimezone(zone).date() < closes, moments)


def _week(moment: datetime, monday: date, zone: ZoneInfo) -> int:
    return (moment.astimezone(zone).date() - monday).days // 7 + 1
