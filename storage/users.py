"""People who own everything else."""

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import users


async def ensure_user(user_id: str, conn: AsyncConnection) -> None:
    """Make the user unless there already is one of this id."""
    await conn.execute(insert(users).values(id=user_id).on_conflict_do_nothing())


async def list_users(conn: AsyncConnection) -> list[str]:
    """The ids of all users, in order."""
    return list(await conn.scalars(select(users.c.id).order_by(users.c.id)))
