"""Answers remembered for idempotency keys (rule DATA-11)."""

from typing import Any

from sqlalchemy import BindParameter, bindparam, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import IdempotencyKeyReused
from storage.refusals import not_found, translated
from storage.tables import idempotency_keys


async def remember(
    owner: str, conn: AsyncConnection, operation: str, key: str, body_hash: str, result: dict[str, Any]
) -> dict[str, Any]:
    """The answer that counts for the key: this one, or the one that was remembered first for the same body.

    Of two transactions at the same time the second waits for the first and gets its answer, or takes its place
    where the first is rolled back. An owner who does not exist spends the transaction.

    Args:
        body_hash: digest of the request's body.
        result: the answer, fixed before it takes effect.

    Raises:
        IdempotencyKeyReused: the key was used with another body.
        NotFound: no such owner.
    """
    values = {"user_id": owner, "operation": operation, "key": key, "body_hash": body_hash, "result": result}
    with translated({"fk_idempotency_keys_user_id": not_found("user", owner)}):
        is_first = await conn.scalar(_INSERTION, values) is not None
    if is_first:
        return result
    row = (await conn.execute(_FIRST, {"owner": owner, "operation_": operation, "key_": key})).one()
    if row.body_hash != body_hash:
        raise IdempotencyKeyReused(f"key {key!r} was used for another {operation}: send a new key with a new body")
    remembered: dict[str, Any] = row.result
    return remembered


async def add_to_answer(owner: str, conn: AsyncConnection, operation: str, key: str, result: dict[str, Any]) -> None:
    """Remember more of the answer for a key, in the transaction that gave it."""
    columns = idempotency_keys.c
    mine = (columns.user_id == owner, columns.operation == operation, columns.key == key)
    await conn.execute(update(idempotency_keys).where(*mine).values(result=columns.result.concat(result)))


async def load_answer(owner: str, conn: AsyncConnection, operation: str, key: str) -> dict[str, Any]:
    """All that is remembered of the answer for a key; nothing for one that was never used."""
    row = (await conn.execute(_FIRST, {"owner": owner, "operation_": operation, "key_": key})).one_or_none()
    remembered: dict[str, Any] = {} if row is None else row.result
    return remembered


def _named(name: str) -> BindParameter[Any]:
    return bindparam(name, type_=idempotency_keys.c[name].type)


# Built once: every request with a key asks them, and building them takes longer than the answer.
_INSERTION = (
    insert(idempotency_keys)
    .values({name: _named(name) for name in ("user_id", "operation", "key", "body_hash", "result")})
    .on_conflict_do_nothing()
    .returning(idempotency_keys.c.key)
)
_FIRST = select(*idempotency_keys.c["body_hash", "result"]).where(
    idempotency_keys.c.user_id == bindparam("owner"),
    idempotency_keys.c.operation == bindparam("operation_"),
    idempotency_keys.c.key == bindparam("key_"),
)
