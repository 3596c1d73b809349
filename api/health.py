"""Whether the process is alive, and whether it can serve (rule EDGE-14)."""

from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict
from temporalio.service import RPCError

from api.declared import Responses
from api.edge import CurrentEdge, Edge
from storage.engine import answers

router = APIRouter(prefix="/health", tags=["operation"])

_PROBE_SECONDS = 2.0

Presence = Literal["up", "away"]


class Alive(BaseModel):
    """The process answers."""

    model_config = ConfigDict(frozen=True)

    status: Literal["alive"] = "alive"


class Readiness(BaseModel):
    """What the process needs, and whether it is there.

    Attributes:
        status: ``ready``; ``degraded`` without Temporal, when runs are accepted and start once it is back; ``away``
            without the database, when nothing can be answered.
    """

    model_config = ConfigDict(frozen=True)

    status: Literal["ready", "degraded", "away"]
    database: Presence
    temporal: Presence


@router.get("/live", operation_id="is_alive")
async def live() -> Alive:
    """Say that the process answers."""
    return Alive()


_AWAY: Responses = {503: {"model": Readiness, "description": "The database is away."}}


@router.get("/ready", operation_id="is_ready", responses=_AWAY)
async def ready(edge: CurrentEdge, response: Response) -> Readiness:
    """Say whether the process can serve, and which part is away."""
    database = await answers(edge.reads, _PROBE_SECONDS)
    temporal = await _temporal_answers(edge)
    if not database:
        response.status_code = 503
    status: Literal["ready", "degraded", "away"] = "away" if not database else "ready" if temporal else "degraded"
    return Readiness(status=status, database=_presence(database), temporal=_presence(temporal))


async def _temporal_answers(edge: Edge) -> bool:
    try:
        return await edge.client.service_client.check_health()
    except RPCError:
        return False


def _presence(is_up: bool) -> Presence:
    return "up" if is_up else "away"
