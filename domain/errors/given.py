"""What was given from outside and cannot be accepted as it is."""

from domain.errors.tree import InvalidInput


class InvalidTerm(InvalidInput):
    """A term whose first day, length, zone or section table is wrong (rule TERM-1)."""

    code = "invalid_term"


class OutOfTerm(InvalidInput):
    """A date or week outside the term (rule TERM-3)."""

    code = "out_of_term"


class InvalidWindow(InvalidInput):
    """A planning window that is empty, reversed or leaves the term (rule TERM-4)."""

    code = "invalid_window"


class InvalidState(InvalidInput):
    """A schedule state that breaks an invariant (rules STATE-1 to STATE-9)."""

    code = "invalid_state"


class InvalidCalendar(InvalidInput):
    """A calendar file that cannot be read as a timetable."""

    code = "invalid_calendar"


class InvalidTasks(InvalidInput):
    """A task file that cannot be read, or describes no task."""

    code = "invalid_tasks"


class TimeOutOfRange(InvalidInput):
    """An instant that no four-digit year can write (rule REMIND-6)."""

    code = "time_out_of_range"


class MessageTooLong(InvalidInput):
    """A change or an answer said in a conversation with more characters than a run takes (rule TURN-7)."""

    code = "message_too_long"


class ReminderRefused(InvalidInput):
    """Arguments that a reminder tool cannot use; an instance has the code of the tool (rule REMIND-38)."""

    code = "invalid_reminder"

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class InvalidBackup(InvalidInput):
    """A file that is no backup, is damaged, or was made by a newer version (rule STACK-15)."""

    code = "invalid_backup"


class EditInvalid(InvalidInput):
    """An edit by hand that no state of the plan would allow; an instance has the code of the tool (PREVIEW-14)."""

    code = "edit_invalid"
