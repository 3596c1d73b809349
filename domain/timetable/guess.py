"""The term a calendar file seems to be made for, where nobody says which (rule IMPORT-11)."""

from collections import Counter
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from domain.errors import InvalidCalendar
from domain.term.calendar import Term
from domain.timetable.calendar import Calendar, CalendarEvent
from domain.timetable.recurrence import anchored

DEFAULT_ZONE = "Asia/Shanghai"
DEFAULT_WEEKS = 18
MAX_WEEKS = 60

_UTC = {"UTC", "Etc/UTC", "GMT", "Etc/GMT"}


def guess_zone(calendar: Calendar) -> str:
    """The zone most events are written in, leaving UTC out; ``Asia/Shanghai`` where none is named."""
    zones = (event.start.tzinfo for event in calendar.events)
    names = Counter(zone.key for zone in zones if isinstance(zone, ZoneInfo) and zone.key not in _UTC)
    return names.most_common(1)[0][0] if names else DEFAULT_ZONE


def guess_first_monday(calendar: Calendar, zone: str | None = None) -> date:
    """Monday of the week in which the earliest event starts.

    Raises:
        InvalidCalendar: the calendar has no readable event.
    """
    if not calendar.events:
        raise InvalidCalendar(_without_events(calendar))
    place = ZoneInfo(zone or guess_zone(calendar))
    earliest = min(anchored(event.start, place).astimezone(place).date() for event in calendar.events)
    return earliest - timedelta(days=earliest.isoweekday() - 1)


def guess_term(calendar: Calendar) -> Term:
    """A term from the earliest event to the last named end, of 18 weeks where no rule names one, of 60 at most.

    Raises:
        InvalidCalendar: the calendar has no readable event.
    """
    zone = guess_zone(calendar)
    monday = guess_first_monday(calendar, zone)
    weeks = max(_last_week(event, monday, ZoneInfo(zone)) for event in calendar.events)
    return Term(first_monday=monday, weeks=min(weeks, MAX_WEEKS), zone=zone)


def _without_events(calendar: Calendar) -> str:
    if not calendar.skipped:
        return "the calendar holds no event: choose another export"
    first, number = calendar.skipped[0], len(calendar.skipped)
    return f"the file holds no readable event ({number} skipped; {first.name!r}: {first.reason}): choose another export"


def _last_week(event: CalendarEvent, monday: date, zone: ZoneInfo) -> int:
    """Week of the last occurrence, counted from ``monday``, or where counting further cannot matter."""
    first = _week(anchored(event.start, zone), monday, zone)
    if event.rule is None:
        return first
    if event.rule.until is not None:
        return max(first, _week(anchored(event.rule.until, zone) - timedelta(seconds=1), monday, zone))
    if event.rule.count is None:
        return max(first, DEFAULT_WEEKS)
    periods = -(-event.rule.count // max(1, len(event.rule.days)))
    return first + min(periods - 1, MAX_WEEKS) * event.rule.interval


def _week(moment: datetime, monday: date, zone: ZoneInfo) -> int:
    return (moment.astimezone(zone).date() - monday).days // 7 + 1
