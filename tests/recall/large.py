"""Very many items of one person, and a few of another, made by the database itself."""

from collections.abc import Sequence

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from storage.users import ensure_user

OWNER = "ann"
ITEMS = 100_000
PAIRS = 600
"""Different pairs of characters; an item has eight of them, so that each is in less than 2 % of the items."""

_MAKE = text(
    """
    INSERT INTO recall_items (user_id, source, ref, target_type, text, mention_at, event_start, event_end, importance,
        status, terms)
    SELECT :owner, 'chat', made.n::text, 'note', string_agg(made.pair, '，'), '2026-01-01'::timestamptz
        + made.n * interval '4 minutes', NULL, NULL, (made.n % 10) / 10.0, 'open',
        array_to_tsvector(array_agg(made.pair) || ('@chat@' || :owner))
    FROM (
        SELECT n, chr(20000 + (hashint8(n * 31 + k)::bigint & 2147483647)::int % :pairs) || '课' AS pair
        FROM generate_series(1, :items) AS n, generate_series(1, 8) AS k
    ) AS made
    GROUP BY made.n
    """
)


def pairs(*numbers: int) -> list[str]:
    """Words of two characters that the items have."""
    return [f"{chr(20000 + number)}课" for number in numbers]


async def fill(engine: AsyncEngine, items: int = ITEMS, others: Sequence[str] = ("bob",)) -> None:
    """Store the items; the index is made behind them, which is much faster and gives the same."""
    async with engine.begin() as conn:
        made = await conn.scalar(text("SELECT indexdef FROM pg_indexes WHERE indexname = 'ix_recall_items_terms'"))
        await conn.execute(text("DROP INDEX ix_recall_items_terms"))
        for owner, many in ((OWNER, items), *((other, 1_000) for other in others)):
            await _fill(conn, owner, many)
        await conn.execute(text(str(made)))
    async with engine.connect() as conn:
        plain = await conn.execution_options(isolation_level="AUTOCOMMIT")
        await plain.execute(text("VACUUM (ANALYZE) recall_items"))


async def _fill(conn: AsyncConnection, owner: str, items: int) -> None:
    await ensure_user(owner, conn)
    await conn.execute(_MAKE, {"owner": owner, "items": items, "pairs": PAIRS})
