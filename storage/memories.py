"""What was learned about a person: remembered, listed, corrected, forgotten (rules MEMORY-1 to MEMORY-6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import delete, insert, select, update
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.plan.contract import TargetType
from domain.errors import VersionMismatch
from storage.json_texts import restored, storable
from storage.pages import newest_first
from storage.refusals import not_found, refusing
from storage.tables import learned_messages, memories, users

Origin = Literal["person", "chat", "ingest"]
MemoryStatus = Literal["active", "done"]


@dataclass(frozen=True, slots=True)
class NewMemory:
    """Something to be remembered.

    Attributes:
        text: any text, also with characters that no column of texts holds.
        importance: from 0 to 1.
        origin: whether the person wrote it down, said it in a conversation, or a program told it.
        session_id: the session in which it was said.
    """

    text: str
    kind: TargetType
    learned_at: datetime
    importance: float = 0.5
    origin: Origin = "person"
    session_id: str | None = None
    status: MemoryStatus = "active"


@dataclass(frozen=True, slots=True)
class Memory(NewMemory):
    """A memory as stored.

    Attributes:
        version: raised by every change; starts at 1.
        corrected_at, corrected_from: when its text last became another, and what it was before.
    """

    id: str = ""
    version: int = 1
    corrected_at: datetime | None = None
    corrected_from: str | None = None


async def lock_memories(owner: str, conn: AsyncConnection) -> None:
    """Nobody else who asks for this adds a memory of this owner until this transaction ends."""
    await conn.execute(select(users.c.id).where(users.c.id == owner).with_for_update(key_share=True))


async def insert_memory(owner: str, conn: AsyncConnection, memory: Memory) -> None:
    """Store a new memory.

    Raises:
        NotFound: no such owner, or this owner has no such session.
    """
    refusals = {
        "fk_memories_user_id": not_found("user", owner),
        "fk_memories_session_id": not_found("session", str(memory.session_id)),
    }
    async with refusing(conn, refusals):
        await conn.execute(insert(memories).values(user_id=owner, id=memory.id, **_values(memory)))


async def load_memory(owner: str, conn: AsyncConnection, memory_id: str, *, lock: bool = False) -> Memory:
    """The memory; with ``lock`` nobody else changes it until this transaction ends.

    Raises:
        NotFound: this owner has no such memory.
    """
    query = select(memories).where(memories.c.user_id == owner, memories.c.id == memory_id)
    row = (await conn.execute(query.with_for_update() if lock else query)).one_or_none()
    if row is None:
        raise not_found("memory", memory_id)
    return _memory(row)


async def list_memories(
    owner: str,
    conn: AsyncConnection,
    *,
    limit: int,
    before: str | None = None,
    kind: TargetType | None = None,
) -> list[Memory]:
    """At most ``limit`` memories, newest first, from below the id ``before``; of one kind where that is named."""
    query = newest_first(select(memories).where(memories.c.user_id == owner), memories.c.id, before, limit)
    of_kind = query if kind is None else query.where(memories.c.kind == kind)
    return [_memory(row) for row in await conn.execute(of_kind)]


async def weightiest_memories(
    owner: str, conn: AsyncConnection, *, limit: int, kinds: Sequence[TargetType]
) -> list[Memory]:
    """At most ``limit`` active memories of these kinds, the most important first, of equal ones the newest."""
    mine = (memories.c.user_id == owner, memories.c.kind.in_(kinds), memories.c.status == "active")
    query = select(memories).where(*mine).order_by(memories.c.importance.desc(), memories.c.id.desc())
    return [_memory(row) for row in await conn.execute(query.limit(limit))]


async def update_memory(owner: str, conn: AsyncConnection, memory: Memory) -> None:
    """Store a memory that was loaded with ``lock`` as it now is; one that is not there is passed over."""
    mine = (memories.c.user_id == owner, memories.c.id == memory.id)
    await conn.execute(update(memories).where(*mine).values(version=memory.version, **_values(memory)))


async def delete_memory(owner: str, conn: AsyncConnection, memory_id: str, version: int | None = None) -> None:
    """Remove a memory, whose text then stands nowhere in this table; recall keeps no message that told it again.

    Args:
        version: the version that it must have; None for any.

    Raises:
        VersionMismatch: it has another; the facts name it.
        NotFound: this owner has no such memory.
    """
    check_version(await load_memory(owner, conn, memory_id, lock=True), version)
    told = learned_messages.c
    mine = (told.user_id == owner, told.memory_id == memory_id)
    await conn.execute(update(learned_messages).where(*mine).values(memory_id=None))
    await conn.execute(delete(memories).where(memories.c.user_id == owner, memories.c.id == memory_id))


def check_version(memory: Memory, version: int | None) -> None:
    """Let a memory be changed only as it was seen.

    Raises:
        VersionMismatch: it has another version than the one named; the facts name it.
    """
    if version not in (None, memory.version):
        message = f"memory {memory.id!r} has version {memory.version}, not {version}: read it again"
        raise VersionMismatch(message, version=memory.version)


def _values(memory: Memory) -> dict[str, Any]:
    was = memory.corrected_from
    return {
        "kind": memory.kind,
        "said": storable({"text": memory.text}),
        "importance": memory.importance,
        "origin": memory.origin,
        "session_id": memory.session_id,
        "status": memory.status,
        "learned_at": memory.learned_at,
        "corrected_at": memory.corrected_at,
        "corrected_from": None if was is None else storable({"text": was}),
    }


def _memory(row: Row[Any]) -> Memory:
    was = row.corrected_from
    return Memory(
        id=row.id,
        text=restored(row.said)["text"],
        kind=row.kind,
        learned_at=row.learned_at,
        importance=row.importance,
        origin=row.origin,
        session_id=row.session_id,
        status=row.status,
        version=row.version,
        corrected_at=row.corrected_at,
        corrected_from=None if was is None else restored(was)["text"],
    )
