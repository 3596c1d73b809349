"""What the tools answer (rules REMIND-15 to REMIND-18)."""

from typing import get_args

import pytest

from domain.reminders.answers import (
    Code,
    DeleteAnswer,
    DomainCode,
    ErrorAnswer,
    ListAnswer,
    Operation,
    model_text,
    uncertain,
    view_of,
)
from domain.reminders.wording import TEXTS
from tests.domain.reminders.logs import reminder

CODES = [*get_args(DomainCode), "INVALID_ARGS"]
OPERATIONS: list[Operation] = ["create", "list", "delete"]


@pytest.mark.parametrize(
    ("now", "state"), [(0, "scheduled"), (30_999, "scheduled"), (31_000, "overdue"), (10**12, "overdue")]
)
def test_a_reminder_is_overdue_from_its_very_millisecond_on(now: int, state: str) -> None:
    """One that is due at 31,000 ms."""
    assert view_of(reminder(due=31_000), now).value()["state"] == state


def test_a_view_has_its_keys_in_order() -> None:
    """The model reads them so."""
    assert model_text(view_of(reminder("schedule-1", prompt="喝水\n"[:2]), 0)) == (
        '{"id":"schedule-1","kind":"after","prompt":"喝水","afterSeconds":30,'
        '"scheduledAt":"1970-01-01T00:00:31.000Z","state":"scheduled","deliveryMode":"session-local"}'
    )


def test_a_list_is_its_views() -> None:
    """In order; none is an empty list."""
    views = [view_of(reminder(name), 31_000) for name in ("b", "a")]
    assert ListAnswer(views).value() == [view.value() for view in views]
    assert model_text(ListAnswer(())) == "[]"


def test_a_deletion_says_whether_there_was_anything_to_delete() -> None:
    """Nothing found is an answer and no error."""
    assert model_text(DeleteAnswer("x", deleted=True)) == '{"id":"x","deleted":true}'
    assert model_text(DeleteAnswer("x", deleted=False)) == '{"id":"x","deleted":false,"code":"schedule_not_found"}'


@pytest.mark.parametrize("code", CODES)
def test_an_error_has_exactly_a_code_and_its_one_message(code: Code) -> None:
    """In that order; the message is the same for every cause."""
    assert list(ErrorAnswer(code).value().items()) == [("code", code), ("message", TEXTS[code][1])]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_uncertainty_says_about_what(operation: Operation) -> None:
    """The operation always, the reminder where it is known."""
    message = TEXTS["persistence_uncertain"][1]
    value = {"code": "persistence_uncertain", "message": message, "operation": operation}
    assert uncertain(operation).value() == value
    assert uncertain(operation, "schedule-2").value() == value | {"id": "schedule-2"}
    assert list(uncertain(operation, "x").value()) == ["code", "message", "operation", "id"]


def test_the_codes_are_closed() -> None:
    """Programs branch on them."""
    assert CODES == [
        "invalid_prompt",
        "invalid_selector",
        "invalid_rule",
        "time_out_of_range",
        "corrupt_schedule_log",
        "persistence_uncertain",
        "internal_error",
        "INVALID_ARGS",
    ]
