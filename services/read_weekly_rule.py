"""Read a recurrence rule; anything but one by weeks or days is refused by name (rule IMPORT-5)."""

from collections.abc import Iterator
from datetime import date, datetime, time

from icalendar.prop import vRecur

from domain.timetable.calendar import WeeklyRule
from services.parse_icalendar import EventRefused, shortened

MAX_INTERVAL = 60

_WEEKDAYS = {"MO": 1, "TU": 2, "WE": 3, "TH": 4, "FR": 5, "SA": 6, "SU": 7}
_PARTS = {"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST"}


def read_weekly_rule(value: vRecur, start: datetime) -> WeeklyRule:
    """The rule of an event that starts at ``start``.

    Raises:
        EventRefused: the rule is not one by weeks or days, of the supported parts.
    """
    _check_parts(value)
    interval = _number(value, "INTERVAL", MAX_INTERVAL) or 1
    days = tuple(sorted(set(_weekdays(value, "BYDAY"))))
    is_daily = str(_part(value, "FREQ")).upper() == "DAILY"
    if is_daily and days and interval > 1:
        raise EventRefused("unsupported", f"FREQ=DAILY with BYDAY and INTERVAL={interval} in RRULE is not supported")
    return WeeklyRule(
        interval=1 if is_daily else interval,
        every_days=interval if is_daily and not days else None,
        days=days,
        week_start=next(_weekdays(value, "WKST"), 1),
        count=_number(value, "COUNT", None),
        until=_until(value, start),
    )


def _check_parts(rule: vRecur) -> None:
    frequency = str(_part(rule, "FREQ")).upper()
    if frequency not in ("WEEKLY", "DAILY"):
        raise EventRefused("unsupported", f"FREQ={shortened(frequency)} is not supported, only WEEKLY and DAILY are")
    foreign = sorted(name.upper() for name in rule if name.upper() not in _PARTS)
    if foreign:
        raise EventRefused("unsupported", f"{shortened(', '.join(foreign))} in RRULE is not supported")
    if "COUNT" in rule and "UNTIL" in rule:
        raise EventRefused("unreadable", "RRULE names both COUNT and UNTIL")


def _part(rule: vRecur, name: str) -> object | None:
    values = rule.get(name, [])
    if len(values) > 1:
        raise EventRefused("unreadable", f"{name} in RRULE has {len(values)} values")
    return values[0] if values else None


def _number(rule: vRecur, name: str, largest: int | None) -> int | None:
    value = _part(rule, name)
    if value is None:
        return None
    if not isinstance(value, int) or value < 1 or (largest is not None and value > largest):
        raise EventRefused("unsupported", f"{name}={shortened(str(value))} in RRULE is out of range")
    return int(value)


def _weekdays(rule: vRecur, name: str) -> Iterator[int]:
    for value in rule.get(name, []):
        day = str(value).upper()
        if day not in _WEEKDAYS:
            raise EventRefused("unsupported", f"{name}={shortened(day)} in RRULE is not a plain day of the week")
        yield _WEEKDAYS[day]


def _until(rule: vRecur, start: datetime) -> datetime | None:
    """The last moment as an instant; a date counts to its end, and a time without a zone is in that of the start."""
    until = _part(rule, "UNTIL")
    if isinstance(until, datetime):
        return until if until.tzinfo else until.replace(tzinfo=start.tzinfo)
    if isinstance(until, date):
        return datetime.combine(until, time.max, start.tzinfo)
    if until is not None:
        raise EventRefused("unreadable", f"UNTIL={shortened(str(until))} in RRULE is neither a date nor a time")
    return None
