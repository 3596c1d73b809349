"""A due reminder as its message in the log tells it (rules REMIND-22 and TURN-10)."""

import json

from domain.errors import CorruptScheduleLog
from domain.reminders.presentation import ReminderPresentation

_LINES = 5


def due_reminder(message: str) -> ReminderPresentation:
    """The reminder that was framed as this message.

    Raises:
        CorruptScheduleLog: it is no such message.
    """
    lines = message.split("\n")
    if len(lines) != _LINES:
        raise CorruptScheduleLog(f"the message of a reminder has {len(lines)} lines: expected {_LINES}")
    values = [line.partition(": ")[2] for line in lines]
    try:
        return ReminderPresentation(json.loads(values[2]), json.loads(values[4]), values[3])
    except ValueError:
        raise CorruptScheduleLog("the message of a reminder holds no JSON where it should") from None
