"""People."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import users
from storage.users import ensure_user, list_users
from tests.storage.world import World


async def test_a_user_is_made_once(conn: AsyncConnection) -> None:
    """Making the same user again changes nothing."""
    await ensure_user("local", conn)
    await ensure_user("local", conn)
    assert await conn.scalar(select(func.count()).where(users.c.id == "local")) == 1


async def test_all_users_are_listed_in_order(world: World, conn: AsyncConnection) -> None:
    """For the operator of the database, who may not know their names."""
    await ensure_user("a-new-one", conn)
    assert await list_users(conn) == ["a-new-one", "other", world.owner]
