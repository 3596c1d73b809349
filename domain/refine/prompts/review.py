"""Asking whether the plan does what was asked, where rules cannot tell (rules CHECK-8 and ASK-8)."""

from typing import Any

from domain.models.prompt import Prompt
from domain.refine.memory import Judgement, RefineMemory
from domain.refine.prompts.changes import change_count, change_lines
from domain.refine.prompts.facts import (
    cut,
    examples,
    goal_days,
    lines,
    load_lines,
    message_line,
    on_one_line,
    problem_line,
    said,
)
from domain.refine.prompts.problem import Problem
from domain.refine.prompts.wire import form, listing, one_of, text
from domain.schedule.state import Locale, ScheduleState

VERDICTS: dict[Locale, dict[str, bool]] = {
    "zh-CN": {"达成": True, "未达成": False},
    "en": {"met": True, "not met": False},
}
_REASON_LENGTH = 300

_RULES_ZH = """你审核日程改动是否满足用户请求。只看给出的事实，不要猜；顺序和冲突另有检查，不归你管。
unmet：没有满足的要求，每条一句；全部满足就是 []。reason：一句话说理由。verdict：达成 或 未达成，unmet 不空就是 未达成。
例："""
_RULES_EN = """You judge whether the changes to a schedule do what was asked. Look at the facts given, do not guess;
order and conflicts are checked elsewhere.
unmet: what was asked and is not so, one sentence each; [] if all is. reason: one sentence.
verdict: met or not met; where unmet is not empty it is not met.
Examples:"""
_EXAMPLES_ZH = (
    ("请求：周三轻松一点；改动：周三移走 2 个任务", {"unmet": [], "reason": "周三少了两个任务", "verdict": "达成"}),
    ("请求：周三轻松一点；改动：没有", {"unmet": ["周三没有变轻松"], "reason": "没有改动", "verdict": "未达成"}),
)
_EXAMPLES_EN = (
    (
        "Request: an easier Wednesday. Changes: 2 tasks left Wednesday",
        {"unmet": [], "reason": "Wednesday has two tasks less", "verdict": "met"},
    ),
    (
        "Request: an easier Wednesday. Changes: none",
        {"unmet": ["Wednesday is as full as before"], "reason": "Nothing changed", "verdict": "not met"},
    ),
)


def prompt(state: ScheduleState, memory: RefineMemory) -> Prompt:
    """The question: is it what the person wanted?"""
    locale = memory.locale
    count = change_count(state, memory)
    user = lines(
        message_line(memory),
        said(locale, f"改动的任务：{count} 个", f"Tasks changed: {count}"),
        change_lines(state, memory),
        said(locale, "现在每天的任务量（节）：", "Sections that tasks take a day now:"),
        load_lines(state, goal_days(state, memory.objective), locale),
        problem_line(memory),
    )
    system = lines(said(locale, _RULES_ZH, _RULES_EN), examples(*said(locale, _EXAMPLES_ZH, _EXAMPLES_EN)))
    verdict = one_of(VERDICTS[locale])
    answer = form("review", unmet=listing(text(80, 1), 3), reason=text(120, 1), verdict=verdict)
    return Prompt("review", system, user, answer, 500)


def read(answer: Any, state: ScheduleState, memory: RefineMemory) -> Judgement | Problem:
    """The judgement; one that passes with something unmet contradicts itself."""
    locale, met = memory.locale, VERDICTS[memory.locale][answer.verdict]
    unmet = [line for line in map(on_one_line, answer.unmet) if line]
    reason = on_one_line(answer.reason)
    if met and unmet:
        fault = "verdict 是达成，但 unmet 不是空的", "verdict is met, yet unmet is not empty"
        return Problem(said(locale, *fault))
    if not reason and not unmet:
        return Problem(said(locale, "reason 是空的", "reason is empty"))
    separator = said(locale, "；", "; ")
    told = separator.join(dict.fromkeys(line for line in (reason, *unmet) if line))
    return Judgement(met=met, reason=cut(told, _REASON_LENGTH))
