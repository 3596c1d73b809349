"""The closing words of a run, by rules (rules SUMMARY-1 and SUMMARY-2)."""

from collections.abc import Iterator

from domain.refine.memory import RefineMemory
from domain.refine.summary import Summary, moved_tasks
from domain.refine.verdict import evaluate
from domain.refine.wording import listed, say
from domain.schedule.state import ScheduleState

_TEXT_LENGTH = 1000


def make_summary(state: ScheduleState, memory: RefineMemory) -> Summary:
    """Two to four sentences: what moved, what of it kept the order, how the goal stands, and what is unmet."""
    sentences = (sentence[:1].upper() + sentence[1:] for sentence in _sentences(state, memory))
    text = "".join(say(memory.locale, "sentence", text=sentence) for sentence in sentences).strip()
    return Summary(text=text[:_TEXT_LENGTH])


def _sentences(state: ScheduleState, memory: RefineMemory) -> Iterator[str]:
    locale, moved = memory.locale, moved_tasks(state, memory)
    clause = memory.slice.clause
    yield say(locale, "summary.moved", clause=clause, moved=len(moved)) if moved else say(locale, "summary.still")
    ordered = [n for n in moved if n not in memory.workset]
    if ordered:
        yield say(locale, "summary.order", order=len(ordered))
    verdict = evaluate(memory.objective, state, locale)
    if verdict.met:
        yield listed(locale, verdict.lines, "clauses")
    if memory.completed:
        yield say(locale, "summary.passed")
    else:
        yield say(locale, "summary.failed", lines=listed(locale, memory.unmet, "clauses"))
