"""Which reminder is next, whether it is due, and how long to wait for it (rules REMIND-20 and REMIND-21)."""

from typing import Final

from domain.reminders.change import Reminder
from domain.reminders.fold import Reminders

LONGEST_WAIT: Final = 30 * 24 * 3600 * 1000
"""Milliseconds; a longer wait is cut, and the clock is read again after each segment."""


def earliest(reminders: Reminders) -> Reminder | None:
    """The active reminder with the earliest target; of several, the one that was created first."""
    return min(reminders.active, key=lambda reminder: reminder.target, default=None)


def is_due(reminder: Reminder, now: int) -> bool:
    """Whether its target is reached at ``now``, in milliseconds since 1970; that a timer fired means nothing."""
    return now >= reminder.target


def due(reminders: Reminders, now: int) -> Reminder | None:
    """The reminder to deliver at ``now``, if one is due."""
    first = earliest(reminders)
    return first if first is not None and is_due(first, now) else None


def next_wait(target: int, now: int) -> int:
    """Milliseconds to wait before the clock is read again; 0 once ``target`` is reached."""
    return min(max(target - now, 0), LONGEST_WAIT)
