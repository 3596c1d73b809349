"""Asking for the closing words (rules SUMMARY-1 to SUMMARY-4 and ASK-9)."""

from collections.abc import Iterator
from typing import Any

from domain.models.prompt import Prompt
from domain.policy.summary import make_summary
from domain.refine.memory import RefineMemory
from domain.refine.prompts.changes import change_count, change_lines
from domain.refine.prompts.facts import cut, examples, lines, message_line, on_one_line, problem_line, quoted, said
from domain.refine.prompts.problem import Problem
from domain.refine.prompts.review import VERDICTS
from domain.refine.prompts.wire import form, listing, one_of, text
from domain.refine.summary import Summary, summary_fault
from domain.schedule.state import ScheduleState

_RULES_ZH = """你给用户写 2 到 4 句中文结论，只用给出的事实。
verdict：照抄「结论」。sentences：先说改了什么，再说目标是否达成；未达成时要说清楚还差什么，不要说完成了。
不要写事实里没有的数字、任务或日子。
例："""
_RULES_EN = """You tell the person in 2 to 4 English sentences what came out, using only the facts given.
verdict: copy it. sentences: first what was changed, then whether the goal is met; where it is not, say what is missing
and do not say that it is done. Write no number, task or day that is not among the facts.
Examples:"""
_EXAMPLES_ZH = (
    (
        "结论：达成；移动了 2 个任务",
        {"verdict": "达成", "sentences": ["已把 2 个任务移到周一。", "目标已达成，没有冲突。"]},
    ),
    (
        "结论：未达成；安排没有改动；还差：没有任务符合这条请求",
        {"verdict": "未达成", "sentences": ["安排没有改动。", "没有任务符合这条请求，所以请求未完全达成。"]},
    ),
    (
        "结论：未达成；移动了 1 个任务；没能就位：听力",
        {"verdict": "未达成", "sentences": ["移动了 1 个任务。", "听力没有放得下的空位，请求未完全达成。"]},
    ),
)
_EXAMPLES_EN = (
    (
        "Verdict: met; 2 tasks moved",
        {"verdict": "met", "sentences": ["2 tasks were moved to Monday.", "The goal is met without conflicts."]},
    ),
    (
        "Verdict: not met; the plan is unchanged; missing: nothing matches this request",
        {
            "verdict": "not met",
            "sentences": ["The plan is unchanged.", "Nothing matches this request, so it is not fully met."],
        },
    ),
    (
        "Verdict: not met; 1 task moved; not in place: Listening",
        {
            "verdict": "not met",
            "sentences": ["1 task was moved.", "Listening fits nowhere, so the request is not fully met."],
        },
    ),
)


def prompt(state: ScheduleState, memory: RefineMemory) -> Prompt:
    """The question: what shall the person be told?"""
    locale = memory.locale
    system = lines(said(locale, _RULES_ZH, _RULES_EN), examples(*said(locale, _EXAMPLES_ZH, _EXAMPLES_EN)))
    verdict = one_of([_verdict(memory)])
    answer = form("summary", verdict=verdict, sentences=listing(text(120, 1), 4, 2))
    return Prompt("summary", system, lines(_facts(state, memory), problem_line(memory)), answer, 700)


def read(answer: Any, state: ScheduleState, memory: RefineMemory) -> Summary | Problem:
    """The summary, unless it contradicts the run: its verdict or its figures (SUMMARY-4)."""
    sentences = [sentence for sentence in map(on_one_line, answer.sentences) if sentence]
    if not sentences:
        return Problem(said(memory.locale, "sentences 是空的", "sentences are empty"))
    told = Summary(text=said(memory.locale, "", " ").join(sentences))
    fault = summary_fault(state, memory, told, make_summary(state, memory))
    return told if fault is None else Problem(fault)


def _verdict(memory: RefineMemory) -> str:
    return next(name for name, met in VERDICTS[memory.locale].items() if met == memory.completed)


def _facts(state: ScheduleState, memory: RefineMemory) -> Iterator[str]:
    locale, count = memory.locale, change_count(state, memory)
    yield message_line(memory)
    yield said(locale, "结论：", "Verdict: ") + _verdict(memory)
    moved = said(locale, f"移动了 {count} 个任务", f"Tasks moved: {count}")
    yield moved if count else said(locale, "安排没有改动，没有移动任何任务", "The plan is unchanged, no task was moved")
    yield from change_lines(state, memory)
    yield said(locale, "核对：", "Checks: ") + quoted(make_summary(state, memory).text, 600)
    if memory.unmet:
        yield said(locale, "还差：", "Missing:")
        yield from (f"- {cut(line, 200)}" for line in memory.unmet[:6])
