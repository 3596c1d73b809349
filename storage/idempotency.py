"""Answers remembered for idempotency keys (rule DATA-11)."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import IdempotencyKeyReused
from storage.refusals import not_found, refusing
from storage.tables import idempotency_keys


async def remember(
    owner: str, conn: AsyncConnection, operation: str, key: str, body_hash: str, result: dict[str, Any]
) -> dict[str, Any]:
    """The answer that counts for the key: this one, or the one that was remembered first for the same body.

    Of two transactions at the same time the second waits for the first and gets its answer, or takes its place
    where the first is rolled back.

    Args:
        body_hash: digest of the request's body.
        result: the answer, fixed before it takes effect.

    Raises:
        IdempotencyKeyReused: the key was used with another body.
        NotFound: no such owner.
    """
    table = idempotency_keys
    values = {"user_id": owner, "operation": operation, "key": key, "body_hash": body_hash, "result": result}
    async with refusing(conn, {"fk_idempotency_keys_user_id": not_found("user", owner)}):
        await conn.execute(insert(table).values(values).on_conflict_do_nothing())
    query = select(table).where(table.c.user_id == owner, table.c.operation == operation, table.c.key == key)
    row = (await conn.execute(query)).one()
    if row.body_hash != body_hash:
        raise IdempotencyKeyReused(f"key {key!r} was used for another {operation}: send a new key with a new body")
    remembered: dict[str, Any] = row.result
    return remembered
