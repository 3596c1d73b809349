"""Which reminders a session has: a fold over its log, the only truth (rules REMIND-1 and REMIND-7 to REMIND-9)."""

from collections.abc import Iterable
from dataclasses import dataclass

from domain.errors import CorruptScheduleLog
from domain.reminders.change import CHANGE_KIND, Change, Create, Reminder, decode_change, quoted


@dataclass(frozen=True, slots=True)
class LogEvent:
    """An event of a session's log.

    Attributes:
        seq: its index in the log, from 0: one less than the number under which it is stored.
        data: a JSON value; a change of reminders where the kind is ``schedule/change``.
    """

    seq: int
    kind: str
    data: object


@dataclass(frozen=True, slots=True)
class Reminders:
    """The reminders of a session.

    Attributes:
        active: neither deleted nor delivered, in the order in which they were created.
        seen: every id that was ever given, in that order.
    """

    active: tuple[Reminder, ...] = ()
    seen: tuple[str, ...] = ()

    def find(self, reminder_id: str) -> Reminder | None:
        """The active reminder with that id."""
        return next((reminder for reminder in self.active if reminder.id == reminder_id), None)

    def next_id(self) -> str:
        """An id that was never given: ``schedule-N`` with N from the number of ids seen plus one on."""
        seen, number = set(self.seen), len(self.seen) + 1
        while f"schedule-{number}" in seen:
            number += 1
        return f"schedule-{number}"


def fold(events: Iterable[LogEvent], seed_length: int = 0) -> Reminders:
    """The reminders that the log leaves behind.

    Args:
        events: the log in order; events of other kinds may be left out.
        seed_length: how many events a fork took over; these do not count and may be malformed.

    Raises:
        CorruptScheduleLog: a change that counts is malformed, or not possible after those before it.
    """
    folding = _Folding({}, {})
    for event in events:
        if event.kind == CHANGE_KIND and event.seq >= seed_length:
            folding.take_event(event)
    return folding.result()


def admitted(reminders: Reminders, candidate: object) -> Reminders:
    """What the reminders are once the JSON value ``candidate`` is appended as a change; checked before it is.

    Raises:
        CorruptScheduleLog: the log could not hold it; nothing may be appended.
    """
    folding = _Folding({each.id: each for each in reminders.active}, dict.fromkeys(reminders.seen))
    folding.take(decode_change(candidate))
    return folding.result()


@dataclass(slots=True)
class _Folding:
    """A fold under way; both dictionaries keep the order of creation."""

    active: dict[str, Reminder]
    seen: dict[str, None]

    def take_event(self, event: LogEvent) -> None:
        try:
            self.take(decode_change(event.data))
        except CorruptScheduleLog as error:
            raise CorruptScheduleLog(f"event {event.seq}: {error.message}", seq=event.seq) from None

    def take(self, change: Change) -> None:
        if isinstance(change, Create):
            self._create(change.schedule)
        elif self.active.pop(change.id, None) is None:
            raise CorruptScheduleLog(f"{quoted(change.id)} is not active and can be neither deleted nor dispatched")

    def _create(self, reminder: Reminder) -> None:
        if reminder.id in self.seen:
            raise CorruptScheduleLog(f"{quoted(reminder.id)} was given before: an id is never given twice")
        self.active[reminder.id] = reminder
        self.seen[reminder.id] = None

    def result(self) -> Reminders:
        return Reminders(tuple(self.active.values()), tuple(self.seen))
