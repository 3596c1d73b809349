"""Fork a session: another one that begins with what was said in it (rule SESSION-4)."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import InvalidInput
from services.once import id_once
from services.ulids import ascending_ulids
from storage.session_changes import copy_log
from storage.sessions import (
    SessionEntry,
    SessionOverview,
    SessionRecord,
    append_session_events,
    insert_session,
    load_overview,
    load_session,
)


@dataclass(frozen=True, slots=True)
class ForkOrder:
    """What is to be forked.

    Attributes:
        length: how many entries of the log are taken over; None for all that there are.
        title: of the fork; None for that of the session.
        idempotency_key: the caller's; the same key gives the same fork.
    """

    session_id: str
    length: int | None = None
    title: str | None = None
    idempotency_key: str | None = None


async def fork_session(owner: str, engine: AsyncEngine, order: ForkOrder, now: datetime) -> SessionOverview:
    """The fork, or the one that the same key made before; the session may have ended.

    Raises:
        NotFound: no such session of this owner.
        InvalidInput: the log has fewer entries, or the key is empty or too long.
        IdempotencyKeyReused: the key came with another order before.
    """
    [new_id] = ascending_ulids(1)
    async with engine.begin() as connection:
        source = await load_session(owner, connection, order.session_id)
        body = {"session": order.session_id, "length": order.length, "title": order.title}
        fork_id = await id_once(owner, connection, "fork_session", order.idempotency_key, body, new_id)
        if fork_id == new_id:
            await _fork(owner, connection, source, _fork_of(source, order, new_id, now))
        return await load_overview(owner, connection, fork_id)


def _fork_of(source: SessionRecord, order: ForkOrder, new_id: str, now: datetime) -> SessionRecord:
    length = source.last_seq if order.length is None else order.length
    if length > source.last_seq:
        raise InvalidInput(f"the log of session {source.id!r} has {source.last_seq} entries, not {length}: take fewer")
    return SessionRecord(
        id=new_id,
        created_at=now,
        title=source.title if order.title is None else order.title,
        parent_id=source.id,
        seed_length=length,
        last_seq=length,
    )


async def _fork(owner: str, connection: AsyncConnection, source: SessionRecord, fork: SessionRecord) -> None:
    await insert_session(owner, connection, fork)
    await copy_log(owner, connection, source.id, fork.id, fork.seed_length)
    begun = SessionEntry("fork", {"parent": source.id, "length": fork.seed_length})
    await append_session_events(owner, connection, fork.id, [begun], fork.created_at)
