"""Remember what a person wrote down, once for an idempotency key (rules MEMORY-1, MEMORY-25 and EDGE-20)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from services.memories import remember
from services.memory_forms import NewMemoryForm
from services.once import ids_once
from services.ulids import ascending_ulids
from storage.memories import Memory, NewMemory, list_memories, load_memory, lock_memories

MOST_COMPARED: Final = 500
"""With how many of the newest memories something new is compared."""


@dataclass(frozen=True, slots=True)
class AddedMemory:
    """A memory, and whether it was there before in the same words, so that none was added."""

    memory: Memory
    is_known: bool


async def add_memory(
    owner: str, engine: AsyncEngine, form: NewMemoryForm, now: datetime, idempotency_key: str | None = None
) -> AddedMemory:
    """The new memory; the one that says the same of the same kind, or that was made before where the key says so.

    Raises:
        IdempotencyKeyReused: the key came with another memory before.
        NotFound: no such owner, or the memory made before has been forgotten.
    """
    body = {"text": ascii(form.text), "kind": form.kind, "importance": form.importance}
    async with engine.begin() as connection:
        await lock_memories(owner, connection)
        known = await _known(owner, connection, form)
        # The id twice, so that the key tells the same again when the request comes again.
        ids = ascending_ulids(1) if known is None else [known.id, known.id]
        first = await ids_once(owner, connection, "add_memory", idempotency_key, body, ids)
        if known is None and first == ids:
            new = NewMemory(text=form.text, kind=form.kind, importance=form.importance, learned_at=now)
            return AddedMemory(await remember(owner, connection, new, ids[0]), False)
        return AddedMemory(await load_memory(owner, connection, first[0]), len(first) > 1)


async def _known(owner: str, connection: AsyncConnection, form: NewMemoryForm) -> Memory | None:
    """The newest active memory of the kind that says it in the same words."""
    newest = await list_memories(owner, connection, limit=MOST_COMPARED, kind=form.kind)
    return next((one for one in newest if one.status == "active" and _words(one.text) == _words(form.text)), None)


def _words(text: str) -> str:
    """A text in one case, with single blanks and no stop at its end."""
    return " ".join(text.split()).casefold().rstrip(" .。!！")
