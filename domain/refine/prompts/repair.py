"""Asking for the one repair that is left after a final check (rules CHECK-6, CHECK-9 and ASK-8)."""

from collections.abc import Iterator
from typing import Any

from domain.models.prompt import Prompt
from domain.refine.candidates import best_levelling
from domain.refine.compile import movable
from domain.refine.memory import RefineMemory
from domain.refine.prompts.calls import Choice, best_places, call_form, choice_of, purposes, tool_call
from domain.refine.prompts.facts import (
    contract_line,
    cut,
    examples,
    goal_days,
    lines,
    load_lines,
    message_line,
    place_label,
    problem_line,
    said,
    short_line,
)
from domain.refine.prompts.problem import Problem
from domain.refine.prompts.wire import form, listing, text
from domain.refine.react import Action
from domain.refine.review import unmet_orders
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState

SUSPECTS = 8

_RULES_ZH = """终审没有通过。你还有一次修复机会：选一个调用，让「未满足」的条目变少。
decision：一句话说这一步做什么。tool_calls：正好一个 {tool, arguments}；如果没有任何一步有用，就是 []。
工具：
{tools}
例："""
_RULES_EN = """The final check failed. One repair is left: choose one call that leaves fewer unmet lines.
decision: what this step does, one sentence. tool_calls: exactly one {tool, arguments}; [] if no single step helps.
Tools:
{tools}
Example:"""


def prompt(state: ScheduleState, memory: RefineMemory) -> Prompt:
    """The question: which one call mends what the check found?"""
    choice, locale = _choice(state, memory), memory.locale
    rules = said(locale, _RULES_ZH, _RULES_EN).replace("{tools}", purposes(choice, locale))
    system = lines(rules, examples(said(locale, _EXAMPLE_ZH, _EXAMPLE_EN)))
    calls = listing(call_form(choice), 1) if choice.tools else listing(text(1), 0)
    return Prompt(
        "repair",
        system,
        lines(_facts(state, memory, choice)),
        form("repair", decision=text(100), tool_calls=calls),
        300,
    )


def read(answer: Any, state: ScheduleState, memory: RefineMemory) -> Action | Problem:
    """The repair; an answer without a call says that no repair is possible."""
    if not answer.tool_calls:
        return Action(done=True, decision=answer.decision)
    call = tool_call(answer.tool_calls[0], _choice(state, memory), state, memory)
    return Action(decision=answer.decision, tool_calls=(call,))


def _choice(state: ScheduleState, memory: RefineMemory) -> Choice:
    suspects = tuple(dict.fromkeys(_suspects(state, memory)))[:SUSPECTS]
    return choice_of(state, memory, suspects, ("move", "swap") if suspects else (), anywhere=True)


def _suspects(state: ScheduleState, memory: RefineMemory) -> Iterator[int]:
    """Tasks behind an unmet line that may move, the most urgent first."""
    able = {n for n in memory.origin if movable(state, state.by_id[n]) and not state.by_id[n].pinned}
    able -= {*memory.slice.excluded}
    yield from (n for breach in breaches(state) for n in breach.task_ids if n in able)
    there = memory.objective.there(state)
    levelled = best_levelling(state, memory.objective, able) if memory.objective.mode == "spread" else None
    if levelled is not None:
        yield levelled[0]
    yield from (n for n in memory.workset if n in able and n not in there)
    yield from (n for pair in unmet_orders(state, memory) for n in pair if n in able)
    yield from (n for n in memory.workset if memory.open_goal and n in able)


def _facts(state: ScheduleState, memory: RefineMemory, choice: Choice) -> Iterator[str]:
    locale = memory.locale
    yield message_line(memory, 500)
    yield contract_line(memory)
    yield said(locale, "未满足：", "Unmet:")
    yield from (f"- {cut(line, 120)}" for line in memory.unmet[:8])
    yield said(locale, "目标日的任务量（节）：", "Sections that tasks take on the days of the goal:")
    yield from load_lines(state, goal_days(state, memory.objective), locale)
    yield said(locale, "可以动的任务与空位：", "Tasks that may move, and free places:")
    for task_id in choice.movers:
        places = said(locale, "、", "; ").join(
            place_label(state, p, locale) for p in best_places(state, memory, task_id)
        )
        yield f"{short_line(state, state.by_id[task_id], locale)} -> {places or said(locale, '没有空位', 'no place')}"
    yield problem_line(memory)


def _example(day: str, decision: str) -> dict[str, Any]:
    call = {"tool": "move", "arguments": {"task": 7, "day": day, "start": 5}}
    return {"decision": decision, "tool_calls": [call]}


_EXAMPLE_ZH = ("任务 7 未就位，空位 第3周周二第5-6节", _example("第3周周二", "把 7 移到第3周周二第5-6节"))
_EXAMPLE_EN = (
    "task 7 is not in place, free place week 3 Tuesday, sections 5-6",
    _example("week 3 Tuesday", "Move 7 to week 3 Tuesday, sections 5-6"),
)
