"""Reading what the reminder tools are given, before the database is read (rules REMIND-10, REMIND-11, REMIND-14)."""

from collections.abc import Mapping
from dataclasses import dataclass

from domain.reminders.answers import ErrorAnswer
from domain.reminders.change import LONGEST_DELAY
from domain.reminders.trimming import is_tight, trimmed

_CREATE_KEYS = {"prompt", "after_seconds"}
_INVALID_ARGS = ErrorAnswer("INVALID_ARGS")


@dataclass(frozen=True, slots=True)
class CreateRequest:
    """A reminder that may be created: a trimmed prompt and a delay in seconds."""

    prompt: str
    after_seconds: int


@dataclass(frozen=True, slots=True)
class DeleteRequest:
    """An id that a reminder could have."""

    id: str


@dataclass(frozen=True, slots=True)
class ListRequest:
    """The wish to see every reminder that waits."""


def read_create(arguments: object, *, own: bool) -> CreateRequest | ErrorAnswer:
    """The arguments of create, or what is wrong first: caller, further keys, prompt, delay.

    Args:
        arguments: a JSON value.
        own: whether the caller belongs to the session in which the reminder would be.
    """
    if not own:
        return ErrorAnswer("internal_error")
    if not isinstance(arguments, Mapping):
        return _INVALID_ARGS
    if not set(arguments) <= _CREATE_KEYS:
        return ErrorAnswer("invalid_selector")
    prompt = _prompt(arguments.get("prompt"))
    if isinstance(prompt, ErrorAnswer):
        return prompt
    delay = _delay(arguments.get("after_seconds"))
    return delay if isinstance(delay, ErrorAnswer) else CreateRequest(prompt, delay)


def read_list(arguments: object, *, own: bool) -> ListRequest | ErrorAnswer:
    """The arguments of list, which are none; ``own`` as for ``read_create``."""
    if not own:
        return ErrorAnswer("internal_error")
    return ListRequest() if arguments == {} else _INVALID_ARGS


def read_delete(arguments: object, *, own: bool) -> DeleteRequest | ErrorAnswer:
    """The arguments of delete, or what is wrong first: the id, then the caller; ``own`` as for ``read_create``."""
    if not isinstance(arguments, Mapping) or set(arguments) != {"id"} or not isinstance(arguments["id"], str):
        return _INVALID_ARGS
    if not is_tight(arguments["id"]):
        return ErrorAnswer("invalid_rule")
    return DeleteRequest(arguments["id"]) if own else ErrorAnswer("internal_error")


def _prompt(value: object) -> str | ErrorAnswer:
    if not isinstance(value, str):
        return _INVALID_ARGS
    return trimmed(value) or ErrorAnswer("invalid_prompt")


def _delay(value: object) -> int | ErrorAnswer:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _INVALID_ARGS
    if not 1 <= value <= LONGEST_DELAY or value != int(value):
        return ErrorAnswer("invalid_rule")
    return int(value)
