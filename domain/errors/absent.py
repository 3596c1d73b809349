"""Objects that an owner does not have."""

from domain.errors.tree import NotFound


class NoTermToday(NotFound):
    """No term of this owner holds the day that it is (rule READ-2)."""

    code = "no_term_today"


class PreviewNotFound(NotFound):
    """A session that has no preview yet, or whose preview has expired; the facts then say when (rule PREVIEW-21)."""

    code = "SchedulePlanPreviewNotFound"
