"""People who own everything else."""

from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import users


async def ensure_user(user_id: str, conn: AsyncConnection) -> None:
    """Make the user unless there already is one of this id."""
    await conn.execute(insert(users).values(id=user_id).on_conflict_do_nothing())
