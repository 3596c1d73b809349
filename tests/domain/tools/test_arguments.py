"""Arguments are read leniently where the meaning is plain, and refused by name where it is not."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.tools.registry import TOOLS, find_tool, run_tool
from tests.domain.schedule.states import course, state, task

STATE = state(course(10, "思政", (7, 1, 2), can_embed=True), task(1, "甲", (1, 1, 2)), task(2, "乙", (2, 1, 2)))
SPREAD = {"task_ids": [1, 2]}
MOVE = {"task_id": 1, "new_day": 3, "new_slot_start": 1}

LENIENT: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("move", MOVE, {"task_id": "1", "new_day": " 3 ", "new_slot_start": 1.0}),
    ("Move", MOVE, MOVE),
    ("query_range", {"day": 1, "slot_start": 5}, {"day": "1", "slot_start": " 5 ", "slot_end": None}),
    ("TimeAvailable", {"day": 1}, {"day": 1.0, "slot_start": None}),
    ("Swap", {"task_a": 1, "task_b": 2}, {"task_a": "1", "task_b": 2.0}),
    ("BatchMove", {"moves": [MOVE]}, {"moves": {"task_id": "1", "new_day": 3, "new_slot_start": 1}}),
    ("spread_even", SPREAD, {"task_item_ids": ["1", 2]}),
    ("spread_even", SPREAD, {"task_ids": [1], "task_id": "2"}),
    ("spread_even", SPREAD, {"task_ids": 1, "task_id": 2}),
    ("spread_even", SPREAD, {"task_item_ids": [1], "task_id": 2}),
    ("spread_even", SPREAD, {"task_ids": [1, 2, 1], "day": None, "allow_embed": None}),
    ("SpreadEven", SPREAD, SPREAD),
    ("query_available_slots", {"span": 3}, {"duration": "3"}),
    ("query_available_slots", {"week": [5], "day_of_week": [1]}, {"week": 5, "day_of_week": "1"}),
    ("query_available_slots", {"week_filter": [5, 6]}, {"week": 6, "week_filter": 5}),
    ("query_available_slots", {"slot_type": "pure"}, {"slot_types": "pure", "slot_type": "embedded_candidate"}),
    ("GetAvailableSlots", {}, {"exclude_sections": []}),
    ("QueryAvailableSlots", {}, {"span": 2, "limit": 12, "allow_embed": True}),
    ("QueryTargetTasks", {"task_ids": [1]}, {"task_item_ids": 1}),
    ("Verify", {}, {"check_order": False}),
]

WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    ("move", MOVE | {"where": 1}, "unknown_argument", "where"),
    ("move", {"task_id": True, "where": 1, "when": 2}, "unknown_argument", "where、when"),
    ("move", {"task_id": True}, "missing_argument", "new_day、new_slot_start"),
    ("move", MOVE | {"task_id": None}, "missing_argument", "task_id"),
    ("move", MOVE | {"task_id": True}, "invalid_argument", "task_id 的值 true"),
    ("move", MOVE | {"new_day": "1.5"}, "invalid_argument", 'new_day 的值 "1.5"'),
    ("move", MOVE | {"new_day": 1.5}, "invalid_argument", "new_day 的值 1.5"),
    ("move", MOVE | {"new_day": ""}, "invalid_argument", 'new_day 的值 ""'),
    ("move", MOVE | {"new_day": "1_0"}, "invalid_argument", 'new_day 的值 "1_0"'),
    ("move", MOVE | {"new_day": [3]}, "invalid_argument", "new_day 的值 [3]"),
    ("move", MOVE | {"new_day": float("inf")}, "invalid_argument", "new_day 的值 Infinity"),
    ("move", MOVE | {"new_day": 10**20}, "invalid_argument", "new_day 的值 100000000000000000000"),
    ("move", MOVE | {"new_day": 10**5000}, "invalid_argument", "new_day 的值 int"),
    ("swap", {"task_a": 1}, "missing_argument", "task_b"),
    ("swap", {"task_a": "1", "task_b": 1}, "invalid_argument", "task_b 的值 1 无效：应与 task_a 不同"),
    ("batch_move", {"moves": None}, "missing_argument", "moves"),
    ("batch_move", {"moves": [MOVE, MOVE | {"where": 1}]}, "unknown_argument", "moves[1].where。可用参数：task_id、"),
    ("batch_move", {"moves": [MOVE], "where": 1}, "unknown_argument", "where。可用参数：moves"),
    ("batch_move", {"moves": [MOVE | {7: 1}]}, "unknown_argument", "moves[0].7"),
    ("batch_move", {"moves": [MOVE | {"new_day": None}]}, "missing_argument", "moves[0].new_day"),
    ("batch_move", {"moves": [MOVE | {"new_day": True}]}, "invalid_argument", "moves[0].new_day 的值 true"),
    ("batch_move", {"moves": [MOVE, 3]}, "invalid_argument", "moves[1] 的值 3 无效：应为对象"),
    ("spread_even", {}, "missing_argument", "task_ids"),
    ("spread_even", {"task_ids": []}, "invalid_argument", "task_ids 的值 []"),
    ("spread_even", {"task_ids": [1, 1]}, "invalid_argument", "至少需要 2 个不同的任务"),
    ("spread_even", {"task_ids": [1, False]}, "invalid_argument", "task_ids[1] 的值 false"),
    ("spread_even", SPREAD | {"balance": "all"}, "invalid_argument", "应为 tasks, total 之一"),
    ("spread_even", SPREAD | {"keep_order": "true"}, "invalid_argument", "应为 true 或 false"),
    ("spread_even", SPREAD | {"section_from": 1}, "unknown_argument", "section_from"),
    ("query_available_slots", {"span": 0}, "invalid_argument", "span 的值 0 无效：应不小于 1"),
    ("query_available_slots", {"span": "13"}, "invalid_argument", "span 的值 13 无效：应不大于 12"),
    ("query_available_slots", {"span": 2, "duration": 2}, "unknown_argument", "duration"),
    ("query_available_slots", {"limit": 0}, "invalid_argument", "limit 的值 0"),
    ("query_available_slots", {"limit": 201}, "invalid_argument", "limit 的值 201"),
    ("query_available_slots", {"allow_embed": 1}, "invalid_argument", "allow_embed 的值 1"),
    ("query_available_slots", {"slot_type": "full"}, "invalid_argument", 'slot_type 的值 "full"'),
    ("query_available_slots", {"slot_types": ["pure", 3]}, "invalid_argument", "slot_types[1] 的值 3"),
    ("query_available_slots", {"day_scope": "holiday"}, "invalid_argument", "all, workday, weekend"),
    ("query_available_slots", {"day_of_week": [1, 8]}, "invalid_argument", "day_of_week[1] 的值 8"),
    ("query_available_slots", {"day_of_week": {"a": 1}}, "invalid_argument", 'day_of_week 的值 {"a": 1}'),
    ("query_available_slots", {"exclude_sections": [0]}, "invalid_argument", "exclude_sections[0] 的值 0"),
    ("query_available_slots", {"after_section": 13}, "invalid_argument", "after_section 的值 13"),
    ("query_available_slots", {"day": 1, "day_start": 1}, "invalid_argument", "不能与 day_start 同时使用"),
    ("query_available_slots", {"day": 1, "day_end": 1}, "invalid_argument", "不能与 day_end 同时使用"),
    ("query_available_slots", {"day_start": 3, "day_end": 2}, "invalid_argument", "不能小于 day_start 的值 3"),
    ("query_available_slots", {"week_from": 6, "week_to": 5}, "invalid_argument", "不能小于 week_from 的值 6"),
    ("query_available_slots", {"section_from": 3}, "invalid_argument", "须与 section_to 同时提供"),
    ("query_available_slots", {"section_to": 3}, "invalid_argument", "须与 section_from 同时提供"),
    ("query_available_slots", {"section_from": 3, "section_to": 2}, "invalid_argument", "不能小于 section_from"),
    ("query_available_slots", {"day": 0}, "out_of_window", "第0天"),
    ("query_available_slots", {"day_start": 1, "day_end": 14}, "out_of_window", "第14天"),
    ("query_target_tasks", {"status": "suggested,pending"}, "invalid_argument", '"suggested,pending"'),
    ("query_target_tasks", {"category": 3}, "invalid_argument", "category 的值 3 无效：应为文本"),
    ("query_target_tasks", {"category": "\ud800"}, "invalid_argument", 'category 的值 "?"'),
    ("query_target_tasks", {"\ud800" * 100: 1}, "unknown_argument", '"' + "?" * 58 + "…"),
    ("verify", {"check_order": "yes"}, "invalid_argument", 'check_order 的值 "yes"'),
    ("verify", [1], "invalid_argument", "arguments 的值 [1] 无效：应为对象"),  # type: ignore[list-item]
    ("verify", {7: 1}, "unknown_argument", "7"),  # type: ignore[dict-item]
    ("move\ud800", {}, "unknown_tool", '"move?"'),
    ("", {}, "unknown_tool", '""'),
]


@pytest.mark.parametrize(("name", "plain", "lenient"), LENIENT)
def test_plain_meaning_is_understood(name: str, plain: dict[str, Any], lenient: dict[str, Any]) -> None:
    """The result is that of the canonical name and arguments."""
    tool = find_tool(name)
    assert tool is not None
    expected = run_tool(STATE, tool.name, plain)
    assert expected[1].ok
    assert run_tool(STATE, name, lenient)[0] == expected[0]
    assert _known(run_tool(STATE, name, lenient)[1].text) == _known(expected[1].text)


def _known(text: str) -> str:
    return text.replace('"allow_embed":false', '"allow_embed":true')


@pytest.mark.parametrize(("name", "arguments", "code", "told"), WRONG)
def test_a_wrong_argument_is_quoted(name: str, arguments: dict[str, Any], code: str, told: str) -> None:
    after, result = run_tool(STATE, name, arguments)
    assert after is STATE
    assert (result.ok, result.code) == (False, code)
    assert told in result.text


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 15) | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
NAMES = sorted({name for tool in TOOLS.values() for name in tool.schema()["properties"]} | {"task_id", "duration"})


@given(st.sampled_from([*TOOLS, "Move", "nope"]), st.dictionaries(st.sampled_from(NAMES) | st.text(), JSON, max_size=5))
def test_no_arguments_make_a_tool_raise(name: str, arguments: dict[str, Any]) -> None:
    after, result = run_tool(STATE, name, arguments)
    assert result.ok == (result.code == "ok")
    assert result.ok or after is STATE
    assert result.text.encode()


def test_the_registry_names_each_tool_once() -> None:
    names = [name for tool in TOOLS.values() for name in (tool.name, *tool.aliases)]
    assert len(names) == len(set(names))
    assert {name: tool.kind for name, tool in TOOLS.items()} == {
        "get_overview": "read",
        "query_range": "read",
        "query_available_slots": "read",
        "list_tasks": "read",
        "get_task_info": "read",
        "query_target_tasks": "read",
        "place": "write",
        "move": "write",
        "swap": "write",
        "batch_move": "write",
        "unplace": "write",
        "queue_pop_head": "read",
        "queue_apply_head_move": "write",
        "queue_skip_head": "read",
        "queue_status": "read",
        "spread_even": "composite",
        "min_context_switch": "composite",
        "verify": "read",
    }


def test_the_schema_names_arguments_bounds_and_choices() -> None:
    """What a model reads is the model that arguments are checked with."""
    schema = TOOLS["query_available_slots"].schema()
    assert schema["additionalProperties"] is False
    assert (
        schema["properties"]["span"] | {"minimum": 1, "maximum": 12, "type": "integer"} == schema["properties"]["span"]
    )
    assert schema["properties"]["day_of_week"]["items"] == {"minimum": 1, "maximum": 7, "type": "integer"}
    assert schema["properties"]["day_scope"]["enum"] == ["all", "workday", "weekend"]
    assert TOOLS["move"].schema()["required"] == ["task_id", "new_day", "new_slot_start"]
    assert TOOLS["spread_even"].schema()["required"] == ["task_ids"]


@pytest.mark.parametrize("name", TOOLS)
def test_every_argument_is_described(name: str) -> None:
    properties = TOOLS[name].schema()["properties"]
    assert [key for key, value in properties.items() if "description" not in value] == []
