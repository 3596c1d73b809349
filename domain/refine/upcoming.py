"""What the next step of a node will be about, so that a model can be asked before it (rules REACT-1 and REACT-9)."""

from domain.policy.plan import make_plan
from domain.refine import react
from domain.refine.memory import AskedNode, RefineMemory
from domain.schedule.state import ScheduleState


def upcoming(state: ScheduleState, memory: RefineMemory) -> RefineMemory:
    """The memory as the next round of react will have it: with another plan where one is due, and its current task."""
    if react.needs_replan(memory):
        memory, _told = react.replan(memory, make_plan(state, memory))
    return react.begin_round(state, memory)[0]


def wants_model(node: AskedNode, state: ScheduleState, memory: RefineMemory) -> bool:
    """Whether a model is to be asked before the next step of a node; else the step needs no answer of one.

    In react it is not where no round will be played, or where the built-in policy has the task.
    """
    if not memory.asks or node != "react":
        return memory.asks
    ahead = upcoming(state, memory)
    return ahead.current is not None and ahead.current != memory.models.policy_task
