"""Keep what a person typed elsewhere, where recall finds it (rules MEMORY-8 to MEMORY-10)."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.context.recall.item import KeptItem
from domain.context.recall.reading import item_of
from services.identities import resolve
from services.once import id_once
from services.person_zone import person_zone
from services.ulids import ascending_ulids
from storage.inputs import Input, insert_input, load_input
from storage.recall_items import index_items


@dataclass(frozen=True, slots=True)
class TypedText:
    """A text that was typed elsewhere, by whom and in which application."""

    text: str
    app: str
    typed_at: datetime
    named: str | None = None


async def add_input(
    caller: str, engine: AsyncEngine, typed: TypedText, now: datetime, idempotency_key: str | None = None
) -> Input:
    """The input as it is kept; the one kept before where the key says so (rule EDGE-20).

    Raises:
        IdempotencyKeyReused: the key came with something else before.
        NotFound: whoever typed it is not the caller by any name.
    """
    [new_id] = ascending_ulids(1)
    body = {"text": ascii(typed.text), "app": typed.app, "typed_at": typed.typed_at.isoformat(), "user": typed.named}
    async with engine.begin() as connection:
        owner = await resolve(connection, caller, typed.named)
        input_id = await id_once(owner, connection, "add_input", idempotency_key, body, new_id)
        if input_id == new_id:
            kept = Input(new_id, typed.text, typed.app, typed.typed_at, now)
            await insert_input(owner, connection, kept)
            await index_items(owner, connection, [await _kept(owner, connection, kept)])
        return await load_input(owner, connection, input_id)


async def _kept(owner: str, connection: AsyncConnection, typed: Input) -> KeptItem:
    """What recall keeps of it; its times are those of the person's zone when it was typed."""
    zone = await person_zone(owner, connection, typed.typed_at)
    return item_of("meinput", typed.id, typed.text, typed.typed_at.astimezone(zone))
