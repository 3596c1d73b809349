"""What a person typed elsewhere and a program posted (rules MEMORY-8 and MEMORY-9)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.json_texts import restored, storable
from storage.pages import newest_first
from storage.refusals import not_found, refusing
from storage.tables import inputs


@dataclass(frozen=True, slots=True)
class Input:
    """A text that was typed elsewhere.

    Attributes:
        app: what the application is called in which it was typed.
        typed_at, received_at: when it was typed, and when it was posted.
    """

    id: str
    text: str
    app: str
    typed_at: datetime
    received_at: datetime


async def insert_input(owner: str, conn: AsyncConnection, typed: Input) -> None:
    """Store a new input.

    Raises:
        NotFound: no such owner.
    """
    said = storable({"text": typed.text, "app": typed.app})
    values = {"id": typed.id, "said": said, "typed_at": typed.typed_at, "received_at": typed.received_at}
    async with refusing(conn, {"fk_inputs_user_id": not_found("user", owner)}):
        await conn.execute(insert(inputs).values(user_id=owner, **values))


async def load_input(owner: str, conn: AsyncConnection, input_id: str) -> Input:
    """The input.

    Raises:
        NotFound: this owner has no such input.
    """
    query = select(inputs).where(inputs.c.user_id == owner, inputs.c.id == input_id)
    row = (await conn.execute(query)).one_or_none()
    if row is None:
        raise not_found("input", input_id)
    return _input(row)


async def list_inputs(owner: str, conn: AsyncConnection, *, limit: int, before: str | None = None) -> list[Input]:
    """At most ``limit`` inputs, the last received first, from below the id ``before``."""
    query = newest_first(select(inputs).where(inputs.c.user_id == owner), inputs.c.id, before, limit)
    return [_input(row) for row in await conn.execute(query)]


def _input(row: Row[Any]) -> Input:
    said = restored(row.said)
    return Input(row.id, said["text"], said["app"], row.typed_at, row.received_at)
