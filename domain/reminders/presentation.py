"""What a delivered reminder said, read back from the log for those who show it (rules REMIND-24 to REMIND-26)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Any, Literal

from domain.errors import CorruptScheduleLog
from domain.reminders.answers import DELIVERY_MODE
from domain.reminders.change import CHANGE_KIND, Change, Create, Dispatch, decode_change, quoted
from domain.reminders.fold import LogEvent
from domain.reminders.instants import instant_of, read_instant
from domain.reminders.wording import say
from domain.schedule.state import Locale


@dataclass(frozen=True, slots=True)
class ReminderPresentation:
    """A reminder that was delivered.

    Attributes:
        occurrence_at: when it was due, as ``YYYY-MM-DDTHH:MM:SS.mmmZ``.
    """

    schedule_id: str
    prompt: str
    occurrence_at: str
    delivery_mode: Literal["session-local"] = DELIVERY_MODE

    def value(self) -> dict[str, Any]:
        """The presentation as a JSON value."""
        return {
            "scheduleId": self.schedule_id,
            "prompt": self.prompt,
            "occurrenceAt": self.occurrence_at,
            "deliveryMode": self.delivery_mode,
        }


def reminder_presentation(
    events: Sequence[LogEvent], dispatch_seq: int, seed_length: int = 0
) -> ReminderPresentation | None:
    """The reminder whose dispatch stands at ``dispatch_seq``; None where another event stands there.

    Args:
        events: the whole log; each ``seq`` is its index.
        seed_length: how many events a fork took over. A dispatch among them is looked up among them, a later one
            only behind them.

    Raises:
        CorruptScheduleLog: no such event, an event out of its place, a malformed change, or a dispatch of what was
            not active.
    """
    change = _change_at(events, dispatch_seq)
    if not isinstance(change, Dispatch):
        return None
    lower = 0 if dispatch_seq < seed_length else seed_length
    for seq in range(dispatch_seq - 1, lower - 1, -1):
        earlier = _change_at(events, seq)
        if earlier is not None and _id_of(earlier) == change.id:
            return _presented(earlier, dispatch_seq)
    raise CorruptScheduleLog(f"event {dispatch_seq} dispatches {quoted(change.id)}, which was never created")


def presenting_sentence(presentation: ReminderPresentation, locale: Locale, zone: tzinfo = UTC) -> str:
    """What a person is told where no model finds the words, with the time on the clocks of ``zone``."""
    moment = instant_of(read_instant(presentation.occurrence_at))
    try:
        local = moment.astimezone(zone)
    except OverflowError:  # In a zone ahead of UTC the last hours of the year 9999 belong to no year of four digits.
        local = moment
    time = local.replace(tzinfo=None).isoformat(" ", "minutes")
    return say(locale, "presenting", time=time, prompt=presentation.prompt)


def _change_at(events: Sequence[LogEvent], seq: int) -> Change | None:
    if type(seq) is not int or not 0 <= seq < len(events):
        raise CorruptScheduleLog(f"the log has no event {quoted(seq)}: it ends before {len(events)}")
    event = events[seq]
    if event.seq != seq:
        raise CorruptScheduleLog(f"event {event.seq} stands where event {seq} should")
    return decode_change(event.data) if event.kind == CHANGE_KIND else None


def _id_of(change: Change) -> str:
    return change.schedule.id if isinstance(change, Create) else change.id


def _presented(earlier: Change, dispatch_seq: int) -> ReminderPresentation:
    if isinstance(earlier, Create):
        reminder = earlier.schedule
        return ReminderPresentation(reminder.id, reminder.prompt, reminder.scheduled_at)
    raise CorruptScheduleLog(f"event {dispatch_seq} dispatches {quoted(earlier.id)}, which was not active any more")
