"""People."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import users
from storage.users import ensure_user


async def test_a_user_is_made_once(conn: AsyncConnection) -> None:
    """Making the same user again changes nothing."""
    await ensure_user("local", conn)
    await ensure_user("local", conn)
    assert await conn.scalar(select(func.count()).where(users.c.id == "local")) == 1
