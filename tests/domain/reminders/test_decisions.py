"""What the tools decide (rules REMIND-12 to REMIND-14)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.reminders.answers import DeleteAnswer, ErrorAnswer
from domain.reminders.arguments import CreateRequest, DeleteRequest, read_create
from domain.reminders.change import Delete, Dispatch, encode_change
from domain.reminders.decisions import (
    Creation,
    Deletion,
    decide_create,
    decide_delete,
    decide_list,
    reminders_or_error,
)
from domain.reminders.fold import Reminders, admitted, fold
from domain.reminders.instants import LATEST, read_instant
from tests.domain.reminders.logs import MOMENTS, TIGHT, create, log

NOON = read_instant("2026-08-05T12:00:00.000Z")


def created(reminders: Reminders, now: int, delay: int = 30) -> Creation:
    decision = decide_create(reminders, CreateRequest("check logs", delay), now)
    assert isinstance(decision, Creation)
    return decision


def test_a_reminder_is_due_its_delay_after_now() -> None:
    """Asked for at 1,000 ms with a padded prompt and 30 seconds."""
    request = read_create({"prompt": "  check logs  ", "after_seconds": 30}, own=True)
    assert isinstance(request, CreateRequest)
    decision = decide_create(Reminders(), request, 1_000)
    assert isinstance(decision, Creation)
    assert decision.answer.value() == {
        "id": "schedule-1",
        "kind": "after",
        "prompt": "check logs",
        "afterSeconds": 30,
        "scheduledAt": "1970-01-01T00:00:31.000Z",
        "state": "scheduled",
        "deliveryMode": "session-local",
    }
    assert decision.change == create("schedule-1")


def test_create_delete_create_gives_another_id() -> None:
    """The first is not given again."""
    reminders = admitted(Reminders(), encode_change(created(Reminders(), 0).change))
    deletion = decide_delete(reminders, DeleteRequest("schedule-1"))
    assert isinstance(deletion, Deletion)
    reminders = admitted(reminders, encode_change(deletion.change))
    assert created(reminders, 0).change.schedule.id == "schedule-2"


def test_the_year_9999_can_be_reached_and_not_left() -> None:
    """A second more than to its end is out of range; more than a safe integer never gets here."""
    assert created(Reminders(), NOON, 251_616_369_599).change.schedule.scheduled_at == "9999-12-31T23:59:59.000Z"
    late = decide_create(Reminders(), CreateRequest("x", 251_616_369_600), NOON)
    assert late == ErrorAnswer("time_out_of_range")
    unsafe = read_create({"prompt": "x", "after_seconds": 2**53}, own=True)
    assert unsafe == ErrorAnswer("invalid_rule")


@given(TIGHT, MOMENTS, st.integers(1, 2**53 - 1), st.lists(TIGHT, unique=True, max_size=4))
def test_whatever_is_decided_can_be_appended(prompt: str, now: int, delay: int, ids: list[str]) -> None:
    """And is then listed as it was answered."""
    before = fold(log(*(create(each) for each in ids)))
    decision = decide_create(before, CreateRequest(prompt, delay), now)
    if now + delay * 1000 > LATEST:
        assert decision == ErrorAnswer("time_out_of_range")
        return
    assert isinstance(decision, Creation)
    after = admitted(before, encode_change(decision.change))
    assert decide_list(after, now).value()[-1] == decision.answer.value()
    assert decision.answer.state == "scheduled"


def test_a_list_is_in_the_order_of_creation_at_one_moment() -> None:
    """Overdue or not."""
    reminders = fold(log(create("late", 31_001), create("gone"), create("early", 31_000), Dispatch("gone")))
    found = [(view["id"], view["state"]) for view in decide_list(reminders, 31_000).value()]
    assert found == [("late", "scheduled"), ("early", "overdue")]


@pytest.mark.parametrize("missing", ["b", "A", "schedule-1", "c"])
def test_what_is_not_active_is_not_found(missing: str) -> None:
    """Unknown, deleted and delivered alike; nothing is appended."""
    reminders = fold(log(create("a"), create("b"), create("c"), Delete("b"), Dispatch("c")))
    answer = decide_delete(reminders, DeleteRequest(missing))
    assert answer == DeleteAnswer(missing, deleted=False)
    assert decide_delete(reminders, DeleteRequest("a")) == Deletion(Delete("a"), DeleteAnswer("a", deleted=True))


def test_a_corrupt_log_is_an_answer() -> None:
    """Without a word of what is wrong with it."""
    assert reminders_or_error(log(create("a"), create("a"))) == ErrorAnswer("corrupt_schedule_log")
    assert reminders_or_error(log(create("a"), create("a")), 1) == fold(log(create("a")))
