"""Errors of preparing a room, in the one tree of ``domain.errors``."""

from domain.errors import Conflict, InvalidInput, NotFound


class InvalidPreparation(InvalidInput):
    """A preparation of a meeting whose times or facts cannot be (rules PREP-2 and PREP-3)."""

    code = "invalid_preparation"


class SnapshotInvalid(InvalidInput):
    """A report of what happened to a room that cannot be kept as it is (rules PREP-4 to PREP-6)."""

    code = "snapshot_invalid"


class PreparationNotFound(NotFound):
    """A preparation that this owner does not have."""

    code = "preparation_not_found"


class PreparationEnded(Conflict):
    """A change of a preparation whose meeting is over or was called off (rules PREP-11 and PREP-16)."""

    code = "preparation_ended"


class NothingToConfirm(Conflict):
    """A word for a preparation that waits for none (rule PREP-13)."""

    code = "nothing_to_confirm"
