"""The closing words of a run, with figures from the difference (rules SUMMARY-1 to SUMMARY-4)."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from domain.refine.faithful import contradiction
from domain.refine.memory import RefineMemory
from domain.refine.stages import stage
from domain.refine.wording import say
from domain.schedule.state import ScheduleState
from domain.steps import DecidedBy, NodeResult


class Summary(BaseModel):
    """An answer to: what came out? Two to four sentences."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: Annotated[str, Field(min_length=1, max_length=1000)]


def moved_tasks(state: ScheduleState, memory: RefineMemory) -> list[int]:
    """Tasks that stand elsewhere than before the run."""
    return [
        task.state_id
        for task in state.tasks
        if task.state_id in memory.origin and [slot.key for slot in task.slots] != [memory.origin[task.state_id]]
    ]


def summary_fault(state: ScheduleState, memory: RefineMemory, answer: Summary, built_in: Summary) -> str | None:
    """Why the words of a model are not used, in one sentence for people; None where they agree with the run."""
    key = contradiction(answer.text, moved_tasks(state, memory), state, memory, built_in.text)
    return None if key is None else say(memory.locale, key)


def run_summary(
    state: ScheduleState, memory: RefineMemory, answer: Summary, decided_by: DecidedBy
) -> NodeResult[RefineMemory]:
    """Close the run: keep its words, and pin again what was unpinned for it (SUMMARY-3)."""
    pinned = state.with_tasks(state.by_id[n].model_copy(update={"pinned": True}) for n in memory.unpinned)
    moved = moved_tasks(pinned, memory)
    done = memory.model_copy(update={"summary": answer.text, "unpinned": ()})
    figures = {"moved": len(moved), "completed": memory.completed, "unmet": list(memory.unmet)}
    told = (
        stage(memory.locale, "summary.generating"),
        stage(memory.locale, "summary.done", data=figures, text=answer.text),
    )
    brief = f"{len(moved)} moved, {'completed' if memory.completed else 'not completed'}"
    return NodeResult(pinned, done, "done", brief, told, decided_by)
