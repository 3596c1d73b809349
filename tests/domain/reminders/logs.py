"""Logs of sessions made up for the tests of reminders."""

from typing import Any

from hypothesis import strategies as st

from domain.reminders.change import CHANGE_KIND, Change, Create, Delete, Dispatch, Reminder, encode_change
from domain.reminders.fold import LogEvent
from domain.reminders.instants import EARLIEST, LATEST, written
from domain.reminders.trimming import TRIMMED, is_tight

# Text that tries things: blanks of every kind, line ends, escapes, quotes, both halves of characters.
TEXTS = st.text(st.sampled_from(TRIMMED + '\x00\x1b\x85"\\\u001fa中😀') | st.characters(), max_size=12)
TIGHT = TEXTS.filter(is_tight)
MOMENTS = st.integers(EARLIEST, LATEST)
REMINDERS = st.builds(
    Reminder, id=TIGHT, prompt=TIGHT, after_seconds=st.integers(1, 2**53 - 1), scheduled_at=MOMENTS.map(written)
)
CHANGES = st.one_of(st.builds(Create, REMINDERS), st.builds(Delete, TIGHT), st.builds(Dispatch, TIGHT))


def reminder(reminder_id: str = "a", due: int = 31_000, prompt: str = "check logs") -> Reminder:
    """A reminder of 30 seconds that is due at ``due`` milliseconds."""
    return Reminder(reminder_id, prompt, 30, written(due))


def create(reminder_id: str = "a", due: int = 31_000, prompt: str = "check logs") -> Create:
    return Create(reminder(reminder_id, due, prompt))


def create_data(**changed: Any) -> dict[str, Any]:
    """A create event's data whose schedule has those values instead of sound ones."""
    data = encode_change(create())
    return data | {"schedule": data["schedule"] | changed}


def log(*entries: Change | object) -> list[LogEvent]:
    """A log of those changes; None is an event of another kind, anything else the data of a malformed change."""
    return [_event(seq, entry) for seq, entry in enumerate(entries)]


def _event(seq: int, entry: object) -> LogEvent:
    if entry is None:
        return LogEvent(seq, "message", {"role": "user", "version": 7})
    if isinstance(entry, Create | Delete | Dispatch):
        return LogEvent(seq, CHANGE_KIND, encode_change(entry))
    return LogEvent(seq, CHANGE_KIND, entry)
