"""What is refused of words that something is to be looked up for; a branch of the tree in `domain.errors`."""

from domain.errors import DaywrightError, InvalidInput


class InvalidQuery(InvalidInput):
    """Words to be planned for that are blank, or more than a plan takes (rule CONTEXT-2)."""

    code = "invalid_query"


class InvalidNow(InvalidInput):
    """A moment of asking that is no time, or does not say its offset (rule CONTEXT-3)."""

    code = "invalid_now"


class MissingField(InvalidInput):
    """A member that a request cannot be without (rule CONTEXT-30)."""

    code = "missing_field"


class TimeUnparseable(InvalidInput):
    """Words whose only time cannot be, such as the 30th of February (rule CONTEXT-4)."""

    code = "time_unparseable"


class NotYetImplemented(DaywrightError):
    """What the contract foresees and this version does not do (rule CONTEXT-30)."""

    code = "not_implemented"
