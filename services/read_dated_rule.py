"""Read a recurrence rule by months or years (rule IMPORT-5)."""

import re
from collections.abc import Iterator
from datetime import datetime

from icalendar.prop import vRecur

from domain.timetable.dated_rule import DatedRule
from services.parse_icalendar import EventRefused, shortened
from services.rule_parts import MAX_INTERVAL, WEEKDAYS, check_parts, frequency, number, numbers, until

# Weeks do not matter to such a rule, so that it does not matter when they begin.
_PARTS = ("FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST")
_DAY = re.compile(r"([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)", re.IGNORECASE)
_WEEKS = 53
_DAYS = 366


def read_dated_rule(value: vRecur, start: datetime) -> DatedRule:
    """The rule of an event that starts at ``start``.

    Raises:
        EventRefused: it has parts that are not supported.
    """
    check_parts(value, _PARTS)
    return DatedRule(
        yearly=frequency(value) == "YEARLY",
        interval=number(value, "INTERVAL", MAX_INTERVAL) or 1,
        months=numbers(value, "BYMONTH", 12, negative=False),
        month_days=numbers(value, "BYMONTHDAY", 31),
        week_days=tuple(sorted(set(_week_days(value)))),
        positions=numbers(value, "BYSETPOS", _DAYS),
        count=number(value, "COUNT", None),
        until=until(value, start),
    )


def _week_days(rule: vRecur) -> Iterator[tuple[int, int]]:
    for value in rule.get("BYDAY", []):
        found = _DAY.fullmatch(str(value))
        place = int(found[1] or 0) if found else 0
        if found is None or abs(place) > _WEEKS or (found[1] and not place):
            raise EventRefused("unsupported", f"BYDAY={shortened(str(value))} in RRULE is no day of the week")
        yield place, WEEKDAYS[found[2].upper()]
