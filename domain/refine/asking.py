"""What a model is asked at a node, and its answer as the node understands it (rules ASK-1 to ASK-3)."""

from collections.abc import Callable
from typing import Any

from pydantic import BaseModel, ValidationError

from domain.models.prompt import Prompt
from domain.refine.contract import Contract, Plan
from domain.refine.memory import AskedNode, Judgement, RefineMemory
from domain.refine.prompts import contract, plan, react, repair, review, slice, summary
from domain.refine.prompts.problem import Problem
from domain.refine.react import Action
from domain.refine.slice import Slice
from domain.refine.summary import Summary
from domain.schedule.state import ScheduleState

Answer = Contract | Plan | Slice | Action | Judgement | Summary

_Ask = Callable[[ScheduleState, RefineMemory], Prompt]
_Read = Callable[[Any, ScheduleState, RefineMemory], Answer | Problem]


def prompt_for(node: AskedNode, state: ScheduleState, memory: RefineMemory) -> Prompt:
    """What is asked at a node: the same state and memory give the same words and the same form, byte for byte.

    Args:
        node: who asks.
        state: the plan as the step before left it.
        memory: what the steps before know; ``models.problem`` is told as what was wrong with the answer before.
    """
    return _NODES[node][0](state, memory)


def read_answer(
    node: AskedNode, answer: BaseModel | str, state: ScheduleState, memory: RefineMemory
) -> Answer | Problem:
    """What an answer means for its node, or why it cannot be used.

    Args:
        node: who asked.
        answer: as the form of ``prompt_for``, or as its JSON text; it is checked against that form again.
        state: as when it was asked.
        memory: as when it was asked, whatever has been noted of the model since.
    """
    text = answer if isinstance(answer, str) else answer.model_dump_json()
    try:
        form = prompt_for(node, state, memory).answer.model_validate_json(text)
    except ValidationError as error:
        return Problem(_fault(error))
    return _NODES[node][1](form, state, memory)


def _fault(error: ValidationError) -> str:
    """The first thing that is wrong with the form, without what was given in its place."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"]) or "answer"
    return f"{place}: {first['msg']}"[:300]


_NODES: dict[AskedNode, tuple[_Ask, _Read]] = {
    "contract": (contract.prompt, contract.read),
    "plan": (plan.prompt, plan.read),
    "slice": (slice.prompt, slice.read),
    "react": (react.prompt, react.read),
    "repair": (repair.prompt, repair.read),
    "review": (review.prompt, review.read),
    "summary": (summary.prompt, summary.read),
}
