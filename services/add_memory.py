"""Remember what a person wrote down, once for an idempotency key (rules MEMORY-1 and EDGE-20)."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from services.memories import remember
from services.memory_forms import NewMemoryForm
from services.once import id_once
from services.ulids import ascending_ulids
from storage.memories import Memory, NewMemory, load_memory


async def add_memory(
    owner: str, engine: AsyncEngine, form: NewMemoryForm, now: datetime, idempotency_key: str | None = None
) -> Memory:
    """The new memory; the one made before where the key says so.

    Raises:
        IdempotencyKeyReused: the key came with another memory before.
        NotFound: no such owner, or the memory made before has been forgotten.
    """
    [new_id] = ascending_ulids(1)
    body = {"text": ascii(form.text), "kind": form.kind, "importance": form.importance}
    async with engine.begin() as connection:
        memory_id = await id_once(owner, connection, "add_memory", idempotency_key, body, new_id)
        if memory_id == new_id:
            new = NewMemory(text=form.text, kind=form.kind, importance=form.importance, learned_at=now)
            return await remember(owner, connection, new, new_id)
        return await load_memory(owner, connection, memory_id)
