"""Arguments of the tools (rules REMIND-10, REMIND-11 and REMIND-14)."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.reminders.answers import ErrorAnswer
from domain.reminders.arguments import (
    CreateRequest,
    DeleteRequest,
    ListRequest,
    read_create,
    read_delete,
    read_list,
)
from domain.reminders.trimming import TRIMMED, trimmed
from tests.domain.reminders.logs import TEXTS

LARGEST = 2**53 - 1


def code(answer: object) -> str:
    assert isinstance(answer, ErrorAnswer), answer
    return answer.code


def created(prompt: object = "x", after_seconds: object = 30) -> CreateRequest | ErrorAnswer:
    return read_create({"prompt": prompt, "after_seconds": after_seconds}, own=True)


def test_a_prompt_loses_the_blanks_at_its_ends() -> None:
    """Inside it they stay."""
    assert created("  check logs  ") == CreateRequest("check logs", 30)
    assert created("\ufeff\u3000check \n logs\t") == CreateRequest("check \n logs", 30)


@pytest.mark.parametrize(("given_delay", "delay"), [(1, 1), (30.0, 30), (LARGEST, LARGEST), (float(LARGEST), LARGEST)])
def test_a_whole_number_is_a_delay_however_it_is_written(given_delay: float, delay: int) -> None:
    """30.0 is 30, and an integer from there on."""
    request = created(after_seconds=given_delay)
    assert request == CreateRequest("x", delay)
    assert isinstance(request, CreateRequest)
    assert type(request.after_seconds) is int


@pytest.mark.parametrize(
    "delay", [0, -1, 1.5, 0.5, -0.0, 2**53, 2.0**53, 10**400, 1e300, math.inf, -math.inf, math.nan]
)
def test_other_numbers_are_no_rule(delay: float) -> None:
    """They are of the right type, so what is wrong is the rule."""
    assert code(created(after_seconds=delay)) == "invalid_rule"


@pytest.mark.parametrize("delay", [True, False, "30", "", None, [30], {"seconds": 30}])
def test_what_is_no_number_is_a_wrong_argument(delay: object) -> None:
    """A boolean counts as no number, and no text is read as one."""
    assert code(created(after_seconds=delay)) == "INVALID_ARGS"


@pytest.mark.parametrize("prompt", ["", " ", TRIMMED])
def test_a_blank_prompt_is_refused(prompt: str) -> None:
    """It would say nothing."""
    assert code(created(prompt)) == "invalid_prompt"


@pytest.mark.parametrize("prompt", [None, 5, True, ["x"]])
def test_a_prompt_is_text(prompt: object) -> None:
    """Nothing else is made into one."""
    assert code(created(prompt)) == "INVALID_ARGS"


@pytest.mark.parametrize("key", ["at", "every_seconds", "cron", "time_zone", "id", "Prompt", ""])
def test_a_further_key_is_another_selector(key: str) -> None:
    """Also beside a sound delay, in its place, and with null."""
    assert code(read_create({"prompt": "x", "after_seconds": 30, key: 1}, own=True)) == "invalid_selector"
    assert code(read_create({"prompt": "x", key: None}, own=True)) == "invalid_selector"


def test_the_first_that_is_wrong_is_told() -> None:
    """Caller, further keys, prompt, delay; each step mends what was told."""
    arguments: dict[str, object] = {"prompt": " ", "after_seconds": 0, "at": "noon"}
    assert code(read_create(arguments, own=False)) == "internal_error"
    assert code(read_create(arguments, own=True)) == "invalid_selector"
    del arguments["at"]
    assert code(read_create(arguments, own=True)) == "invalid_prompt"
    assert code(read_create(arguments | {"after_seconds": True}, own=True)) == "invalid_prompt"
    arguments["prompt"] = "x"
    assert code(read_create(arguments, own=True)) == "invalid_rule"
    assert read_create(arguments | {"after_seconds": 1}, own=True) == CreateRequest("x", 1)


@pytest.mark.parametrize("arguments", [None, [], "x", 3, {}, {"prompt": "x"}, {"after_seconds": 30}])
def test_both_arguments_are_needed(arguments: object) -> None:
    """There is no default delay."""
    assert code(read_create(arguments, own=True)) == "INVALID_ARGS"
    assert code(read_create(arguments, own=False)) == "internal_error"


def test_list_takes_nothing() -> None:
    """A filter that would be ignored is refused, and so is a caller of another session."""
    assert read_list({}, own=True) == ListRequest()
    wrongs: list[object] = [{"state": "overdue"}, None, []]
    assert [code(read_list(wrong, own=True)) for wrong in wrongs] == ["INVALID_ARGS"] * 3
    assert code(read_list({}, own=False)) == "internal_error"


@pytest.mark.parametrize("reminder_id", ["", " ", " x", "x\n", "x\ufeff", "\u3000"])
def test_an_id_that_no_reminder_can_have_is_refused_whoever_asks(reminder_id: str) -> None:
    """It is looked at before the caller."""
    for own in (True, False):
        assert code(read_delete({"id": reminder_id}, own=own)) == "invalid_rule"


def test_delete_takes_an_id() -> None:
    """Any text that is not padded; then the caller counts."""
    assert read_delete({"id": "no such"}, own=True) == DeleteRequest("no such")
    assert code(read_delete({"id": "no such"}, own=False)) == "internal_error"
    wrongs: list[object] = [{}, {"id": 3}, {"id": None}, {"id": "x", "all": True}, "x", None]
    for wrong in wrongs:
        assert code(read_delete(wrong, own=True)) == "INVALID_ARGS"


@given(TEXTS, st.integers() | st.floats())
def test_what_is_read_can_stand_in_the_log(prompt: str, delay: float) -> None:
    """A request is trimmed and bounded, whatever came in."""
    request = created(prompt, delay)
    sound = trimmed(prompt) != "" and 1 <= delay <= LARGEST and delay == math.floor(delay)
    assert isinstance(request, CreateRequest) == sound
    if sound:
        assert request == CreateRequest(trimmed(prompt), int(delay))
