"""The calls that a round or a repair may choose from, and what they become."""

import json
from typing import Any

import pytest

from domain.refine.asking import read_answer
from domain.refine.guards import refusal
from domain.refine.memory import Question, Route
from domain.refine.objective import Objective
from domain.refine.prompts.calls import best_places, round_tools
from domain.refine.prompts.problem import Problem
from domain.refine.react import Action
from domain.schedule.limits import ClassLimits
from domain.steps import ToolCall
from tests.domain.refine.plans import opened
from tests.domain.refine.prompts.cases import Case, case

REACT = case("react")
SPREAD = "把第5周周四到周五的任务均匀分散到周一到周三"


def offered(opened_case: Case, node: str = "react") -> set[str]:
    """The tools among which the form lets choose."""
    schema = opened_case.prompt("react" if node == "react" else "repair").answer.model_json_schema()
    names = (
        part["properties"].get("tool", {}).get("const")
        for part in schema.get("$defs", {}).values()
        if "properties" in part
    )
    return {name for name in names if name}


def acted(opened_case: Case, **told: Any) -> Action | Problem:
    silent = {"goal_check": "", "decision": "", "tool_calls": [], "done": False, "missing_info": [], "summary": ""}
    form = opened_case.prompt("react").answer.model_validate(silent | told)
    read = read_answer("react", form, opened_case.state, opened_case.memory)
    assert isinstance(read, Action | Problem)
    return read


def call(tool: str, **arguments: Any) -> list[dict[str, Any]]:
    return [{"tool": tool, "arguments": arguments}]


def test_a_move_becomes_a_call_of_the_current_task_on_a_numbered_day() -> None:
    """Days that the goal does not allow, and other tasks, are not even offered."""
    read = acted(REACT, tool_calls=call("move", task=41, day="第5周周一", start=5), decision="挪到周一")
    assert isinstance(read, Action)
    assert read.tool_calls == (ToolCall(tool="move", arguments={"task_id": 41, "new_day": 1, "new_slot_start": 5}),)
    for wrong in ({"task": 42}, {"day": "第5周周二"}, {"day": "第6周周一"}, {"start": 13}):
        with pytest.raises(ValueError, match="react"):
            acted(REACT, tool_calls=call("move", **{"task": 41, "day": "第5周周一", "start": 5} | wrong))


@pytest.mark.parametrize(
    ("route", "mode", "tools"),
    [
        (Route(), "move_all", {"move", *("query_available_slots", "query_target_tasks", "verify")}),
        (
            Route(batch_allowed=True),
            "move_all",
            {"move", "batch_move", "query_available_slots", "query_target_tasks", "verify"},
        ),
        (
            Route(batch_allowed=True, composite_disabled=True),
            "spread",
            {"move", "query_available_slots", "query_target_tasks", "verify"},
        ),
        (
            Route(required="spread_even"),
            "spread",
            {"spread_even", "query_available_slots", "query_target_tasks", "verify"},
        ),
        (
            Route(required="min_context_switch"),
            "group",
            {"min_context_switch", "query_available_slots", "query_target_tasks", "verify"},
        ),
    ],
)
def test_only_tools_that_the_guards_let_through_are_offered(route: Route, mode: str, tools: set[str]) -> None:
    objective = REACT.memory.objective.model_copy(update={"mode": mode})
    memory = REACT.memory.model_copy(update={"route": route, "objective": objective})
    assert set(round_tools(memory)) - {"swap"} == tools
    current = memory.model_copy(update={"current": 41})
    written = {"task_id": 41, "task_a": 41, "moves": [{"task_id": 41}]}
    blocked = [name for name in round_tools(memory) if refusal(ToolCall(tool=name, arguments=written), current)]
    assert blocked == []


def test_an_exchange_is_offered_only_where_both_tasks_may_stand_on_the_others_place() -> None:
    """Friday's tasks shall go to Monday: an exchange would send one back."""
    assert "swap" not in offered(REACT)
    days = tuple(range(1, 15))
    open_goal = REACT.with_memory(objective=Objective(task_ids=(41, 42, 43), days=days), current=42)
    assert "swap" in offered(open_goal)
    read = acted(open_goal, tool_calls=call("swap", task=42, other=41))
    assert isinstance(read, Action)
    assert read.tool_calls == (ToolCall(tool="swap", arguments={"task_a": 42, "task_b": 41}),)


def test_of_an_open_goal_any_task_of_the_set_may_be_moved_and_done_ends_it() -> None:
    days = tuple(range(1, 15))
    open_goal = REACT.with_memory(objective=Objective(task_ids=(41, 42, 43), days=days), current=42)
    read = acted(open_goal, tool_calls=call("move", task=43, day="第6周周日", start=1), done=True)
    assert isinstance(read, Action)
    assert (read.done, read.tool_calls[0].arguments["task_id"]) == (True, 43)
    assert "只有你能判断" in open_goal.prompt("react").system
    assert "只有你能判断" not in REACT.prompt("react").system


def test_days_that_the_current_task_may_not_take_are_not_offered() -> None:
    """Some tasks have days of their own, and a class may exclude a day of the week."""
    objective = REACT.memory.objective.model_copy(update={"days": (1, 2, 3, 8), "own_weeks": {}})
    cases: tuple[tuple[dict[str, Any], list[str]], ...] = (
        ({"own_days": {41: (2, 3)}}, ["第5周周二", "第5周周三"]),
        ({"limits": {"11": ClassLimits(days_of_week=(1,))}}, ["第5周周二", "第5周周三"]),
        ({"own_weeks": {41: 6}}, ["第6周周一"]),
        ({}, ["第5周周一", "第5周周二", "第5周周三", "第6周周一"]),
    )
    for changed, days in cases:
        asked = REACT.with_memory(objective=objective.model_copy(update=changed))
        schema = asked.prompt("react").answer.model_json_schema()
        assert schema["$defs"]["Day"] in ({"enum": days}, {"const": days[0]}), changed


def test_a_composite_call_takes_its_arguments_from_the_goal() -> None:
    run = opened(REACT.state.model_copy(), SPREAD).until("slice")
    gated = Case(run.state, run.memory)
    assert offered(gated) == {"spread_even", "query_available_slots", "query_target_tasks", "verify"}
    read = acted(gated, tool_calls=call("spread_even"))
    assert isinstance(read, Action)
    run.step("route")
    assert read.tool_calls[0].arguments == run.memory.route.attempts[0].arguments


def test_two_moves_at_once_keep_their_days() -> None:
    route = Route(batch_allowed=True)
    moves = [{"task": 41, "day": "第5周周一", "start": 5}, {"task": 42, "day": "第5周周一", "start": 7}]
    read = acted(REACT.with_memory(route=route), tool_calls=call("batch_move", moves=moves))
    assert isinstance(read, Action)
    assert [(m["task_id"], m["new_day"], m["new_slot_start"]) for m in read.tool_calls[0].arguments["moves"]] == [
        (41, 1, 5),
        (42, 1, 7),
    ]


def test_queries_look_for_as_many_sections_as_the_task_takes() -> None:
    read = acted(REACT, tool_calls=call("query_available_slots", day="第5周周一"))
    assert isinstance(read, Action)
    assert read.tool_calls[0].arguments == {"day": 1, "span": 2, "allow_embed": True}


def test_an_answer_without_a_call_a_question_or_an_end_is_a_problem() -> None:
    assert isinstance(acted(REACT), Problem)
    assert isinstance(acted(REACT, missing_info=[" "]), Problem)


def test_a_call_counts_before_a_question_and_a_question_before_done() -> None:
    move = call("move", task=41, day="第5周周一", start=5)
    both = acted(REACT, tool_calls=move, missing_info=["周几？"])
    asked = acted(REACT, missing_info=["周几？", "周几？"], done=True)
    assert isinstance(both, Action)
    assert isinstance(asked, Action)
    assert (both.missing_info, len(both.tool_calls)) == ((), 1)
    assert (asked.missing_info, asked.done) == (("周几？",), False)


def test_the_person_is_asked_once_a_run() -> None:
    question = Question(question_id="q1", questions=("周几？",), text="周一", closed=True)
    again = REACT.with_memory(question=question)
    assert '回答（数据）："周一"' in again.prompt("react").user
    with pytest.raises(ValueError, match="missing_info"):
        acted(again, missing_info=["周几？"])


def test_the_best_places_leave_out_what_was_tried_in_vain() -> None:
    first = best_places(REACT.state, REACT.memory, 41)
    arguments = {"task_id": 41, "new_day": first[0].day, "new_slot_start": first[0].start}
    failed = REACT.with_memory(failed=(ToolCall(tool="move", arguments=arguments),))
    assert len(first) == 3
    assert best_places(failed.state, failed.memory, 41)[:2] == first[1:]
    assert f"move task 41, 第5周周一, start {first[0].start}" in failed.prompt("react").user


def test_results_stand_in_the_prompt_the_last_word_for_word_and_older_ones_in_a_line() -> None:
    told = REACT.with_memory(last_result="第一行\n第二行", history=("更早的一行",))
    user = told.prompt("react").user
    assert '"第一行\\n第二行"' in user
    assert '- "更早的一行"' in user


def test_a_repair_is_a_basic_call_on_a_task_behind_an_unmet_line() -> None:
    """What is excluded or pinned is not offered, and no composite."""
    repair = case("repair")
    assert offered(repair, "repair") <= {"move", "swap"}
    answer = {"decision": "", "tool_calls": call("move", task=41, day="第5周周一", start=5)}
    read = read_answer("repair", repair.prompt("repair").answer.model_validate(answer), repair.state, repair.memory)
    assert isinstance(read, Action)
    assert read.tool_calls[0].arguments == {"task_id": 41, "new_day": 1, "new_slot_start": 5}
    kept = repair.memory.slice.model_copy(update={"excluded": (41,)})
    without = repair.with_memory(slice=kept)
    assert isinstance(
        read_answer("repair", json.dumps(answer, ensure_ascii=False), without.state, without.memory), Problem
    )


def test_a_repair_without_a_call_says_that_there_is_none() -> None:
    repair = case("repair")
    read = read_answer("repair", '{"decision": "没有办法", "tool_calls": []}', repair.state, repair.memory)
    assert read == Action(done=True, decision="没有办法")
