"""The closing words of a run, by rules (rules SUMMARY-1 and SUMMARY-2)."""

from collections.abc import Iterator

from domain.refine.arrivals import moved_for_order
from domain.refine.memory import RefineMemory
from domain.refine.review import goal_verdict, turned_line
from domain.refine.summary import Summary, moved_tasks
from domain.refine.wording import listed, say
from domain.schedule.state import ScheduleState

LENGTH = 1000
_NAMED = 5


def make_summary(state: ScheduleState, memory: RefineMemory) -> Summary:
    """Two to five sentences: what moved, what of it kept the order, how the goal stands, and what is unmet."""
    sentences = (sentence[:1].upper() + sentence[1:] for sentence in _sentences(state, memory))
    text = "".join(say(memory.locale, "sentence", text=sentence) for sentence in sentences).strip()
    return Summary(text=text[:LENGTH])


def _sentences(state: ScheduleState, memory: RefineMemory) -> Iterator[str]:
    locale, moved = memory.locale, moved_tasks(state, memory)
    clause = memory.slice.clause or memory.slice.unread
    yield say(locale, "summary.moved", clause=clause, moved=len(moved)) if moved else say(locale, "summary.still")
    ordered = moved_for_order(moved, memory)
    if ordered:
        yield say(locale, "summary.order", order=len(ordered))
    verdict = goal_verdict(state, memory)
    if verdict.met:
        yield listed(locale, verdict.lines, "clauses")
    yield from stayed(state, memory)
    turned = turned_line(state, memory)
    if turned and {*memory.objective.named} & {*memory.workset}:
        yield turned
    if memory.completed:
        yield say(locale, "summary.passed")
    elif memory.carried_out:
        yield say(locale, "summary.partly", lines=listed(locale, memory.unmet, "clauses"))
    else:
        yield say(locale, "summary.failed", lines=listed(locale, memory.unmet, "clauses"))


def stayed(state: ScheduleState, memory: RefineMemory) -> Iterator[str]:
    """The tasks that could not be put where all of the set should be, the first few by name."""
    away = [state.by_id[n].label for n in away_tasks(state, memory)]
    if away:
        tasks, more = listed(memory.locale, away[:_NAMED]), len(away) - _NAMED
        yield say(memory.locale, "summary.stayed_more" if more > 0 else "summary.stayed", tasks=tasks, more=more)


def away_tasks(state: ScheduleState, memory: RefineMemory) -> list[int]:
    """Tasks that are not in place although all of the set should be, and others of it are."""
    objective = memory.objective
    there = objective.there(state)
    if not there or objective.at_least < len(objective.task_ids) or objective.mode == "group":
        return []
    return [n for n in objective.task_ids if n not in there]
