"""The names under which other systems know a person (rules MEMORY-20 to MEMORY-22)."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.refusals import not_found, refusing
from storage.tables import user_identities


@dataclass(frozen=True, slots=True)
class Identity:
    """A name elsewhere.

    Attributes:
        provider: the system that knows the person by it.
        subject: the name itself, as that system writes it.
    """

    provider: str
    subject: str
    linked_at: datetime


async def insert_identity(owner: str, conn: AsyncConnection, identity: Identity) -> bool:
    """Link a name to the owner; False and no change where it is linked already, to whomever.

    Raises:
        NotFound: no such owner.
    """
    values = {"provider": identity.provider, "subject": identity.subject, "linked_at": identity.linked_at}
    linking = insert(user_identities).values(user_id=owner, **values).on_conflict_do_nothing()
    async with refusing(conn, {"fk_user_identities_user_id": not_found("user", owner)}):
        return await conn.scalar(linking.returning(user_identities.c.subject)) is not None


async def has_identity(owner: str, conn: AsyncConnection, provider: str, subject: str) -> bool:
    """Whether the name is one of the owner's."""
    table = user_identities.c
    mine = (table.user_id == owner, table.provider == provider, table.subject == subject)
    return await conn.scalar(select(table.subject).where(*mine)) is not None


async def list_identities(owner: str, conn: AsyncConnection) -> list[Identity]:
    """The names of the owner, by provider and subject."""
    table = user_identities.c
    query = select(table.provider, table.subject, table.linked_at).where(table.user_id == owner)
    return [Identity(*row) for row in await conn.execute(query.order_by(table.provider, table.subject))]


async def delete_identity(owner: str, conn: AsyncConnection, provider: str, subject: str) -> bool:
    """Take a name from the owner; False where it is not one of theirs."""
    table = user_identities.c
    mine = (table.user_id == owner, table.provider == provider, table.subject == subject)
    return await conn.scalar(delete(user_identities).where(*mine).returning(table.subject)) is not None
