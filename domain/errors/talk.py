"""Errors of conversations, their runs and their reminders."""

from domain.errors.tree import Conflict, DaywrightError, Unavailable


class CorruptScheduleLog(DaywrightError):
    """A change of reminders, stored or about to be, that the log of its session cannot hold (rule REMIND-2)."""

    code = "corrupt_schedule_log"


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


class LedgerMismatch(DaywrightError):
    """A step was asked again with other arguments than those recorded for it."""

    code = "ledger_mismatch"


class PersistenceUncertain(Unavailable):
    """A change of reminders of which nobody knows whether it was stored (rule REMIND-27)."""

    code = "persistence_uncertain"
