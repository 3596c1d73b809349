"""The user snapshot: shown, and told by programs."""

from datetime import datetime
from typing import Any

from fastapi import APIRouter
from sqlalchemy.ext.asyncio import AsyncEngine

from api.declared import IdempotencyKey, answers, problems
from api.edge import CurrentEdge, Owner
from api.half_pairs import whole
from api.links import of_snapshot
from api.schemas.memories import IngestBody, UserSnapshot
from api.schemas.moments import past_instant
from services.ingest_user_model import ingest
from services.user_snapshot import load_snapshot

router = APIRouter(prefix="/ums", tags=["memory"])

_TOLD = answers(200, go_on=of_snapshot())


@router.get("/snapshot", operation_id="show_snapshot", responses=_TOLD | problems())
async def show(edge: CurrentEdge, owner: Owner) -> UserSnapshot:
    """Show profile, preferences and commitments as they stand; the coming days are those of the person's zone."""
    return await snapshot_view(owner, edge.reads, edge.now())


@router.post("/ingest", operation_id="ingest_user_model", responses=_TOLD | problems(404, body=True))
async def create(body: IngestBody, edge: CurrentEdge, owner: Owner, key: IdempotencyKey = None) -> UserSnapshot:
    """Tell of the person, all or nothing; the answer is the snapshot as it is then.

    By key the newest value wins, null takes a key back, and what is not named stays.
    """
    now = edge.now()
    at = now if body.at is None else past_instant("at", body.at, now)
    user = await ingest(owner, edge.engine, body, body.user_id, at, now, key)
    return await snapshot_view(user, edge.reads, now)


async def snapshot_view(owner: str, reads: AsyncEngine, now: datetime) -> UserSnapshot:
    """The snapshot as programs see it."""
    async with reads.connect() as connection:
        found = await load_snapshot(owner, connection, now)
    return UserSnapshot.model_validate(_whole(found.model_dump()))


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return whole(value)
    if isinstance(value, dict):
        return {name: _whole(part) for name, part in value.items()}
    return tuple(map(_whole, value)) if isinstance(value, tuple) else value
