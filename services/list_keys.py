"""List API keys, without their texts (rules CRED-2 and CRED-3)."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncEngine

from storage.api_keys import ApiKeyRecord, list_api_keys
from storage.users import list_users


@dataclass(frozen=True, slots=True)
class OwnedKey:
    """A key and whose it is."""

    user_id: str
    record: ApiKeyRecord


async def list_keys(owner: str, engine: AsyncEngine) -> list[OwnedKey]:
    """All keys of this owner, newest first; none of an owner who does not exist."""
    async with engine.connect() as connection:
        return [OwnedKey(owner, record) for record in await list_api_keys(owner, connection)]


async def list_keys_of_everyone(engine: AsyncEngine) -> list[OwnedKey]:
    """All keys of all users, newest first; for the operator of the database."""
    async with engine.connect() as connection:
        users = await list_users(connection)
        keys = [OwnedKey(user, record) for user in users for record in await list_api_keys(user, connection)]
    return sorted(keys, key=lambda key: key.record.id, reverse=True)
