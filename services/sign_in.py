"""Sign in and out: a link, sent to somebody, makes one login of a browser (rule CRED-6)."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.canonical import checksum
from domain.ids import checked_user_id
from services.secret_texts import LINK, LOGIN, new_token
from services.ulids import ascending_ulids
from storage.logins import (
    LinkRecord,
    LoginRecord,
    find_link,
    find_login,
    insert_link,
    insert_login,
    revoke_login,
    use_link,
)
from storage.users import ensure_user

LINK_LASTS = timedelta(minutes=10)
LOGIN_LASTS = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class SignInLink:
    """A new link.

    Attributes:
        token: what its address ends with; it is not stored and cannot be had again.
    """

    token: str = field(repr=False)
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A new login.

    Attributes:
        cookie: what the browser presents from now on; it is not stored and cannot be had again.
    """

    cookie: str = field(repr=False)
    user_id: str
    expires_at: datetime


async def make_link(owner: str, engine: AsyncEngine, now: datetime) -> SignInLink:
    """A new link that signs in as this owner, who is made known if need be.

    Raises:
        InvalidInput: the owner is not one that there can be.
    """
    checked_user_id(owner)
    token = new_token()
    [link_id] = ascending_ulids(1)
    link = LinkRecord(link_id, now, now + LINK_LASTS)
    async with engine.begin() as connection:
        await ensure_user(owner, connection)
        await insert_link(owner, connection, link, checksum(token))
    return SignInLink(token, link.expires_at)


async def sign_in(engine: AsyncEngine, token: str | None, now: datetime) -> SignedIn:
    """Use up a link and make the login it is for.

    Raises:
        Unauthenticated: the link is missing, unknown, expired or used.
    """
    digest = LINK.digest(token)
    async with engine.begin() as connection:
        owner = await _used_up(connection, digest, now)
        return await _new_login(owner, connection, now)


async def sign_out(engine: AsyncEngine, cookie: str | None, now: datetime) -> None:
    """End a login; again, or late, it changes nothing.

    Raises:
        Unauthenticated: the login is missing or unknown.
    """
    digest = LOGIN.digest(cookie)
    async with engine.begin() as connection:
        found = await find_login(connection, digest)
        if found is None:
            raise LOGIN.refusal("unknown")
        owner, login = found
        await revoke_login(owner, connection, login.id, now)


async def _used_up(connection: AsyncConnection, digest: str, now: datetime) -> str:
    """The owner of the link that was used up just now."""
    found = await find_link(connection, digest)
    if found is None:
        raise LINK.refusal("unknown")
    owner, link = found
    if link.used_at is None and link.expires_at <= now:
        raise LINK.refusal("expired")
    # Not decided by what was read: another use may have come in between.
    if not await use_link(owner, connection, link.id, now):
        raise LINK.refusal("used")
    return owner


async def _new_login(owner: str, connection: AsyncConnection, now: datetime) -> SignedIn:
    cookie = new_token()
    [login_id] = ascending_ulids(1)
    login = LoginRecord(login_id, now, now + LOGIN_LASTS)
    await insert_login(owner, connection, login, checksum(cookie))
    return SignedIn(cookie, owner, login.expires_at)
