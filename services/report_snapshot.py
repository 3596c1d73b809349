"""Take in what happened in a room, as a program or a panel reports it (rules PREP-4 to PREP-7 and PREP-23)."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.preparation.snapshots import Snapshot, checked_name, checked_snapshot
from services.record_word import ranges_of
from storage.prep_snapshots import insert_snapshot
from storage.preparations import PreparationRecord, lock_preparation_of


@dataclass(frozen=True, slots=True)
class SnapshotReport:
    """One row that is reported; as ``checked_snapshot`` reads it.

    Attributes:
        session_id: the caller's.
    """

    session_id: str
    recorded_at: str
    source: str
    operator_id: str | None
    values: dict[str, object]


@dataclass(frozen=True, slots=True)
class KeptSnapshot:
    """A row as it is kept, of which preparation, and whether it was there before."""

    record: PreparationRecord
    snapshot: Snapshot
    is_new: bool


async def report_snapshot(owner: str, engine: AsyncEngine, report: SnapshotReport, at: datetime) -> KeptSnapshot:
    """Keep a row once, however often it is reported.

    Args:
        at: the time.

    Raises:
        PreparationNotFound: this owner has reported no such session.
        SnapshotInvalid: something of the row cannot be accepted; the message quotes it.
    """
    async with engine.begin() as conn:
        record = await lock_preparation_of(owner, conn, checked_name("session_id", report.session_id))
        row = checked_snapshot(
            report.recorded_at,
            report.source,
            report.operator_id,
            report.values,
            record.session.zone,
            ranges_of(record),
        )
        kept, is_new = await insert_snapshot(owner, conn, record.id, row, at)
    return KeptSnapshot(record, kept, is_new)
