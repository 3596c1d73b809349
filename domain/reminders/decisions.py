"""What the reminder tools decide, once the log was read and the clock sampled (rules REMIND-12 to REMIND-14)."""

from collections.abc import Iterable
from dataclasses import dataclass

from domain.errors import CorruptScheduleLog, TimeOutOfRange
from domain.reminders.answers import DeleteAnswer, ErrorAnswer, ListAnswer, ReminderView, view_of
from domain.reminders.arguments import CreateRequest, DeleteRequest
from domain.reminders.change import Create, Delete, Reminder
from domain.reminders.fold import LogEvent, Reminders, fold
from domain.reminders.instants import target_of, written


@dataclass(frozen=True, slots=True)
class Creation:
    """A reminder to be appended, and the answer once that is confirmed."""

    change: Create
    answer: ReminderView


@dataclass(frozen=True, slots=True)
class Deletion:
    """A deletion to be appended, and the answer once that is confirmed."""

    change: Delete
    answer: DeleteAnswer


def reminders_or_error(events: Iterable[LogEvent], seed_length: int = 0) -> Reminders | ErrorAnswer:
    """The reminders that the log leaves behind, or the answer that it is corrupt."""
    try:
        return fold(events, seed_length)
    except CorruptScheduleLog:
        return ErrorAnswer("corrupt_schedule_log")


def decide_create(reminders: Reminders, request: CreateRequest, now: int) -> Creation | ErrorAnswer:
    """The reminder under the next id, due so many seconds after ``now`` (milliseconds since 1970)."""
    reminder_id = reminders.next_id()
    try:
        scheduled_at = written(target_of(now, request.after_seconds))
    except TimeOutOfRange:
        return ErrorAnswer("time_out_of_range")
    reminder = Reminder(reminder_id, request.prompt, request.after_seconds, scheduled_at)
    return Creation(Create(reminder), view_of(reminder, now))


def decide_list(reminders: Reminders, now: int) -> ListAnswer:
    """Every reminder that waits as it stands at ``now``, one sample of the clock for all of them."""
    return ListAnswer(tuple(view_of(reminder, now) for reminder in reminders.active))


def decide_delete(reminders: Reminders, request: DeleteRequest) -> Deletion | DeleteAnswer:
    """The deletion, or the answer that nothing active has the id."""
    if reminders.find(request.id) is None:
        return DeleteAnswer(request.id, deleted=False)
    return Deletion(Delete(request.id), DeleteAnswer(request.id, deleted=True))
