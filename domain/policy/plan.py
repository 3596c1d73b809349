"""The plan of a request, laid out by rules (rule CONTRACT-4)."""

from collections.abc import Iterator

from domain.refine.contract import Plan
from domain.refine.memory import RefineMemory
from domain.refine.wording import listed, say
from domain.schedule.state import ScheduleState

_STEP_LENGTH = 120


def make_plan(state: ScheduleState, memory: RefineMemory) -> Plan:
    """Three to five steps; batch calls are never asked for."""
    return Plan(steps=tuple(step[:_STEP_LENGTH] for step in _steps(state, memory)))


def _steps(state: ScheduleState, memory: RefineMemory) -> Iterator[str]:
    locale, goal = memory.locale, memory.contract.goal
    yield say(locale, "step.scope")
    composite = goal == "spread" or (goal == "group" and not memory.contract.held)
    if composite and memory.route.enabled and not memory.route.composite_disabled:
        yield say(locale, f"step.{goal}")
    else:
        yield say(locale, "step.move")
    aside = [*memory.set_aside, *(() if memory.current is None else (memory.current,))]
    if aside:
        yield say(locale, "step.aside", tasks=listed(locale, (state.by_id[n].label for n in aside)))
    if memory.contract.keep_order:
        yield say(locale, "step.order")
    yield say(locale, "step.check")
