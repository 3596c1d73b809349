"""Make objects once, however often its request is sent with the same idempotency key (rule EDGE-20)."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.canonical import digest
from domain.errors import InvalidInput
from storage.idempotency import remember

MAX_KEY_LENGTH = 255


async def id_once(owner: str, conn: AsyncConnection, operation: str, key: str | None, body: Any, new_id: str) -> str:
    """The id of the object that the request is for: ``new_id`` where it is yet to be made, in this transaction.

    Arguments and errors are those of ``ids_once``.
    """
    return (await ids_once(owner, conn, operation, key, body, [new_id]))[0]


async def ids_once(
    owner: str, conn: AsyncConnection, operation: str, key: str | None, body: Any, new_ids: list[str]
) -> list[str]:
    """The ids of the objects that the request is for: ``new_ids`` where they are yet to be made, in this transaction.

    Args:
        operation: what the request makes; a key counts for one operation.
        key: the caller's; None for a request that is not repeated.
        body: all that the request says, as a model or as JSON values.

    Raises:
        IdempotencyKeyReused: the key came with another body before.
        InvalidInput: the key is empty or longer than 255 characters.
        NotFound: no such owner.
    """
    if key is None:
        return new_ids
    if not 1 <= len(key) <= MAX_KEY_LENGTH:
        raise InvalidInput(f"the idempotency key has {len(key)} characters: give 1 to {MAX_KEY_LENGTH}")
    first: list[str] = (await remember(owner, conn, operation, key, digest(body), {"ids": new_ids}))["ids"]
    return first
