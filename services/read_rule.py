"""Read a recurrence rule; one by hours or less is refused by name (rules IMPORT-2 and IMPORT-5)."""

from datetime import datetime

from icalendar.prop import vRecur

from domain.timetable.calendar import WeeklyRule
from domain.timetable.dated_rule import DatedRule
from services.parse_icalendar import EventRefused, shortened
from services.read_dated_rule import read_dated_rule
from services.read_weekly_rule import read_weekly_rule
from services.rule_parts import frequency

_FREQUENCIES = "only DAILY, WEEKLY, MONTHLY and YEARLY are"


def read_rule(value: vRecur, start: datetime) -> WeeklyRule | DatedRule:
    """The rule of an event that starts at ``start``.

    Raises:
        EventRefused: the rule is of another frequency, or has parts that are not supported.
    """
    named = frequency(value)
    if named in ("WEEKLY", "DAILY"):
        return read_weekly_rule(value, start)
    if named in ("MONTHLY", "YEARLY"):
        return read_dated_rule(value, start)
    raise EventRefused("unsupported", f"FREQ={shortened(named)} is not supported, {_FREQUENCIES}")
