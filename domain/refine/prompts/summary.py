"""Asking for the closing words (rules SUMMARY-1 to SUMMARY-4 and ASK-9)."""

import re
from collections.abc import Iterator
from typing import Any

from domain.models.prompt import Prompt
from domain.policy.summary import make_summary
from domain.refine.memory import RefineMemory
from domain.refine.numerals import number
from domain.refine.prompts.changes import change_count, change_lines
from domain.refine.prompts.facts import cut, examples, lines, message_line, problem_line, quoted, said
from domain.refine.prompts.problem import Problem
from domain.refine.prompts.review import VERDICTS
from domain.refine.prompts.wire import form, listing, one_of, text
from domain.refine.spacing import spaced
from domain.refine.summary import Summary
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
        "Verdict: not met; 1 task moved; not in place: Listening",
        {
            "verdict": "not met",
            "sentences": ["1 task was moved.", "Listening fits nowhere, so the request is not fully met."],
        },
    ),
)
_COUNTED = re.compile(
    r"([一二三四五六七八九十两]{1,3})(?=个|项|节|天|次|门|处|类|周(?![一二三四五六日天]))"
    r"|\b(two|three|four|five|six|seven|eight|nine|ten)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"(?<!未)(?<!没)(?<!不)(?<!没有)(?<!未能)(?<!尚未)(?<!未完全)(?<!没有完全)(?:全部|已经?|成功|顺利|圆满)[^，。；未没不]{0,8}(?:完成|达成|满足|就位)"
    r"|(?:终审|检查)(?:已|全部)?通过"
    r"|\b(?:is|was|are|were|been|has|have)\s+(?:now\s+|all\s+|fully\s+|successfully\s+|completely\s+)*(?:met|fulfilled|completed|done|achieved)\b"
    r"|\bsuccessfully\b|\b(?:final\s+)?check\s+passed\b",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"未(?:能)?(?:完全|全部)?(?:完成|达成|满足|就位|通过)|没有?(?:能)?(?:完全|全部)?(?:完成|达成|满足|就位|通过)|失败|放不下"
    r"|\bnot\s+(?:fully\s+|yet\s+|completely\s+|been\s+)*(?:met|done|complete[d]?|fulfilled|achieved|in place)\b"
    r"|\bfail(?:s|ed)?\b"
    r"|\b(?:could|can)\s*(?:not|n['’]t)\b|\bunmet\b",
    re.IGNORECASE,
)


def prompt(state: ScheduleState, memory: RefineMemory) -> Prompt:
    """The question: what shall the person be told?"""
    locale = memory.locale
    system = lines(said(locale, _RULES_ZH, _RULES_EN), examples(*said(locale, _EXAMPLES_ZH, _EXAMPLES_EN)))
    verdict = one_of([_verdict(memory)])
    answer = form("summary", verdict=verdict, sentences=listing(text(120, 1), 4, 2))
    return Prompt("summary", system, lines(_facts(state, memory), problem_line(memory)), answer, 400)


def read(answer: Any, state: ScheduleState, memory: RefineMemory) -> Summary | Problem:
    """The summary, unless it says another verdict than the run's or states a number that it was not told."""
    locale = memory.locale
    sentences = [sentence for sentence in map(spaced, answer.sentences) if sentence]
    told = said(locale, "", " ").join(sentences)
    if not told:
        return Problem(said(locale, "sentences 是空的", "sentences are empty"))
    if _contradicts(told, memory.completed):
        verdict = _verdict(memory)
        return Problem(
            said(locale, f"结论是{verdict}，总结说的相反", f"the verdict is {verdict}; the summary denies it")
        )
    strange = sorted(_figures(told) - _figures("\n".join(_facts(state, memory))))
    if strange:
        figure = strange[0]
        return Problem(said(locale, f"事实里没有数字 {figure}", f"the number {figure} is not among the facts"))
    return Summary(text=told)


def _verdict(memory: RefineMemory) -> str:
    return next(name for name, met in VERDICTS[memory.locale].items() if met == memory.completed)


def _facts(state: ScheduleState, memory: RefineMemory) -> Iterator[str]:
    locale, count = memory.locale, change_count(state, memory)
    yield message_line(memory)
    yield said(locale, "结论：", "Verdict: ") + _verdict(memory)
    yield said(locale, f"移动了 {count} 个任务", f"Tasks moved: {count}")
    yield from change_lines(state, memory)
    yield said(locale, "核对：", "Checks: ") + quoted(make_summary(state, memory).text, 600)
    if memory.unmet:
        yield said(locale, "还差：", "Missing:")
        yield from (f"- {cut(line, 200)}" for line in memory.unmet[:6])


def _contradicts(told: str, completed: bool) -> bool:
    """Whether the words claim the other verdict. A claim of success next to a plain "not met" is no contradiction."""
    undone = _UNDONE.search(told) is not None
    return undone if completed else _DONE.search(told) is not None and not undone


def _figures(words: str) -> set[int]:
    """Numbers in the text: digits, and words for numbers that count something."""
    digits = {int(found) for found in re.findall(r"\d{1,9}", words)}
    counted = {number(found[0].lower()) for found in _COUNTED.finditer(words)}
    return digits | counted
