"""The clock of the database, which all processes share."""

from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection


async def database_clock(conn: AsyncConnection) -> datetime:
    """The time as it is now, aware; also inside a transaction that began a while ago."""
    moment: datetime | None = await conn.scalar(select(func.clock_timestamp()))
    assert moment is not None
    return moment
