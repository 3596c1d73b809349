"""The parts of a recurrence rule, each checked and none passed over (rule IMPORT-3)."""

from collections.abc import Collection, Iterator
from datetime import date, datetime, time

from icalendar.prop import vRecur

from services.parse_icalendar import EventRefused, shortened

MAX_INTERVAL = 60

END_PARTS = frozenset({"COUNT", "UNTIL"})

WEEKDAYS = {"MO": 1, "TU": 2, "WE": 3, "TH": 4, "FR": 5, "SA": 6, "SU": 7}


def frequency(rule: vRecur) -> str:
    """The frequency in capitals.

    Raises:
        EventRefused: several are named.
    """
    return str(part(rule, "FREQ")).upper()


def check_parts(rule: vRecur, known: Collection[str]) -> None:
    """Refuse a rule that has other parts than these and those of its end.

    Raises:
        EventRefused: it has, or names two ends.
    """
    foreign = sorted(name.upper() for name in rule if name.upper() not in {*known, *END_PARTS})
    if foreign:
        raise EventRefused("unsupported", f"{shortened(', '.join(foreign))} in RRULE is not supported")
    if rule.keys() >= END_PARTS:
        raise EventRefused("unreadable", "RRULE names both COUNT and UNTIL")


def part(rule: vRecur, name: str) -> object | None:
    """The value of a part that has one.

    Raises:
        EventRefused: it has several.
    """
    values = rule.get(name, [])
    if len(values) > 1:
        raise EventRefused("unreadable", f"{name} in RRULE has {len(values)} values")
    return values[0] if values else None


def number(rule: vRecur, name: str, largest: int | None) -> int | None:
    """A number from 1 on, or None where the rule has no such part.

    Raises:
        EventRefused: it is none, or larger than the largest.
    """
    value = part(rule, name)
    if value is None:
        return None
    if not isinstance(value, int) or value < 1 or (largest is not None and value > largest):
        raise _out_of_range(name, value)
    return int(value)


def numbers(rule: vRecur, name: str, largest: int, *, negative: bool = True) -> tuple[int, ...]:
    """The numbers that a part lists, ascending; those below zero count from the end.

    Raises:
        EventRefused: one is 0, or too large.
    """
    return tuple(sorted({_checked(name, value, largest, negative) for value in rule.get(name, [])}))


def _checked(name: str, value: object, largest: int, negative: bool) -> int:
    if not isinstance(value, int) or not 1 <= (abs(value) if negative else value) <= largest:
        raise _out_of_range(name, value)
    return int(value)


def _out_of_range(name: str, value: object) -> EventRefused:
    return EventRefused("unsupported", f"{name}={shortened(str(value))} in RRULE is out of range")


def weekdays(rule: vRecur, name: str) -> Iterator[int]:
    """Plain days of the week, 1 is Monday.

    Raises:
        EventRefused: one is none.
    """
    for value in rule.get(name, []):
        day = str(value).upper()
        if day not in WEEKDAYS:
            raise EventRefused("unsupported", f"{name}={shortened(day)} in RRULE is not a plain day of the week")
        yield WEEKDAYS[day]


def until(rule: vRecur, start: datetime) -> datetime | None:
    """The last moment as an instant; a date counts to its end, and a time without a zone is in that of the start.

    Raises:
        EventRefused: it is neither.
    """
    told = part(rule, "UNTIL")
    if isinstance(told, datetime):
        return told if told.tzinfo else told.replace(tzinfo=start.tzinfo)
    if isinstance(told, date):
        return datetime.combine(told, time.max, start.tzinfo)
    if told is not None:
        raise EventRefused("unreadable", f"UNTIL={shortened(str(told))} in RRULE is neither a date nor a time")
    return None
