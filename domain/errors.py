"""The one error tree. Every error has a stable code and a message that quotes the value and says what to do next."""


class DaywrightError(Exception):
    """Base of all errors that a person or a program may meet.

    Attributes:
        code: stable identifier, part of the public contract.
        message: quotes the wrong value and says what to do next.
        facts: what a program needs beside the message, by name, such as the id of the run in the way; JSON values.
    """

    code = "daywright_error"

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts


class InvalidInput(DaywrightError):
    """Something given from outside cannot be accepted as it is."""

    code = "invalid_input"


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


class CorruptScheduleLog(DaywrightError):
    """A change of reminders, stored or about to be, that the log of its session cannot hold (rule REMIND-2)."""

    code = "corrupt_schedule_log"


class Unauthenticated(DaywrightError):
    """A request without a key or login that is known and still good (rule CRED-4); the message quotes no secret."""

    code = "unauthenticated"


class Forbidden(DaywrightError):
    """A write with a cookie that does not come from our own page (EDGE-4), or a plan for somebody else (CONTEXT-30)."""

    code = "forbidden"


class RateLimited(DaywrightError):
    """More requests with one credential than it may send (rule EDGE-5)."""

    code = "rate_limited"


class HostRefused(DaywrightError):
    """A request under a host name that is not served (rule EDGE-3)."""

    code = "host_refused"


class UploadTooLarge(DaywrightError):
    """A body larger than its route takes; it was not read to the end."""

    code = "upload_too_large"


class UnsupportedMediaType(DaywrightError):
    """A body of a type that its route does not read."""

    code = "unsupported_media_type"


class PreconditionRequired(DaywrightError):
    """A change without the version it is meant for (rule EDGE-9)."""

    code = "precondition_required"


class InvalidBackup(InvalidInput):
    """A file that is no backup, is damaged, or was made by a newer version (rule STACK-15)."""

    code = "invalid_backup"


class NotFound(DaywrightError):
    """An object that does not exist for this owner."""

    code = "not_found"


class NoTermToday(NotFound):
    """No term of this owner holds the day that it is (rule READ-2)."""

    code = "no_term_today"


class PreviewNotFound(NotFound):
    """A session that has no preview yet, or whose preview has expired; the facts then say when (rule PREVIEW-21)."""

    code = "SchedulePlanPreviewNotFound"


class Conflict(DaywrightError):
    """The request is sound but the present state of things forbids it."""

    code = "conflict"


class SessionEnded(Conflict):
    """Something said in a session that has ended and was not resumed (rule SESSION-5)."""

    code = "session_ended"


class NoReminders(Conflict):
    """Something asked about reminders in a session that has none, being a child of another (rule REMIND-29)."""

    code = "no_reminders"


class TurnFailed(Conflict):
    """A turn that failed, told to whoever waited for its whole answer; an instance has its code (rule EDGE-68)."""

    code = "turn_failed"


class RunInProgress(Conflict):
    """A second run in a session whose first run is still open."""

    code = "run_in_progress"


class TooManyRuns(Conflict):
    """Another run of a user who has as many open runs as one may have."""

    code = "too_many_runs"


class RunEnded(Conflict):
    """A step of a run that has ended."""

    code = "run_ended"


class TurnEnded(Conflict):
    """A step of a turn that has ended."""

    code = "turn_ended"


class RunNotPaused(Conflict):
    """An answer to a question on which its run has gone on, or whose run has ended (rule PAUSE-2)."""

    code = "run_not_paused"


class AlreadyAnswered(Conflict):
    """Another answer to a question that has one (rule PAUSE-2)."""

    code = "already_answered"


class AnswerNeeded(Conflict):
    """A run that waits for an answer which nobody is there to be asked for (rule CLI-11)."""

    code = "answer_needed"


class RefineDisabled(Conflict):
    """An order to refine where that is switched off (rule EDGE-57)."""

    code = "refine_disabled"


class IdempotencyKeyReused(Conflict):
    """The same idempotency key came with another body."""

    code = "idempotency_key_reused"


class RevisionMismatch(Conflict):
    """A preview was saved by somebody else since it was read."""

    code = "revision_mismatch"


class EditRefused(Conflict):
    """An edit by hand that the plan as it stands does not allow; an instance has the code of the tool (PREVIEW-14)."""

    code = "edit_refused"


class EditInvalid(InvalidInput):
    """An edit by hand that no state of the plan would allow; an instance has the code of the tool (PREVIEW-14)."""

    code = "edit_invalid"


class CommitConflict(Conflict):
    """A preview that cannot be confirmed because the timetable has changed; the facts list every ``conflict``."""

    code = "commit_conflict"


class AlreadyConfirmed(Conflict):
    """A revision of which a commit stands already."""

    code = "already_confirmed"


class RevisionOutdated(Conflict):
    """A revision older than one that was confirmed."""

    code = "revision_outdated"


class UndoConflict(Conflict):
    """A commit that cannot be undone because later changes rest on it; the facts list the ``dependents``."""

    code = "undo_conflict"


class NotApplied(Conflict):
    """An undo of a commit that was refused, so that there is nothing to undo."""

    code = "not_applied"


class NotArranged(Conflict):
    """A task that stands in no timetable, and so cannot be said not to be done (rule READ-7)."""

    code = "not_arranged"


class CommitLost(Conflict):
    """A commit whose workflow ended without an outcome, so that nothing was written and nothing will be."""

    code = "commit_lost"


class InUse(Conflict):
    """Something that cannot be removed or changed because something else still needs it."""

    code = "in_use"


class VersionMismatch(DaywrightError):
    """An object was changed by somebody else since the caller read the version that it names."""

    code = "version_mismatch"


class TimetableChanged(Conflict):
    """The timetable was changed from elsewhere while a run worked on it."""

    code = "timetable_changed"


class TasksDisplaced(Conflict):
    """A file whose courses take the places of tasks, and nobody said that they may (rule IMPORT-30)."""

    code = "tasks_displaced"


class SameTimetable(Conflict):
    """A file that would make a second term like one that is there already (rule IMPORT-31)."""

    code = "same_timetable"


class PlanOutdated(Conflict):
    """A plan with tasks of a class that was deleted since."""

    code = "plan_outdated"


class LedgerMismatch(DaywrightError):
    """A step was asked again with other arguments than those recorded for it."""

    code = "ledger_mismatch"


class PlacementImpossible(DaywrightError):
    """Not every task fits; the facts name the largest set that does, and the reason for each task left (PLACE-13)."""

    code = "placement_impossible"


class NoCandidate(PlacementImpossible):
    """Not one of the tasks has a place: the window is over, is full, or the rules of the classes leave none of it."""

    code = "no_candidate"


class SolverTimeLimit(DaywrightError):
    """A solver found no plan in the time it was given."""

    code = "solver_time_limit"


class NothingToPlace(DaywrightError):
    """A plan run without a pending task in the classes and window it was given."""

    code = "nothing_to_place"


class NoClass(NothingToPlace):
    """A plan run of a person who has no class of tasks at all."""

    code = "no_class"


class WindowOver(NothingToPlace):
    """A plan run for days of a term of which no day is left."""

    code = "window_over"


class NotEnoughSlots(DaywrightError):
    """Fewer free slots of a length than tasks that need one (tool code ``not_enough_slots``)."""

    code = "not_enough_slots"

    def __init__(self, span: int, required: int, got: int) -> None:
        super().__init__(f"span={span}: {required} slots needed, {got} free", span=span, required=required, got=got)
        self.span, self.required, self.got = span, required, got


class Unavailable(DaywrightError):
    """A part that the request needs does not answer; the same request may succeed later."""

    code = "unavailable"


class PersistenceUncertain(Unavailable):
    """A change of reminders of which nobody knows whether it was stored (rule REMIND-27)."""

    code = "persistence_uncertain"


class StackFailed(DaywrightError):
    """A part of the embedded stack did not start, or could not be kept running (rules STACK-2 and STACK-8)."""

    code = "stack_failed"


class DataFolderIncompatible(StackFailed):
    """The data folder was made by another major version of PostgreSQL (rule STACK-6)."""

    code = "data_folder_incompatible"


class DataFolderInUse(StackFailed):
    """Something runs on the data folder that has to be stopped first (rules STACK-15 and STACK-16)."""

    code = "data_folder_in_use"


class DiskFull(StackFailed):
    """A part of the embedded stack found no space left on its disk (rule STACK-6)."""

    code = "disk_full"
