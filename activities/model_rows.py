"""What is kept of a model call (rules RUN-14 and DATA-16)."""

from datetime import datetime

from activities.models.faults import ModelFault
from activities.models.reply import KEPT, Reply, Usage
from domain.models.prompt import Prompt
from storage.model_calls import ModelCall
from workflows.messages import StepInput, TurnStep

_NONE = Usage(0, 0)


def row_of(
    step: StepInput | TurnStep,
    attempt: int,
    endpoint: tuple[str, str],
    prompt: Prompt,
    began: datetime,
    came: Reply | ModelFault,
) -> ModelCall:
    """The row of a call.

    Args:
        step: of a run or a turn.
        endpoint: id of the endpoint, and the name of the model there.
        came: what the call ended with.
    """
    usage = came.usage or _NONE
    fault = came if isinstance(came, ModelFault) else None
    return ModelCall(
        owner_kind="run" if isinstance(step, StepInput) else "turn",
        owner_id=step.run_id if isinstance(step, StepInput) else step.turn_id,
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
