"""What is kept of a model call (rules RUN-14 and DATA-16)."""

from datetime import datetime

from activities.models.faults import ModelFault
from activities.models.reply import KEPT, Reply, Usage
from domain.models.prompt import Prompt
from storage.model_calls import ModelCall
from storage.steps import OwnerKind
from workflows.messages import StepInput, TurnStep
from workflows.preparation_messages import PreparationStepInput

_NONE = Usage(0, 0)


def row_of(
    step: StepInput | TurnStep | PreparationStepInput,
    attempt: int,
    endpoint: tuple[str, str],
    prompt: Prompt,
    began: datetime,
    came: Reply | ModelFault,
) -> ModelCall:
    """The row of a call.

    Args:
        step: of a run, a turn or a preparation.
        endpoint: id of the endpoint, and the name of the model there.
        came: what the call ended with.
    """
    usage = came.usage or _NONE
    fault = came if isinstance(came, ModelFault) else None
    kind, owner_id = _owner(step)
    return ModelCall(
        owner_kind=kind,
        owner_id=owner_id,
        step=step.step,
        attempt=attempt,
        endpoint=endpoint[0],
        model=endpoint[1],
        mode=came.mode,
        prompt={"system": prompt.system, "user": prompt.user, "schema": prompt.name, "max_tokens": prompt.max_tokens},
        answer=came.text[:KEPT],
        reasoning=came.reasoning[:KEPT],
        outcome=fault.kind if fault else "given",
        problem=(fault.problem or fault.message) if fault else "",
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        tokens_estimated=usage.estimated,
        started_at=began,
        seconds=max(came.seconds, 0.0),
    )


def _owner(step: StepInput | TurnStep | PreparationStepInput) -> tuple[OwnerKind, str]:
    if isinstance(step, StepInput):
        return "run", step.run_id
    return ("turn", step.turn_id) if isinstance(step, TurnStep) else ("preparation", step.preparation_id)
