"""What the next step of a node will be about, so that a model can be asked before it (rules REACT-1 and REACT-9)."""

from domain.policy.plan import make_plan
from domain.refine.memory import AskedNode, RefineMemory
from domain.refine.turns import Events, begin_round, hands_over, needs_replan, replan
from domain.schedule.state import ScheduleState


def replanned(state: ScheduleState, memory: RefineMemory) -> tuple[RefineMemory, Events]:
    """The memory with another plan where one is due, and what is told of it (REACT-7)."""
    if not needs_replan(memory):
        return memory, ()
    seen = memory.model_copy(update={"current": None}) if hands_over(memory) else memory
    return replan(memory, make_plan(state, seen))


def upcoming(state: ScheduleState, memory: RefineMemory) -> RefineMemory:
    """The memory as the next round of react will have it: with another plan where one is due, and its current task."""
    return begin_round(state, replanned(state, memory)[0])[0]


def wants_model(node: AskedNode, state: ScheduleState, memory: RefineMemory) -> bool:
    """Whether a model is to be asked before the next step of a node; else the step needs no answer of one.

    In react it is not where no round will be played, or where the built-in policy has the task.
    """
    if not memory.asks or node != "react":
        return memory.asks
    ahead = upcoming(state, memory)
    return ahead.current is not None and ahead.current != memory.models.policy_task
