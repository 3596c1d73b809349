"""Read a recurrence rule by weeks or days (rule IMPORT-5)."""

from datetime import datetime

from icalendar.prop import vRecur

from domain.timetable.calendar import WeeklyRule
from services.parse_icalendar import EventRefused
from services.rule_parts import MAX_INTERVAL, check_parts, frequency, number, until, weekdays

_PARTS = ("FREQ", "INTERVAL", "BYDAY", "WKST")


def read_weekly_rule(value: vRecur, start: datetime) -> WeeklyRule:
    """The rule of an event that starts at ``start``.

    Raises:
        EventRefused: it has parts that are not supported.
    """
    check_parts(value, _PARTS)
    interval = number(value, "INTERVAL", MAX_INTERVAL) or 1
    days = tuple(sorted(set(weekdays(value, "BYDAY"))))
    is_daily = frequency(value) == "DAILY"
    if is_daily and days and interval > 1:
        raise EventRefused("unsupported", f"FREQ=DAILY with BYDAY and INTERVAL={interval} in RRULE is not supported")
    return WeeklyRule(
        interval=1 if is_daily else interval,
        every_days=interval if is_daily and not days else None,
        days=days,
        week_start=next(weekdays(value, "WKST"), 1),
        count=number(value, "COUNT", None),
        until=until(value, start),
    )
