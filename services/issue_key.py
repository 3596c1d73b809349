"""Issue an API key (rules CRED-1, CRED-2 and CRED-5)."""

from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.canonical import checksum
from domain.errors import InvalidInput
from domain.ids import checked_user_id
from services.secret_texts import new_key_text, visible_part
from services.ulids import ascending_ulids
from storage.api_keys import ApiKeyRecord, KeyScope, insert_api_key
from storage.users import ensure_user

_LONGEST_NAME = 100


@dataclass(frozen=True, slots=True)
class IssuedKey:
    """A new key.

    Attributes:
        text: the key itself, which is not stored and cannot be had again.
    """

    record: ApiKeyRecord
    text: str = field(repr=False)


async def issue_key(
    owner: str,
    engine: AsyncEngine,
    now: datetime,
    name: str = "",
    expires_at: datetime | None = None,
    scope: KeyScope = "person",
) -> IssuedKey:
    """A new key of this owner, who is made known if need be.

    Args:
        name: what a person calls it, to tell it from others.
        expires_at: from when on it is expired; None for never.
        scope: whether a person is to have it, or a service that acts for one (rule PREP-24).

    Raises:
        InvalidInput: the owner, the name or the expiry is not one that a key can have.
    """
    checked_user_id(owner)
    _check(name, expires_at, now)
    async with engine.begin() as connection:
        await ensure_user(owner, connection)
        while (issued := await _stored(owner, connection, now, name, expires_at, scope)) is None:
            continue
    return issued


def _check(name: str, expires_at: datetime | None, now: datetime) -> None:
    if len(name) > _LONGEST_NAME or not name.isprintable():
        raise InvalidInput(f"the name of the key is {name!r}: write at most {_LONGEST_NAME} printable characters")
    if expires_at is not None and expires_at <= now:
        raise InvalidInput(f"the key would be expired since {expires_at.isoformat()}: choose an instant to come")


async def _stored(
    owner: str, connection: AsyncConnection, now: datetime, name: str, expires_at: datetime | None, scope: KeyScope
) -> IssuedKey | None:
    """The key, or None where another one has its prefix, by a chance of one in 10^14 for each."""
    [key_id] = ascending_ulids(1)
    text = new_key_text()
    record = ApiKeyRecord(key_id, visible_part(text), name, now, expires_at, scope=scope)
    stored = await insert_api_key(owner, connection, record, checksum(text))
    return IssuedKey(record, text) if stored else None
