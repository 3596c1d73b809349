"""How a node takes what came of asking a model, and who decides where nothing usable came (rule REACT-9)."""

from dataclasses import dataclass

from domain.events import StageEvent
from domain.refine.asking import Answer, read_answer
from domain.refine.memory import REASON_LENGTH, Answered, AskedNode, RefineMemory
from domain.refine.prompts.problem import Problem
from domain.refine.stages import stage
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult


@dataclass(frozen=True, slots=True)
class Taken:
    """What a node has in hand.

    Attributes:
        memory: without the answer that was taken.
        answer: the model's, None where another must decide.
        events: why the model's answer is not used, where it was asked.
        malformed: what was wrong with an answer of the wrong form or meaning; such a node may ask once more.
    """

    memory: RefineMemory
    answer: Answer | None = None
    events: tuple[StageEvent, ...] = ()
    malformed: str = ""


def received(node: AskedNode, state: ScheduleState, memory: RefineMemory) -> Taken:
    """Take the answer for this node out of the memory; one for another node is dropped."""
    answered = memory.answer
    cleared = memory.model_copy(update={"answer": None})
    if answered is None or answered.node != node:
        return Taken(cleared)
    if answered.outcome == "given":
        answer = read_answer(node, answered.text, state, cleared)
        return Taken(cleared, malformed=answer.text or "?") if isinstance(answer, Problem) else Taken(cleared, answer)
    if answered.outcome == "malformed":
        return Taken(cleared, malformed=answered.problem or "?")
    return _without(node, cleared, answered)


def taken(node: AskedNode, state: ScheduleState, memory: RefineMemory) -> Taken:
    """The same for a node that asks once more; ``malformed`` is then set the first time only."""
    found = received(node, state, memory)
    if found.malformed and memory.models.retried != node:
        return found
    settled = found.memory
    if settled.models.retried is not None or settled.models.problem:
        settled = settled.with_models(retried=None, problem="")
    events = found.events if not found.malformed else (fallback(node, settled, found.malformed),)
    return Taken(settled, found.answer, events)


def ask_again(
    node: AskedNode,
    state: ScheduleState,
    found: Taken,
    verdict: str = "again",
    events: tuple[StageEvent, ...] = (),
) -> NodeResult[RefineMemory]:
    """End the step without a decision: the model is told what was wrong and asked a second time."""
    problem = found.malformed[:REASON_LENGTH]
    memory = found.memory.with_models(retried=node, problem=problem)
    told = stage(memory.locale, f"{node}.parse_retry", "model.parse_retry", {"reason": problem}, reason=problem)
    return NodeResult(state, memory, verdict, f"{node}: the answer could not be used", (*events, told))


def fallback(node: AskedNode, memory: RefineMemory, reason: str) -> StageEvent:
    """Told where a model was asked and another must decide."""
    return stage(memory.locale, f"{node}.fallback", "react.fallback", {"reason": reason}, reason=reason)


def _without(node: AskedNode, memory: RefineMemory, answered: Answered) -> Taken:
    if answered.outcome == "refused":
        memory = memory.with_models(refused=True)
    return Taken(memory, events=(fallback(node, memory, answered.problem),))
