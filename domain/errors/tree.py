"""The root of the error tree and its branches."""


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


class NotFound(DaywrightError):
    """An object that does not exist for this owner."""

    code = "not_found"


class Conflict(DaywrightError):
    """The request is sound but the present state of things forbids it."""

    code = "conflict"


class Unavailable(DaywrightError):
    """A part that the request needs does not answer; the same request may succeed later."""

    code = "unavailable"
