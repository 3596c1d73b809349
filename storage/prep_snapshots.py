"""What happened in preparations, row by row, each kept once (rules PREP-4 to PREP-7)."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.preparation.clamping import Clamp
from domain.preparation.snapshots import Snapshot, content_key
from storage.preparations import lock_preparation
from storage.tables import prep_sessions, prep_snapshots

_ROW = (prep_snapshots.c.seq, prep_snapshots.c.recorded_at, prep_snapshots.c.source, prep_snapshots.c.operator_id)
_COLUMNS = [prep_snapshots.c.preparation_id, *_ROW, prep_snapshots.c.snapshot]


async def insert_snapshot(
    owner: str,
    conn: AsyncConnection,
    preparation_id: str,
    snapshot: Snapshot,
    at: datetime,
    clamps: Sequence[Clamp] = (),
) -> tuple[Snapshot, bool]:
    """Keep a row, and the preparation locked until the transaction ends.

    Args:
        at: when it is stored.
        clamps: what of it was recommended otherwise.

    Returns:
        The row as it is kept, with its place, and whether it is new (rule PREP-7).

    Raises:
        PreparationNotFound: this owner has no such preparation.
    """
    await lock_preparation(owner, conn, preparation_id)
    key = content_key(preparation_id, snapshot)
    mine = (prep_snapshots.c.user_id == owner, prep_snapshots.c.preparation_id == preparation_id)
    query = select(*_COLUMNS).where(*mine, prep_snapshots.c.content_key == key)
    standing = (await conn.execute(query)).mappings().one_or_none()
    if standing is not None:
        return _snapshot(standing), False
    of_session = (prep_sessions.c.user_id == owner, prep_sessions.c.id == preparation_id)
    counted = update(prep_sessions).where(*of_session).values(last_seq=prep_sessions.c.last_seq + 1)
    seq: int = (await conn.execute(counted.returning(prep_sessions.c.last_seq))).scalar_one()
    values: dict[str, Any] = {
        **snapshot.model_dump(include={"recorded_at", "source", "operator_id"}),
        "snapshot": snapshot.values,
        "clamps": [clamp.model_dump(mode="json") for clamp in clamps],
        "content_key": key,
        "stored_at": at,
    }
    await conn.execute(insert(prep_snapshots).values(user_id=owner, preparation_id=preparation_id, seq=seq, **values))
    return snapshot.model_copy(update={"order": seq}), True


async def load_snapshots(
    owner: str, conn: AsyncConnection, preparation_ids: Sequence[str]
) -> dict[str, tuple[Snapshot, ...]]:
    """The rows of preparations by the ids of those that have some, in the order in which they were stored."""
    mine = (prep_snapshots.c.user_id == owner, prep_snapshots.c.preparation_id.in_(preparation_ids))
    found = await conn.execute(select(*_COLUMNS).where(*mine).order_by(prep_snapshots.c.seq))
    rows: dict[str, list[Snapshot]] = defaultdict(list)
    for row in found.mappings():
        rows[row["preparation_id"]].append(_snapshot(row))
    return {preparation_id: tuple(told) for preparation_id, told in rows.items()}


def _snapshot(row: RowMapping) -> Snapshot:
    return Snapshot(
        recorded_at=row["recorded_at"],
        source=row["source"],
        operator_id=row["operator_id"],
        values=row["snapshot"],
        order=row["seq"],
    )
