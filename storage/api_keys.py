"""API keys, stored by the digest of their text (rules CRED-2 to CRED-5)."""

from dataclasses import dataclass, fields
from datetime import datetime
from typing import Literal

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.refusals import not_found, refusing
from storage.tables import api_keys

KEY_CHANNEL = "daywright_key"
"""Notified with the id of a key or login when it is revoked (rule CRED-7)."""


KeyScope = Literal["person", "service"]


@dataclass(frozen=True, slots=True)
class ApiKeyRecord:
    """A key as stored; its text is not.

    Attributes:
        prefix: how its text begins; no other key begins so.
        expires_at: from when on it is expired; None where it never is.
        revoked_at: when it was revoked, if it was.
        scope: whether a person has it, or a service that acts for one (rule PREP-24).
    """

    id: str
    prefix: str
    name: str
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    scope: KeyScope = "person"


_COLUMNS = [api_keys.c[column.name] for column in fields(ApiKeyRecord)]


async def insert_api_key(owner: str, conn: AsyncConnection, api_key: ApiKeyRecord, key_hash: str) -> bool:
    """Store a new key; False and no change where another key has its prefix.

    Args:
        key_hash: SHA-256 of the key's text.

    Raises:
        NotFound: no such owner.
    """
    values = {column.name: getattr(api_key, column.name) for column in fields(api_key)}
    statement = insert(api_keys).values(user_id=owner, key_hash=key_hash, **values)
    unless_taken = statement.on_conflict_do_nothing(index_elements=["prefix"])
    async with refusing(conn, {"fk_api_keys_user_id": not_found("user", owner)}):
        return await conn.scalar(unless_taken.returning(api_keys.c.id)) is not None


async def list_api_keys(owner: str, conn: AsyncConnection) -> list[ApiKeyRecord]:
    """All keys of the owner, newest first."""
    query = select(*_COLUMNS).where(api_keys.c.user_id == owner).order_by(api_keys.c.id.desc())
    return [ApiKeyRecord(**row._mapping) for row in await conn.execute(query)]


async def find_api_key(conn: AsyncConnection, key_hash: str) -> tuple[str, ApiKeyRecord] | None:
    """The owner and the key whose text has this digest, also one that is no longer good."""
    query = select(api_keys.c.user_id, *_COLUMNS).where(api_keys.c.key_hash == key_hash)
    row = (await conn.execute(query)).one_or_none()
    return row and (row.user_id, ApiKeyRecord(*row[1:]))


async def revoke_api_key(owner: str, conn: AsyncConnection, key_id: str, at: datetime) -> ApiKeyRecord:
    """Revoke a key; one that is revoked already keeps its instant.

    Returns:
        The key as it now is.

    Raises:
        NotFound: this owner has no such key.
    """
    revoked = update(api_keys).where(api_keys.c.user_id == owner, api_keys.c.id == key_id)
    values = {"revoked_at": func.coalesce(api_keys.c.revoked_at, at)}
    notified = func.pg_notify(KEY_CHANNEL, api_keys.c.id)
    row = (await conn.execute(revoked.values(values).returning(*_COLUMNS, notified))).one_or_none()
    if row is None:
        raise not_found("key", key_id)
    return ApiKeyRecord(*row[:-1])
