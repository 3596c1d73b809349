"""Asking for the one call of a round (rules REACT-1 to REACT-14 and ASK-8)."""

from typing import Any

from domain.models.prompt import Prompt
from domain.refine.memory import RefineMemory
from domain.refine.prompts.calls import Choice, call_form, choice_of, purposes, round_tools, tool_call
from domain.refine.prompts.facts import examples, lines, said
from domain.refine.prompts.problem import Problem
from domain.refine.prompts.round_facts import round_facts
from domain.refine.prompts.wire import Wire, form, listing, text
from domain.refine.react import Action
from domain.refine.spacing import spaced
from domain.refine.upcoming import upcoming
from domain.refine.week_meant import offered
from domain.schedule.state import ScheduleState

QUESTIONS = 3

_RULES_ZH = """你逐个调整日程里的任务。每轮只做一件事：为当前任务选一个调用。
goal_check：一句话说目标还差什么。decision：一句话说这一步做什么。
tool_calls：正好一个 {tool, arguments}。有「最好的空位」时，用 move 照抄其中一个，优先第 1 个。
done：还有任务没就位时是 false。missing_info：通常是 []；只有不问用户就完全无法继续时才写短问题，此时 tool_calls 是 []。
summary：没有就写 ""。
工具：
{tools}
例："""
_RULES_EN = """You adjust the tasks of a schedule one by one.
A round does one thing: choose one call for the current task.
goal_check: what the goal still lacks, one sentence. decision: what this step does, one sentence.
tool_calls: exactly one {tool, arguments}. Where "best free places" are given, copy one of them with move, at best the
first. done: false while a task is not in place. missing_info: as a rule []; short questions only if nothing can be
done without asking the person, and then tool_calls is [].
summary: "" if there is nothing to say.
Tools:
{tools}
Example:"""


def _example(day: str, goal_check: str, decision: str) -> dict[str, Any]:
    call = {"tool": "move", "arguments": {"task": 7, "day": day, "start": 5}}
    closing = {"done": False, "missing_info": [], "summary": ""}
    return {"goal_check": goal_check, "decision": decision, "tool_calls": [call]} | closing


_EXAMPLE_ZH = (
    "当前任务 7，最好的空位 1. 第3周周二第5-6节",
    _example("第3周周二", "还差 1 个任务", "把 7 移到第3周周二第5-6节"),
)
_EXAMPLE_EN = (
    "Current task 7, best free place 1. week 3 Tuesday, sections 5-6",
    _example("week 3 Tuesday", "1 task is missing", "Move 7 to week 3 Tuesday, sections 5-6"),
)
_OPEN_ZH = (
    "这个目标只有你能判断：可以选「可以移动的任务」里的任何一个；请求满足后 done 是 true，可以和最后一个调用一起给。"
)
_OPEN_EN = (
    "Only you can judge this goal: take any of the tasks that may be moved. "
    "Once the request is met done is true, also together with the last call."
)


def prompt(state: ScheduleState, memory: RefineMemory) -> Prompt:
    """The question: what next for the current task?"""
    ahead = upcoming(state, memory)
    choice, locale = _choice(state, ahead), memory.locale
    rules = said(locale, _RULES_ZH, _RULES_EN).replace("{tools}", purposes(choice, locale))
    example = examples(said(locale, _EXAMPLE_ZH, _EXAMPLE_EN))
    system = lines(rules, example, said(locale, _OPEN_ZH, _OPEN_EN) if ahead.open_goal else "")
    return Prompt("react", system, lines(round_facts(state, ahead, choice)), _form(ahead, choice), 800)


def read(answer: Any, state: ScheduleState, memory: RefineMemory) -> Action | Problem:
    """The action of a round; a call counts before a question and before ``done``, which rules can tell themselves."""
    ahead = upcoming(state, memory)
    said_so = {"summary": answer.summary, "goal_check": answer.goal_check, "decision": answer.decision}
    if answer.tool_calls:
        choice = _choice(state, ahead)
        call = tool_call(answer.tool_calls[0], choice, state, ahead)
        return Action(**said_so, done=answer.done, tool_calls=(call,))
    questions = tuple(dict.fromkeys(question for question in map(spaced, answer.missing_info) if question))
    if questions or answer.done:
        return Action(**said_so, done=not questions, missing_info=questions)
    return Problem(
        said(
            memory.locale,
            "tool_calls 是空的：请给出当前任务的一个调用",
            "tool_calls is empty: give one call for the current task",
        )
    )


def _choice(state: ScheduleState, memory: RefineMemory) -> Choice:
    """The current task alone, unless rules cannot judge the goal: then any task that is offered (REACT-13)."""
    current = () if memory.current is None else (memory.current,)
    movers = tuple(dict.fromkeys((*current, *offered(state, memory)))) if memory.open_goal and current else current
    tools = round_tools(memory) if movers else ("verify",)
    return choice_of(state, memory, movers, tools)


def _form(memory: RefineMemory, choice: Choice) -> type[Wire]:
    questions = 0 if memory.question is not None else QUESTIONS
    return form(
        "react",
        goal_check=text(100),
        decision=text(100),
        tool_calls=listing(call_form(choice), 1),
        done=bool,
        missing_info=listing(text(80, 1), questions),
        summary=text(100),
    )
