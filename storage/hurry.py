"""Reads that are given up soon, because what they are for can do without."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection


async def hurry(conn: AsyncConnection, seconds: float) -> None:
    """Have each statement of this transaction, and each wait of it for a lock, given up after so long.

    Args:
        seconds: at least a millisecond counts.
    """
    limit = f"{max(int(1000 * seconds), 1)}ms"
    await conn.execute(select(*(func.set_config(name, limit, True) for name in ("statement_timeout", "lock_timeout"))))
