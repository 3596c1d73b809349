"""Sign-in links and the logins they make, stored by the digests of their tokens (rules CRED-2, CRED-3 and CRED-6)."""

from dataclasses import dataclass, fields
from datetime import datetime

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.api_keys import KEY_CHANNEL
from storage.refusals import not_found, refusing
from storage.tables import logins, sign_in_links


@dataclass(frozen=True, slots=True)
class LinkRecord:
    """A link as stored; its token is not.

    Attributes:
        used_at: when it made a login, if it did.
    """

    id: str
    created_at: datetime
    expires_at: datetime
    used_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class LoginRecord:
    """A login as stored; its token is not.

    Attributes:
        revoked_at: when its user signed out, if that is so.
    """

    id: str
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None = None


_LINK_COLUMNS = [sign_in_links.c[column.name] for column in fields(LinkRecord)]
_LOGIN_COLUMNS = [logins.c[column.name] for column in fields(LoginRecord)]


async def insert_link(owner: str, conn: AsyncConnection, link: LinkRecord, token_hash: str) -> None:
    """Store a new link.

    Raises:
        NotFound: no such owner.
    """
    values = {column.name: getattr(link, column.name) for column in fields(link)}
    async with refusing(conn, {"fk_sign_in_links_user_id": not_found("user", owner)}):
        await conn.execute(insert(sign_in_links).values(user_id=owner, token_hash=token_hash, **values))


async def find_link(conn: AsyncConnection, token_hash: str) -> tuple[str, LinkRecord] | None:
    """The owner and the link whose token has this digest, also one that is no longer good."""
    query = select(sign_in_links.c.user_id, *_LINK_COLUMNS).where(sign_in_links.c.token_hash == token_hash)
    row = (await conn.execute(query)).one_or_none()
    return row and (row.user_id, LinkRecord(*row[1:]))


async def use_link(owner: str, conn: AsyncConnection, link_id: str, at: datetime) -> bool:
    """Use up a link; False and no change where it is used already or this owner has no such link.

    Of two transactions at the same time the second waits for the first, and finds the link used unless the first is
    rolled back.
    """
    unused = (sign_in_links.c.user_id == owner, sign_in_links.c.id == link_id, sign_in_links.c.used_at.is_(None))
    using = update(sign_in_links).where(*unused).values(used_at=at)
    return await conn.scalar(using.returning(sign_in_links.c.id)) is not None


async def insert_login(owner: str, conn: AsyncConnection, login: LoginRecord, token_hash: str) -> None:
    """Store a new login.

    Raises:
        NotFound: no such owner.
    """
    values = {column.name: getattr(login, column.name) for column in fields(login)}
    async with refusing(conn, {"fk_logins_user_id": not_found("user", owner)}):
        await conn.execute(insert(logins).values(user_id=owner, token_hash=token_hash, **values))


async def find_login(conn: AsyncConnection, token_hash: str) -> tuple[str, LoginRecord] | None:
    """The owner and the login whose token has this digest, also one that is no longer good."""
    query = select(logins.c.user_id, *_LOGIN_COLUMNS).where(logins.c.token_hash == token_hash)
    row = (await conn.execute(query)).one_or_none()
    return row and (row.user_id, LoginRecord(*row[1:]))


async def revoke_login(owner: str, conn: AsyncConnection, login_id: str, at: datetime) -> LoginRecord:
    """Revoke a login; one that is revoked already keeps its instant.

    Returns:
        The login as it now is.

    Raises:
        NotFound: this owner has no such login.
    """
    revoked = update(logins).where(logins.c.user_id == owner, logins.c.id == login_id)
    values = {"revoked_at": func.coalesce(logins.c.revoked_at, at)}
    notified = func.pg_notify(KEY_CHANNEL, logins.c.id)
    row = (await conn.execute(revoked.values(values).returning(*_LOGIN_COLUMNS, notified))).one_or_none()
    if row is None:
        raise not_found("login", login_id)
    return LoginRecord(*row[:-1])
