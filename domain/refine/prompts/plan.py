"""Asking for the steps (rules CONTRACT-4 and ASK-6)."""

import re
from typing import Any

from domain.models.prompt import Prompt
from domain.refine.contract import Plan
from domain.refine.memory import RefineMemory
from domain.refine.prompts.facts import (
    contract_line,
    cut,
    examples,
    goal_days,
    lines,
    load_lines,
    message_line,
    problem_line,
    quoted,
    said,
)
from domain.refine.prompts.problem import Problem
from domain.refine.prompts.wire import form, listing, text
from domain.schedule.state import Locale, ScheduleState

_STEP_LENGTH = 120
_AT_ONCE = re.compile(
    r"batch_?move|批量|(?:一次|同时)[^，。；]{0,6}(?:两|2|二)个|(?:两|2|二)个[^，。；]{0,6}(?:一起|同时|一次)"
    r"|\bbatch\b|\b(?:two|2)\b[^,.;]{0,20}\b(?:at once|together|at a time|in one call)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"不|禁|别|勿|\bno\b|\bnot\b|n['’]t|never|without", re.IGNORECASE)

_RULES_ZH = """你为改日程的请求写执行计划，不执行任何动作。
steps：2 到 4 步，每步一句短话。先圈定任务与目标日，再动手，最后核对冲突与目标。
工具只有：move 逐个移动、swap 交换两个、spread_even 均匀铺开、min_context_switch 归并同类、verify 核对。
batch：只有必须把两个任务在一次调用里一起移动时才是 true，并且要有一步写明「批量移动」；否则 false。
例："""
_EXAMPLE_ZH = ("把周五的任务挪到周一", ["圈定周五的任务", "逐个移到周一的空位", "核对冲突与目标"])
_RULES_EN = """You write the plan for a request to change a schedule; you carry nothing out.
steps: 2 to 4, one short sentence each. First settle which tasks and days are meant, then act, last check.
The tools: move one task, swap two, spread_even evens out, min_context_switch groups subjects, verify checks.
batch: true only if two tasks must be moved in one call, and then one step says "batch move"; else false.
Example:"""
_EXAMPLE_EN = (
    "Move the Friday tasks to Monday",
    ["Settle which tasks stand on Friday", "Move each to a free place on Monday", "Check conflicts and the goal"],
)


def _system(locale: Locale) -> str:
    request, steps = said(locale, _EXAMPLE_ZH, _EXAMPLE_EN)
    return lines(said(locale, _RULES_ZH, _RULES_EN), examples((quoted(request), {"steps": steps, "batch": False})))


def prompt(state: ScheduleState, memory: RefineMemory) -> Prompt:
    """The question: in which steps?"""
    locale = memory.locale
    user = lines(
        message_line(memory),
        contract_line(memory),
        said(locale, "每天任务量（节）：", "Sections that tasks take a day:"),
        load_lines(state, goal_days(state, memory.objective), locale),
        _replan_lines(state, memory),
        problem_line(memory),
    )
    answer = form("plan", steps=listing(text(80, 1), 4, 2), batch=bool)
    return Prompt("plan", _system(locale), user, answer, 500)


def read(answer: Any, state: ScheduleState, memory: RefineMemory) -> Plan | Problem:
    """The plan; batch calls only where a step says so."""
    steps = [cut(step.strip(), _STEP_LENGTH) for step in answer.steps if step.strip()]
    if not steps:
        return Problem(said(memory.locale, "steps 里没有一句话", "steps hold no sentence"))
    batch = answer.batch and not memory.route.composite_disabled and any(map(_moves_at_once, steps))
    return Plan(steps=tuple(steps), batch_allowed=batch)


def _moves_at_once(step: str) -> bool:
    return _AT_ONCE.search(step) is not None and not _DENIED.search(step)


def _replan_lines(state: ScheduleState, memory: RefineMemory) -> list[str]:
    """What did not work, where a plan was made before."""
    if memory.plan is None:
        return []
    aside = [*memory.set_aside, *(() if memory.current is None else (memory.current,))]
    labels = ", ".join(quoted(state.by_id[n].label) for n in aside[:10])
    return [
        said(
            memory.locale, "上一份计划连续失败，请换一种做法。", "The plan before failed three times: find another way."
        ),
        said(memory.locale, "放不下的任务：", "Tasks that fit nowhere: ") + labels if labels else "",
        said(memory.locale, "最后的结果：", "Last result: ") + quoted(memory.last_result, 300)
        if memory.last_result
        else "",
    ]
