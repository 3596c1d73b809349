"""Revoke an API key; again it changes nothing (rules CRED-3 and CRED-5)."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import NotFound
from services.list_keys import OwnedKey, list_keys, list_keys_of_everyone
from services.secret_texts import visible_part
from storage.api_keys import revoke_api_key


async def revoke_key(owner: str, engine: AsyncEngine, reference: str, now: datetime) -> OwnedKey:
    """Revoke a key of this owner; one that is revoked already keeps its instant.

    Args:
        reference: the key's id or prefix; of a whole key the prefix alone is read.

    Returns:
        The key as it now is.

    Raises:
        NotFound: this owner has no such key.
    """
    return await _revoked(engine, _chosen(await list_keys(owner, engine), reference), now)


async def revoke_key_of_anyone(engine: AsyncEngine, reference: str, now: datetime) -> OwnedKey:
    """Revoke a key whoever owns it, as ``revoke_key`` does; for the operator of the database."""
    return await _revoked(engine, _chosen(await list_keys_of_everyone(engine), reference), now)


def _chosen(keys: Sequence[OwnedKey], reference: str) -> OwnedKey:
    wanted = visible_part(reference)
    for key in keys:
        if wanted in (key.record.id, key.record.prefix):
            return key
    raise NotFound(f"key {wanted!r} does not exist: `daywright key list` shows those that do")


async def _revoked(engine: AsyncEngine, key: OwnedKey, now: datetime) -> OwnedKey:
    async with engine.begin() as connection:
        return OwnedKey(key.user_id, await revoke_api_key(key.user_id, connection, key.record.id, now))
