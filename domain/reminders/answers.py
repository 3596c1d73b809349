"""What the reminder tools answer: closed codes and values with a fixed order of keys (rules REMIND-15 to REMIND-19)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from domain.reminders.change import Reminder
from domain.reminders.compact import compact_json
from domain.reminders.wording import say

DomainCode = Literal[
    "invalid_prompt",
    "invalid_selector",
    "invalid_rule",
    "time_out_of_range",
    "corrupt_schedule_log",
    "persistence_uncertain",
    "internal_error",
]
Code = DomainCode | Literal["INVALID_ARGS"]
Operation = Literal["create", "list", "delete"]
State = Literal["scheduled", "overdue"]

DELIVERY_MODE: Final = "session-local"
"""A reminder is delivered in the session that it was set in, and only while that is live."""


@dataclass(frozen=True, slots=True)
class ErrorAnswer:
    """Why a tool did not do what it was asked.

    Attributes:
        operation: what was under way, where the code is ``persistence_uncertain``.
        id: the reminder that may or may not be stored, where it is known.
    """

    code: Code
    operation: Operation | None = None
    id: str | None = None

    @property
    def message(self) -> str:
        """One fixed sentence for each code."""
        return say("en", self.code)

    def value(self) -> dict[str, Any]:
        """The answer as a JSON value."""
        beside = {"operation": self.operation, "id": self.id}
        return {"code": self.code, "message": self.message} | {k: v for k, v in beside.items() if v is not None}


def uncertain(operation: Operation, reminder_id: str | None = None) -> ErrorAnswer:
    """The answer when a barrier failed: before the append without an id, after it with the id of the reminder."""
    return ErrorAnswer("persistence_uncertain", operation, reminder_id)


@dataclass(frozen=True, slots=True)
class ReminderView:
    """A reminder that waits, as it stands at a moment."""

    reminder: Reminder
    state: State

    def value(self) -> dict[str, Any]:
        """The view as a JSON value."""
        return {
            "id": self.reminder.id,
            "kind": self.reminder.kind,
            "prompt": self.reminder.prompt,
            "afterSeconds": self.reminder.after_seconds,
            "scheduledAt": self.reminder.scheduled_at,
            "state": self.state,
            "deliveryMode": DELIVERY_MODE,
        }


def view_of(reminder: Reminder, now: int) -> ReminderView:
    """The view at ``now`` milliseconds since 1970: overdue from the very millisecond of the target on."""
    return ReminderView(reminder, "overdue" if now >= reminder.target else "scheduled")


@dataclass(frozen=True, slots=True)
class ListAnswer:
    """The reminders that wait, in the order in which they were created."""

    views: Sequence[ReminderView]

    def value(self) -> list[dict[str, Any]]:
        """The answer as a JSON value."""
        return [view.value() for view in self.views]


@dataclass(frozen=True, slots=True)
class DeleteAnswer:
    """What came of a deletion; one that found no active reminder changed nothing."""

    id: str
    deleted: bool

    def value(self) -> dict[str, Any]:
        """The answer as a JSON value."""
        found = {"id": self.id, "deleted": self.deleted}
        return found if self.deleted else found | {"code": "schedule_not_found"}


Answer = ReminderView | ListAnswer | DeleteAnswer | ErrorAnswer


def model_text(answer: Answer) -> str:
    """The answer as the model reads it."""
    return compact_json(answer.value())
