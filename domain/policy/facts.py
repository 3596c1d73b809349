"""What closing words must not leave out, whoever writes them (rule SUMMARY-5)."""

import re
from collections.abc import Callable, Iterator
from typing import Final

from domain.policy.summary import LENGTH, away_tasks, stayed
from domain.refine.answered import unused_answer
from domain.refine.arrivals import moved_for_order, tells_order
from domain.refine.memory import RefineMemory
from domain.refine.summary import Summary, moved_tasks
from domain.refine.verdict import evaluate
from domain.refine.wording import say
from domain.schedule.state import ScheduleState

_PINNED: Final = re.compile(r"固定|锁定|钉|\bpin", re.IGNORECASE)
_GIVEN_UP: Final = re.compile(r"放宽|放开|放弃|不再限|没有按|relax|given up|gave up|dropped", re.IGNORECASE)
_NAMED: Final = 5

Told = Callable[[str], bool]


def with_facts(state: ScheduleState, memory: RefineMemory, told: Summary) -> Summary:
    """The words of a model, and behind them what must be told and is not among them, in the built-in words."""
    text = told.text
    for fact, is_told in _facts(state, memory):
        sentence = say(memory.locale, "sentence", text=fact[:1].upper() + fact[1:]).strip()
        if not is_told(text) and len(text) + len(sentence) < LENGTH:
            text = f"{text}{'' if memory.locale == 'zh-CN' else ' '}{sentence}"
    return Summary(text=text)


def _facts(state: ScheduleState, memory: RefineMemory) -> Iterator[tuple[str, Told]]:
    """Each with how to know whether it is told."""
    locale, objective = memory.locale, memory.objective
    ordered = moved_for_order(moved_tasks(state, memory), memory)
    if ordered:
        fact = say(locale, "summary.order.also", order=len(ordered))
        yield fact, lambda text: tells_order(text, locale)
    if objective.pinned and objective.task_ids and objective.days:
        line = evaluate(objective, state, locale).lines[-1]
        yield line, lambda text: _PINNED.search(text) is not None and _names(text, state, objective.pinned)
    for fact in stayed(state, memory):
        yield fact, lambda text: _names(text, state, tuple(away_tasks(state, memory)))
    if answer := unused_answer(memory):
        yield say(locale, "check.answer_unused", words=answer), lambda text: answer in text
    if objective.relaxed:
        yield say(locale, "goal.relaxed"), lambda text: _GIVEN_UP.search(text) is not None


def _names(text: str, state: ScheduleState, tasks: tuple[int, ...]) -> bool:
    return all(state.by_id[task_id].name in text for task_id in tasks[:_NAMED])
