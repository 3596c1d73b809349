"""Keep what a person typed elsewhere, where recall finds it (rules MEMORY-8 to MEMORY-10)."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.context.recall.item import KeptItem
from services.identities import resolve
from services.once import id_once
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
            await index_items(owner, connection, [_kept(kept)])
        return await load_input(owner, connection, input_id)


def _kept(typed: Input) -> KeptItem:
    return KeptItem(
        source="meinput",
        ref=typed.id,
        target_type="note",
        text=typed.text,
        mention_at=typed.typed_at,
        importance=0.5,
    )
