"""Who is meant by a name of another system, and linking such names (rules MEMORY-20 to MEMORY-23)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import Conflict, InvalidInput, NotFound
from domain.ids import checked_user_id
from storage.identities import Identity, delete_identity, has_identity, insert_identity, list_identities
from storage.refusals import not_found
from storage.users import list_users

_PROVIDER = re.compile(r"[a-z0-9][a-z0-9_.-]{0,63}")
_SUBJECT = re.compile(r"[!-~]{1,255}")


@dataclass(frozen=True, slots=True)
class OwnedIdentity:
    """A name elsewhere and whose it is."""

    user_id: str
    identity: Identity


async def resolve(connection: AsyncConnection, caller: str, named: str | None) -> str:
    """The id of the user whom a caller means: always the caller, by whichever of their names.

    Args:
        caller: who asks, as their credential says.
        named: the caller's user id, or ``provider:subject`` of a linked name; None for whoever asks.

    Raises:
        NotFound: it is linked to nobody, or to somebody else; the answer does not tell which.
    """
    if named is None or named == caller:
        return caller
    provider, _, subject = named.partition(":")
    is_name = _PROVIDER.fullmatch(provider) and _SUBJECT.fullmatch(subject)
    if is_name and await has_identity(caller, connection, provider, subject):
        return caller
    raise not_found("user", named)


async def link(owner: str, engine: AsyncEngine, provider: str, subject: str, now: datetime) -> OwnedIdentity:
    """Let a name of another system stand for a user who is known; again it changes nothing.

    Raises:
        InvalidInput: provider, subject or user has not the form of one.
        NotFound: no such user.
        Conflict: the name stands for somebody else.
    """
    checked_user_id(owner)
    _check(provider, subject)
    async with engine.begin() as connection:
        if not await insert_identity(owner, connection, Identity(provider, subject, now)):
            await _refuse_others(owner, connection, provider, subject)
        mine = await list_identities(owner, connection)
    found = next(each for each in mine if (each.provider, each.subject) == (provider, subject))
    return OwnedIdentity(owner, found)


async def unlink(owner: str, engine: AsyncEngine, provider: str, subject: str) -> None:
    """Let a name no longer stand for a user; what was stored under it stays the user's.

    Raises:
        NotFound: it is no name of this user.
    """
    async with engine.begin() as connection:
        if not await delete_identity(owner, connection, provider, subject):
            told = f"{provider}:{subject}"[:330]
            raise NotFound(f"{told!r} is no name of {owner!r}: `daywright identity list` shows those that are")


async def identities_of(owner: str, engine: AsyncEngine) -> list[OwnedIdentity]:
    """The names of a user, by provider and subject."""
    async with engine.connect() as connection:
        return [OwnedIdentity(owner, each) for each in await list_identities(owner, connection)]


async def identities_of_everyone(engine: AsyncEngine) -> list[OwnedIdentity]:
    """The names of all users, by user; for the operator of the database."""
    async with engine.connect() as connection:
        users: Sequence[str] = await list_users(connection)
        return [OwnedIdentity(user, each) for user in users for each in await list_identities(user, connection)]


async def _refuse_others(owner: str, connection: AsyncConnection, provider: str, subject: str) -> None:
    if not await has_identity(owner, connection, provider, subject):
        raise Conflict(f"'{provider}:{subject}' stands for somebody else: unlink it there first")


def _check(provider: str, subject: str) -> None:
    if not _PROVIDER.fullmatch(provider):
        form = "write 1 to 64 small letters, digits, dots, hyphens or underscores"
        raise InvalidInput(f"the provider is {provider[:80]!r}: {form}, a letter or digit first")
    if not _SUBJECT.fullmatch(subject):
        form = "write 1 to 255 letters, digits or signs of ASCII, without spaces"
        raise InvalidInput(f"the subject is {subject[:80]!r}: {form}")
