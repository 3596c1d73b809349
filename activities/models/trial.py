"""One small call by which an endpoint shows what it can do (rule MODEL-18)."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from activities.models.client import ModelClients
from activities.models.faults import ModelFault
from activities.models.reply import Usage
from domain.models.prompt import Prompt

_AWAY: Final = frozenset({"unreachable", "address_refused"})


class Chosen(BaseModel):
    """What the small call asks for: a choice, a number and a few words, as the real ones do."""

    model_config = ConfigDict(frozen=True)

    day: Literal["周一", "周二", "周三"]
    sections: Annotated[int, Field(ge=1, le=12)]
    reason: Annotated[str, Field(max_length=80)]


TRIAL: Final = Prompt(
    name="trial",
    system="You find room in a timetable. Choose the one day on which the task fits.",
    user=(
        '{"task": {"name": "概率论第三章", "sections": 2}, "free": {"周一": 0, "周二": 1, "周三": 4}}\n'
        "On which day does the task fit, and how many sections does it take? Give a short reason."
    ),
    answer=Chosen,
    max_tokens=200,
)


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of the small call.

    Attributes:
        endpoint, model: which was called.
        reachable: something answered at its address.
        mode: how JSON was asked for at last.
        seconds: how long it took.
        usage: its tokens; None where nothing came.
        answer: what the model said, as JSON; empty after a fault.
        fault: stable code of what went wrong; empty where nothing did.
        message: the same as a sentence.
    """

    endpoint: str
    model: str
    reachable: bool
    mode: str
    seconds: float
    usage: Usage | None
    answer: str = ""
    fault: str = ""
    message: str = ""


async def tried(clients: ModelClients, endpoint_id: str) -> Trial:
    """Call one endpoint once. A fault is part of what comes back, never raised."""
    model = next((one.model for one in clients.endpoints if one.id == endpoint_id), "")
    try:
        reply = await clients.ask(endpoint_id, TRIAL)
    except ModelFault as fault:
        reachable = fault.kind not in _AWAY
        return Trial(
            endpoint_id, model, reachable, fault.mode, fault.seconds, fault.usage, "", fault.kind, fault.message
        )
    answer = reply.answer.model_dump_json()
    return Trial(endpoint_id, model, True, reply.mode, reply.seconds, reply.usage, answer)
