"""Errors of previews, commits and the timetable they are written into."""

from domain.errors.tree import Conflict


class RevisionMismatch(Conflict):
    """A preview was saved by somebody else since it was read."""

    code = "revision_mismatch"


class EditRefused(Conflict):
    """An edit by hand that the plan as it stands does not allow; an instance has the code of the tool (PREVIEW-14)."""

    code = "edit_refused"


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
