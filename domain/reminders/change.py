"""The changes of reminders that a session's log holds: version 1, read strictly (rules REMIND-2 to REMIND-4)."""

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from domain.errors import CorruptScheduleLog, InvalidInput
from domain.reminders.instants import read_instant
from domain.reminders.trimming import is_tight

CHANGE_KIND: Final = "schedule/change"
"""The kind of the log events whose data is a change."""

VERSION: Final = 1
LONGEST_DELAY: Final = 2**53 - 1
"""Seconds; the largest integer that every JSON reader keeps exactly."""

_SCHEDULE_KEYS: Final = ("id", "kind", "prompt", "afterSeconds", "scheduledAt")
_CHANGE_KEYS: Final = {
    "create": ("version", "operation", "schedule"),
    "delete": ("version", "operation", "id"),
    "dispatch": ("version", "operation", "id"),
}


@dataclass(frozen=True, slots=True)
class Reminder:
    """A reminder as its create event records it.

    Attributes:
        after_seconds: the delay that was asked for.
        scheduled_at: when it is due, as ``YYYY-MM-DDTHH:MM:SS.mmmZ``; it alone counts.
    """

    id: str
    prompt: str
    after_seconds: int
    scheduled_at: str
    kind: Literal["after"] = "after"

    @property
    def target(self) -> int:
        """When it is due, in milliseconds since 1970."""
        return read_instant(self.scheduled_at)


@dataclass(frozen=True, slots=True)
class Create:
    """A reminder begins."""

    schedule: Reminder


@dataclass(frozen=True, slots=True)
class Delete:
    """A reminder was taken back."""

    id: str


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A reminder was delivered."""

    id: str


Change = Create | Delete | Dispatch


def encode_change(change: Change) -> dict[str, Any]:
    """The change as the JSON value that the log keeps."""
    if isinstance(change, Create):
        return {"version": VERSION, "operation": "create", "schedule": _schedule_value(change.schedule)}
    operation = "delete" if isinstance(change, Delete) else "dispatch"
    return {"version": VERSION, "operation": operation, "id": change.id}


def decode_change(data: object) -> Change:
    """The change that a JSON value stands for; version, operation and keys are looked at in this order.

    Raises:
        CorruptScheduleLog: it stands for none.
    """
    fields = _object(data, "a change")
    version, operation = fields.get("version"), fields.get("operation")
    if type(version) is not int or version != VERSION:
        raise _corrupt(f"version {quoted(version)} of a change is unknown: this release reads {VERSION}")
    if not isinstance(operation, str) or operation not in _CHANGE_KEYS:
        raise _corrupt(f"operation {quoted(operation)} is unknown: expected {', '.join(_CHANGE_KEYS)}")
    _check_keys(fields, _CHANGE_KEYS[operation], operation)
    if operation == "create":
        return Create(_schedule(fields["schedule"]))
    return (Delete if operation == "delete" else Dispatch)(_id(fields["id"]))


def _schedule_value(reminder: Reminder) -> dict[str, Any]:
    return {
        "id": reminder.id,
        "kind": reminder.kind,
        "prompt": reminder.prompt,
        "afterSeconds": reminder.after_seconds,
        "scheduledAt": reminder.scheduled_at,
    }


def _schedule(value: object) -> Reminder:
    fields = _object(value, "a schedule")
    _check_keys(fields, _SCHEDULE_KEYS, "a schedule")
    identifier = _id(fields["id"])
    if fields["kind"] != "after":
        raise _corrupt(f"kind {quoted(fields['kind'])} is unknown: expected 'after'")
    prompt = _prompt(fields["prompt"])
    return Reminder(identifier, prompt, _delay(fields["afterSeconds"]), _scheduled_at(fields["scheduledAt"]))


def _id(value: object) -> str:
    if not isinstance(value, str) or not is_tight(value):
        raise _corrupt(f"id {quoted(value)} is no id: expected text without blanks at its ends")
    return value


def _prompt(value: object) -> str:
    # What a person wrote stays out of messages, which end in operators' logs.
    if not isinstance(value, str) or not is_tight(value):
        raise _corrupt("the prompt is no text, empty, or has blanks at its ends: expected it trimmed")
    return value


def _delay(value: object) -> int:
    # A boolean is an int to Python and none to JSON.
    if type(value) is not int or not 1 <= value <= LONGEST_DELAY:
        raise _corrupt(f"afterSeconds {quoted(value)} is no delay: expected an integer from 1 to {LONGEST_DELAY}")
    return value


def _scheduled_at(value: object) -> str:
    if not isinstance(value, str):
        raise _corrupt(f"scheduledAt {quoted(value)} is no text: write YYYY-MM-DDTHH:MM:SS.mmmZ")
    try:
        read_instant(value)
    except InvalidInput as error:
        raise _corrupt(f"scheduledAt {error.message}") from None
    return value


def _object(value: object, what: str) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise _corrupt(f"{quoted(value)} is not {what}: expected an object")
    return value


def _check_keys(fields: Mapping[str, object], expected: tuple[str, ...], what: str) -> None:
    if set(fields) != set(expected):
        raise _corrupt(f"{what} has the keys {quoted(sorted(map(str, fields)))}: expected {', '.join(expected)}")


def quoted(value: object) -> str:
    """A value as it stands in a message: cut, and with everything escaped that cannot be printed."""
    try:
        return reprlib.repr(value)
    except ValueError:  # An integer of thousands of digits, which Python refuses to write out.
        return f"of type {type(value).__name__}"


def _corrupt(message: str) -> CorruptScheduleLog:
    return CorruptScheduleLog(message)
