"""Remember, correct and forget, with what recall keeps of it, in one transaction (rules MEMORY-1 to 6, 24)."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.recall.item import KeptItem
from domain.context.recall.reading import item_of
from services.person_zone import person_zone
from services.ulids import ascending_ulids
from storage.learned_messages import take_out, take_out_words
from storage.memories import Memory, NewMemory, check_version, delete_memory, insert_memory, load_memory, update_memory
from storage.recall_items import forget_items, index_items

SOURCE: Final = "memory_v2"


async def remember(
    owner: str,
    connection: AsyncConnection,
    new: NewMemory,
    memory_id: str | None = None,
    zone: tzinfo | None = None,
) -> Memory:
    """Something remembered from now on, and found by recall once the transaction of the caller is committed.

    Args:
        memory_id: the id that it gets; a new one if left out.
        zone: that of the person; looked up if left out.

    Raises:
        NotFound: no such owner, or this owner has no such session.
    """
    given = {name: getattr(new, name) for name in NewMemory.__dataclass_fields__}
    memory = Memory(**given, id=memory_id or ascending_ulids(1)[0])
    await insert_memory(owner, connection, memory)
    await index_items(owner, connection, [await kept_of(owner, connection, memory, zone)])
    return memory


async def correct(
    owner: str,
    connection: AsyncConnection,
    memory_id: str,
    changes: Mapping[str, Any],
    at: datetime,
    version: int | None = None,
) -> Memory:
    """A memory as the changes leave it; another text notes when it was corrected and what it was (rule MEMORY-4).

    Args:
        changes: new values of ``text``, ``kind``, ``importance`` and ``status``; what is left out stays.
        version: the version that the caller has seen; None for whichever there is.

    Raises:
        VersionMismatch: it was changed by somebody else since.
        NotFound: this owner has no such memory.
    """
    found = await load_memory(owner, connection, memory_id, lock=True)
    check_version(found, version)
    changed = replace(found, **changes)
    if changed == found:
        return found
    if changed.text != found.text:
        changed = replace(changed, corrected_at=at, corrected_from=found.text)
        await _take_out(owner, connection, found)
    changed = replace(changed, version=found.version + 1)
    await update_memory(owner, connection, changed)
    await index_items(owner, connection, [await kept_of(owner, connection, changed)])
    return changed


async def forget(owner: str, connection: AsyncConnection, memory_id: str, version: int | None = None) -> None:
    """Forget a memory: its text stands in no table of memories or recall any more (rules MEMORY-6 and MEMORY-24).

    Raises:
        VersionMismatch: it was changed by somebody else since the version that the caller has seen.
        NotFound: this owner has no such memory.
    """
    found = await load_memory(owner, connection, memory_id, lock=True)
    check_version(found, version)
    await _take_out(owner, connection, found)
    await delete_memory(owner, connection, memory_id)
    await forget_items(owner, connection, SOURCE, [memory_id])


async def _take_out(owner: str, connection: AsyncConnection, memory: Memory) -> None:
    """Take what was said of a memory out of recall, in whichever session it was said (rule MEMORY-24)."""
    await take_out(owner, connection, memory.id)
    if memory.origin == "chat":
        await take_out_words(owner, connection, memory.text)


async def kept_of(owner: str, connection: AsyncConnection, memory: Memory, zone: tzinfo | None = None) -> KeptItem:
    """What recall keeps of a memory; its times are those of the person's zone when it was learned."""
    zone = zone or await person_zone(owner, connection, memory.learned_at)
    kept = item_of(
        SOURCE,
        memory.id,
        memory.text,
        memory.learned_at.astimezone(zone),
        session_id=memory.session_id,
        target_type=memory.kind,
        importance=memory.importance,
    )
    return kept.model_copy(update={"status": "done" if memory.status == "done" else "open"})
