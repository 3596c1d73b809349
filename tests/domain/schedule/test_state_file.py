"""State files are read whole or refused with the reason."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.canonical import canonical_json
from domain.errors import InvalidState
from domain.schedule.state import ScheduleState, Task
from domain.schedule.state_file import format_state, parse_state
from domain.tools.registry import run_tool
from tests.domain.tools.arrangements import arrangements

DAYS = [{"day_index": n + 1, "week": 5 + n // 7, "day_of_week": n % 7 + 1} for n in range(13)]
COURSE = {
    "state_id": 2,
    "source": "event",
    "source_id": 102,
    "name": "思政",
    "category": "课程",
    "status": "existing",
    "locked": False,
    "can_embed": True,
    "slots": [{"day": 2, "slot_start": 1, "slot_end": 2}],
}
PENDING = {
    "state_id": 3,
    "source": "task_item",
    "source_id": 201,
    "name": "复习线代",
    "category": "学习",
    "status": "pending",
    "duration": 3,
    "category_id": 10,
}


def file(*tasks: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"window": {"total_days": 13, "day_mapping": DAYS}, "tasks": list(tasks)} | fields


def test_a_minimal_file_gets_the_defaults() -> None:
    state = parse_state(json.dumps(file(COURSE, PENDING)))
    assert (state.locale, state.reorder_allowed, state.queue.pending) == ("zh-CN", False, ())
    assert (state.by_id[2].is_course, state.by_id[3].is_course) == (True, False)
    assert (state.by_id[3].slots, state.by_id[3].length, state.by_id[3].source_id) == ((), 3, 201)


def test_an_event_of_another_category_is_a_task_unless_it_says_otherwise() -> None:
    """``event_type`` counts where it is given."""
    assert not parse_state(file(COURSE | {"category": "学习"})).by_id[2].is_course
    assert parse_state(file(COURSE | {"category": "学习", "event_type": "course"})).by_id[2].is_course


def test_optional_keys_are_read() -> None:
    guest = PENDING | {"status": "suggested", "embed_host": 2, "pinned": True, "order": 4, "duration": 2}
    guest["slots"] = COURSE["slots"]
    fields = {"locale": "en", "reorder_allowed": True, "queue": {"pending": [3]}}
    state = parse_state(file(COURSE | {"embedded_by": 99}, guest, **fields))
    assert (state.locale, state.reorder_allowed, state.queue.pending) == ("en", True, (3,))
    assert (state.by_id[3].pinned, state.by_id[3].order) == (True, 4)
    assert (state.by_id[2].embedded_by, state.by_id[2].guests) == (3, (3,))


def test_a_suggested_task_needs_what_it_takes() -> None:
    placed = {key: value for key, value in PENDING.items() if key != "duration"} | {"status": "suggested"}
    placed["slots"] = [{"day": 1, "slot_start": 1, "slot_end": 3}]
    assert parse_state(file(placed)).by_id[3].duration == 3


@given(arrangements())
def test_a_written_state_reads_back_as_itself(state: ScheduleState) -> None:
    assert parse_state(canonical_json(state)) == state
    assert parse_state(state.model_dump(mode="json")) == state


@given(arrangements(), st.text(), st.booleans(), st.sampled_from(["zh-CN", "en"]))
def test_a_state_formatted_as_a_file_reads_back_as_the_very_same(
    drawn: ScheduleState, name: str, queued: bool, locale: str
) -> None:
    """Whatever names, embeddings, queue and language it has; and the text of what was read is the same text."""
    tasks = tuple(task.model_copy(update={"name": name}) for task in drawn.tasks)
    state = ScheduleState.model_validate({"window": drawn.window, "tasks": tasks, "locale": locale})
    if queued:
        state, _ = run_tool(state, "query_target_tasks", {"status": "all"})
    text = format_state(state)
    assert parse_state(text.encode()) == state
    assert format_state(parse_state(text)) == text


def test_a_written_file_has_the_keys_of_the_format_in_their_order() -> None:
    """What is as it would be taken to be is left out; a host names its guests for those who read the file."""
    guest = PENDING | {"status": "suggested", "duration": 2, "embed_host": 2, "slots": COURSE["slots"]}
    text = format_state(parse_state(file(COURSE, guest, PENDING | {"state_id": 4})))
    assert text.startswith('{\n  "window": {\n    "total_days": 13,\n    "day_mapping": [\n      {\n')
    assert text.endswith("}\n")
    assert "思政" in text
    written = json.loads(text)
    assert list(written) == ["window", "tasks"]
    host, embedded, waiting = written["tasks"]
    assert list(host.items()) == [*COURSE.items(), ("embedded_by", 3), ("guests", [3])]
    assert list(embedded) == [
        *("state_id", "source", "source_id", "name", "category", "status"),
        *("slots", "duration", "category_id", "embed_host"),
    ]
    assert list(waiting.items()) == list((PENDING | {"state_id": 4}).items())


def test_every_field_of_a_task_is_written() -> None:
    """A field that the writer forgot would be lost without a word."""
    slots = [{"day": 2, "slot_start": 1, "slot_end": 2}]
    guest = PENDING | {"status": "suggested", "duration": 2, "slots": slots, "embed_host": 2}
    guest |= {"pinned": True, "order": 1}
    written = json.loads(format_state(parse_state(file(COURSE | {"event_type": "course"}, guest))))
    assert {key for task in written["tasks"] for key in task} == set(Task.model_fields)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("{", "Invalid JSON"),
        ("\ud800", "valid string"),
        ({}, "window: Field required"),
        ([], "should be an object"),
        ({"window": object()}, "not JSON serializable"),
        (file(PENDING | {"colour": "red"}), "tasks.0.colour: Extra inputs are not permitted, got 'red'"),
        (file(PENDING | {"status": "done"}), "tasks.0.status: Input should be 'existing', 'suggested' or 'pending'"),
        (file(PENDING | {"state_id": "3"}), "tasks.0.state_id: Input should be a valid integer, got '3'"),
        (file(PENDING | {"state_id": True}), "tasks.0.state_id: Input should be a valid integer, got True"),
        (file(PENDING, PENDING), "state_id 3 stands twice"),
        (file(PENDING | {"duration": None}), "[3]复习线代 没有所需时段数。"),
        (file(COURSE, COURSE | {"state_id": 4}), "[2]思政 与 [4]思政 在第2天第1-2节重叠。"),
        (file(window={"total_days": 2, "day_mapping": DAYS}), "total_days 2 does not match 13"),
        (file(window={"total_days": 0, "day_mapping": []}), "the window has no day"),
        (file(locale="fr"), "locale: Input should be 'zh-CN' or 'en', got 'fr'"),
    ],
)
def test_a_wrong_file_is_refused_with_its_value(source: Any, told: str) -> None:
    with pytest.raises(InvalidState) as refusal:
        parse_state(source)
    assert told in refusal.value.message
