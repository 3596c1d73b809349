"""Changes as the log keeps them (rules REMIND-2 to REMIND-4)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import CorruptScheduleLog
from domain.reminders.change import Change, Create, Delete, Dispatch, decode_change, encode_change
from tests.domain.reminders.logs import CHANGES, TEXTS, create, create_data, reminder

DELETE = {"version": 1, "operation": "delete", "id": "a"}
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.sampled_from(["create", "delete", "after"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


def refusal(data: object) -> str:
    with pytest.raises(CorruptScheduleLog) as caught:
        decode_change(data)
    assert caught.value.code == "corrupt_schedule_log"
    return caught.value.message


def test_the_three_changes_have_their_exact_keys() -> None:
    """Written as the log has them, and read back."""
    schedule = {
        "id": "a",
        "kind": "after",
        "prompt": "check logs",
        "afterSeconds": 30,
        "scheduledAt": "1970-01-01T00:00:31.000Z",
    }
    written: list[tuple[Change, dict[str, Any]]] = [
        (create(), {"version": 1, "operation": "create", "schedule": schedule}),
        (Delete("a"), DELETE),
        (Dispatch("a"), DELETE | {"operation": "dispatch"}),
    ]
    for change, data in written:
        assert encode_change(change) == data
        assert decode_change(data) == change
    assert list(encode_change(create())["schedule"]) == list(schedule)


@given(CHANGES)
def test_a_change_is_read_back_as_it_was_written(change: Change) -> None:
    """Also when it went through JSON text, as long as no two halves of a character stand side by side."""
    assert decode_change(encode_change(change)) == change
    text = json.dumps(encode_change(change))
    assert json.dumps(encode_change(decode_change(json.loads(text)))) == text


@pytest.mark.parametrize(
    ("data", "about"),
    [
        (DELETE | {"version": 2}, "version 2"),
        (DELETE | {"version": 0}, "version 0"),
        (DELETE | {"version": True}, "version True"),
        (DELETE | {"version": 1.0}, "version 1.0"),
        (DELETE | {"version": "1"}, "version '1'"),
        ({"operation": "delete", "id": "a"}, "version None"),
        (DELETE | {"operation": "pause"}, "operation 'pause'"),
        (DELETE | {"operation": ["delete"]}, "operation"),
        (DELETE | {"operation": "Delete"}, "operation 'Delete'"),
        ({"version": 1, "id": "a"}, "operation None"),
        (DELETE | {"note": "x"}, "keys"),
        ({"version": 1, "operation": "delete"}, "keys"),
        (DELETE | {"operation": "create"}, "keys"),
        (create_data() | {"id": "a"}, "keys"),
        (create_data() | {"operation": "dispatch"}, "keys"),
        (DELETE | {"id": " x"}, "id ' x'"),
        (DELETE | {"id": "x\ufeff"}, "id"),
        (DELETE | {"id": ""}, "id ''"),
        (DELETE | {"id": 3}, "id 3"),
        (DELETE | {"id": None}, "id None"),
        (create_data() | {"schedule": []}, "schedule"),
        (create_data() | {"schedule": None}, "schedule"),
        (None, "expected an object"),
        ([], "expected an object"),
        ("create", "expected an object"),
    ],
)
def test_what_is_no_change_is_refused(data: object, about: str) -> None:
    """By one error, which names what is wrong and quotes it."""
    assert about in refusal(data)


@pytest.mark.parametrize(
    ("changed", "about"),
    [
        ({"id": " x"}, "id ' x'"),
        ({"id": "\u3000"}, "id"),
        ({"kind": "at"}, "kind 'at'"),
        ({"kind": None}, "kind None"),
        ({"prompt": ""}, "prompt"),
        ({"prompt": " padded"}, "prompt"),
        ({"prompt": "padded\n"}, "prompt"),
        ({"prompt": ["x"]}, "prompt"),
        ({"afterSeconds": 1.5}, "afterSeconds 1.5"),
        ({"afterSeconds": 30.0}, "afterSeconds 30.0"),
        ({"afterSeconds": 0}, "afterSeconds 0"),
        ({"afterSeconds": -1}, "afterSeconds -1"),
        ({"afterSeconds": 2**53}, "afterSeconds 9007199254740992"),
        ({"afterSeconds": True}, "afterSeconds True"),
        ({"afterSeconds": "30"}, "afterSeconds '30'"),
        ({"afterSeconds": None}, "afterSeconds None"),
        ({"scheduledAt": "2026-02-30T00:00:00.000Z"}, "2026-02-30"),
        ({"scheduledAt": "10000-01-01T00:00:00.000Z"}, "10000-01-01"),
        ({"scheduledAt": "2026-01-01T24:00:00.000Z"}, "T24:00"),
        ({"scheduledAt": "2026-01-01T00:00:00Z"}, "00:00Z"),
        ({"scheduledAt": 31_000}, "scheduledAt 31000"),
        ({"snooze": 1}, "keys"),
    ],
)
def test_a_schedule_is_sound_in_every_field(changed: dict[str, Any], about: str) -> None:
    """One wrong field or one more is enough."""
    assert about in refusal(create_data(**changed))


@pytest.mark.parametrize("key", ["id", "kind", "prompt", "afterSeconds", "scheduledAt"])
def test_a_schedule_lacks_no_field(key: str) -> None:
    """There are no defaults."""
    data = create_data()
    del data["schedule"][key]
    assert "a schedule has the keys" in refusal(data)


def test_version_is_looked_at_before_operation_and_operation_before_keys() -> None:
    """A later version may have other operations, and another operation other keys."""
    assert "version 2" in refusal({"version": 2, "operation": "pause", "more": 1})
    assert "operation 'pause'" in refusal({"version": 1, "operation": "pause", "more": 1})
    assert "keys" in refusal({"version": 1, "operation": "delete", "id": " x", "more": 1})
    assert "a schedule has the keys" in refusal(create_data(kind="at", at="2026-01-01T00:00:00.000Z"))


def test_delay_and_target_are_not_compared_and_a_prompt_may_be_long() -> None:
    """The target alone counts."""
    data = create_data(afterSeconds=2**53 - 1, scheduledAt="0001-01-01T00:00:00.000Z", prompt="x" * 200_000)
    change = decode_change(data)
    assert isinstance(change, Create)
    assert (len(change.schedule.prompt), change.schedule.target) == (200_000, -62_135_596_800_000)
    assert reminder(due=31_000).target == 31_000


def test_messages_are_short_and_hold_no_prompt() -> None:
    """They end in logs, whatever stood in the event."""
    assert "secret" not in refusal(create_data(prompt=" secret"))
    for value in ("x" * 10_000 + " ", {"deep": [[[[[[[[1]]]]]]]]}, 10**5000, ["y"] * 10_000, "\ud800 "):
        message = refusal(create_data(id=value))
        assert len(message) < 300
        message.encode()


@given(st.dictionaries(st.sampled_from(["version", "operation", "id", "schedule"]), JSON_VALUES) | JSON_VALUES)
def test_any_json_value_is_a_change_or_the_one_error(data: object) -> None:
    """Nothing else is ever raised, and what is accepted has that one written form."""
    try:
        change = decode_change(data)
    except CorruptScheduleLog:
        return
    assert encode_change(change) == data
