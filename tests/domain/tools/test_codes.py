"""What a tool says of its codes is what happens: no other is given, and each is."""

from typing import Any, get_args

import pytest

from domain.schedule.state import ScheduleState
from domain.tools.registry import TOOLS, run_tool
from domain.tools.results import Code
from domain.tools.tool import ARGUMENT_CODES
from tests.domain.tools.golden.states import FIXED_HOST, WEEKS
from tests.domain.tools.test_sentences import GOLDEN

FURTHER: list[tuple[ScheduleState, str, dict[str, Any], str]] = [
    (WEEKS, "query_range", {"day": 14}, "out_of_window"),
    (WEEKS, "get_task_info", {"task_id": 99}, "task_not_found"),
    (WEEKS, "query_target_tasks", {"day": 14}, "out_of_window"),
    (WEEKS, "spread_even", {"task_ids": [6, 99]}, "task_not_found"),
    (WEEKS, "spread_even", {"task_ids": [6, 13]}, "locked"),
    (WEEKS, "spread_even", {"task_ids": [6, 9], "day": 14}, "out_of_window"),
    (
        WEEKS.model_copy(update={"reorder_allowed": True}),
        "min_context_switch",
        {"task_ids": [6, 99]},
        "task_not_found",
    ),
    (FIXED_HOST.model_copy(update={"reorder_allowed": True}), "min_context_switch", {"task_ids": [1, 2]}, "locked"),
]
"""Calls whose sentences are those of other tools."""

SEEN = {(name, code) for _, name, _, code, _ in GOLDEN} | {(name, code) for _, name, _, code in FURTHER}


@pytest.mark.parametrize(("before", "name", "arguments", "code"), FURTHER)
def test_further_refusals(before: ScheduleState, name: str, arguments: dict[str, Any], code: str) -> None:
    assert run_tool(before, name, arguments)[1].code == code


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_gives_the_codes_it_states(name: str) -> None:
    """Beside success and unusable arguments."""
    given = {code for tool, code in SEEN if tool == name} - {"ok", *ARGUMENT_CODES}
    assert given == set(TOOLS[name].codes)
    assert len(TOOLS[name].codes) == len(given)


def test_every_code_is_one_of_some_tool() -> None:
    """None is left over from a tool that is gone."""
    stated = {code for tool in TOOLS.values() for code in tool.codes}
    assert stated | {"ok", "unknown_tool", *ARGUMENT_CODES} == set(get_args(Code))


@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_is_offered_as_a_function(name: str) -> None:
    """In the form in which models that call functions take it, in either language."""
    tool = TOOLS[name]
    for locale in ("zh-CN", "en"):
        offered = tool.function(locale)
        assert (offered["type"], set(offered)) == ("function", {"type", "function"})
        assert offered["function"] == {
            "name": name,
            "description": tool.description(locale),
            "parameters": tool.schema(),
        }
    assert tool.schema()["type"] == "object"
