"""Preparations of meeting rooms: their facts and where they stand (rules PREP-1 to PREP-3, PREP-15 and PREP-22)."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import Select, delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.engine import RowMapping
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.preparation.errors import PreparationNotFound
from domain.preparation.keys import Range
from domain.preparation.life import Times
from domain.preparation.reduction import Decision
from domain.preparation.sessions import OPEN, Session, Status
from domain.schedule.state import Locale
from storage.pages import newest_first
from storage.refusals import not_found, refusing
from storage.tables import model_calls, prep_sessions, prep_snapshots, steps


@dataclass(frozen=True, slots=True)
class PreparationRecord:
    """One preparation as it stands.

    Attributes:
        session: its facts.
        status: where it stands.
        locale: language of what is said of it.
        ranges: what the devices of its room take; None where nothing else than the usual is known.
        recalled: the decisions that it was told; None where nothing was recalled yet, or what was is forgotten.
        forgotten: whether it counts for nothing as history.
    """

    session: Session
    status: Status
    created_at: datetime
    locale: Locale = "zh-CN"
    ranges: dict[str, Range] | None = None
    recalled: tuple[Decision, ...] | None = None
    forgotten: bool = False

    @property
    def id(self) -> str:
        """Ours."""
        return self.session.id

    @property
    def times(self) -> Times:
        """When the meeting is, and when its room is prepared."""
        facts = self.session
        return Times(
            meeting_start=facts.meeting_start, meeting_end=facts.meeting_end, prep_trigger_at=facts.prep_trigger_at
        )


@dataclass(frozen=True, slots=True)
class OwnedPreparation:
    """A preparation that is not over, and whose it is; fields as in ``PreparationRecord``."""

    user_id: str
    preparation_id: str
    created_at: datetime
    status: Status
    times: Times


_FACTS = tuple(Session.model_fields)
_COLUMNS = [prep_sessions.c[name] for name in (*_FACTS, *(field.name for field in fields(PreparationRecord)[1:]))]


async def insert_preparation(owner: str, conn: AsyncConnection, record: PreparationRecord) -> PreparationRecord | None:
    """Store a new preparation, unless the owner has one of the caller's session, which then is the one that counts.

    Returns:
        The one that stands already, locked until the transaction ends; None where this is new.

    Raises:
        NotFound: no such owner.
    """
    values = record.session.model_dump() | _standing(record)
    statement = insert(prep_sessions).values(user_id=owner, **values)
    unless_there = statement.on_conflict_do_nothing(index_elements=["user_id", "session_id"])
    async with refusing(conn, {"fk_prep_sessions_user_id": not_found("user", owner)}):
        is_new = await conn.scalar(unless_there.returning(prep_sessions.c.id)) is not None
    return None if is_new else await lock_preparation_of(owner, conn, record.session.session_id)


async def load_preparation(owner: str, conn: AsyncConnection, preparation_id: str) -> PreparationRecord:
    """The preparation of this id of ours.

    Raises:
        PreparationNotFound: this owner has none.
    """
    return await _one(conn, _of(owner, preparation_id), preparation_id)


async def lock_preparation(owner: str, conn: AsyncConnection, preparation_id: str) -> PreparationRecord:
    """The same, which nobody else changes until the transaction ends."""
    return await _one(conn, _of(owner, preparation_id).with_for_update(), preparation_id)


async def lock_preparation_of(owner: str, conn: AsyncConnection, session_id: str) -> PreparationRecord:
    """The preparation of a session of the caller, which nobody else changes until the transaction ends.

    Raises:
        PreparationNotFound: this owner has none.
    """
    query = select(*_COLUMNS).where(prep_sessions.c.user_id == owner, prep_sessions.c.session_id == session_id)
    return await _one(conn, query.with_for_update(), session_id)


async def list_preparations(
    owner: str, conn: AsyncConnection, before: str | None, limit: int
) -> list[PreparationRecord]:
    """A page of the owner's preparations, newest first."""
    query = select(*_COLUMNS).where(prep_sessions.c.user_id == owner)
    page = newest_first(query, prep_sessions.c.id, before, limit)
    return [_record(row) for row in (await conn.execute(page)).mappings()]


async def save_preparation(owner: str, conn: AsyncConnection, record: PreparationRecord) -> None:
    """Write the preparation as it is now, which the caller has locked."""
    values = record.session.model_dump(exclude={"id"}) | _standing(record)
    mine = (prep_sessions.c.user_id == owner, prep_sessions.c.id == record.id)
    await conn.execute(update(prep_sessions).where(*mine).values(values))


@dataclass(frozen=True, slots=True)
class HistoryQuery:
    """Which history is meant; of None any.

    Attributes:
        since: the earliest trigger, itself included.
    """

    booker_id: str | None = None
    room_id: str | None = None
    since: datetime | None = None


async def list_history(
    owner: str, conn: AsyncConnection, wanted: HistoryQuery, before: str | None = None, limit: int | None = None
) -> list[PreparationRecord]:
    """The preparations that count as history: all of them in no order, or a page of them, newest first."""
    columns = prep_sessions.c
    query = select(*_COLUMNS).where(columns.user_id == owner, ~columns.forgotten)
    if wanted.booker_id is not None:
        query = query.where(columns.booker_id == wanted.booker_id)
    if wanted.room_id is not None:
        query = query.where(columns.room_id == wanted.room_id)
    if wanted.since is not None:
        query = query.where(columns.prep_trigger_at >= wanted.since)
    if limit is not None:
        query = newest_first(query, columns.id, before, limit)
    return [_record(row) for row in (await conn.execute(query)).mappings()]


async def lock_preparations(owner: str, conn: AsyncConnection, booker_id: str | None) -> list[PreparationRecord]:
    """All preparations of a booker, or of all, which nobody else changes until the transaction ends."""
    query = select(*_COLUMNS).where(prep_sessions.c.user_id == owner)
    if booker_id is not None:
        query = query.where(prep_sessions.c.booker_id == booker_id)
    rows = await conn.execute(query.order_by(prep_sessions.c.id).with_for_update())
    return [_record(row) for row in rows.mappings()]


async def delete_preparations(owner: str, conn: AsyncConnection, preparation_ids: Sequence[str]) -> None:
    """Remove preparations with all that happened in them, their steps and what models were asked for them."""
    for table in (steps, model_calls):
        mine = (table.c.user_id == owner, table.c.owner_kind == "preparation", table.c.owner_id.in_(preparation_ids))
        await conn.execute(delete(table).where(*mine))
    rows = (prep_snapshots.c.user_id == owner, prep_snapshots.c.preparation_id.in_(preparation_ids))
    await conn.execute(delete(prep_snapshots).where(*rows))
    await conn.execute(
        delete(prep_sessions).where(prep_sessions.c.user_id == owner, prep_sessions.c.id.in_(preparation_ids))
    )


async def forget_asked(owner: str, conn: AsyncConnection, preparation_ids: Sequence[str]) -> None:
    """Remove what models were asked and answered for preparations that go on."""
    calls = model_calls.c
    mine = (calls.user_id == owner, calls.owner_kind == "preparation", calls.owner_id.in_(preparation_ids))
    await conn.execute(delete(model_calls).where(*mine))


async def open_preparations(conn: AsyncConnection, after_id: str, limit: int) -> list[OwnedPreparation]:
    """Preparations of all owners that are not over, by id from this one on."""
    columns = prep_sessions.c
    columns_of_times = (columns.meeting_start, columns.meeting_end, columns.prep_trigger_at)
    query = select(columns.user_id, columns.id, columns.created_at, columns.status, *columns_of_times)
    mine = query.where(columns.status.in_(OPEN), columns.id > after_id)
    return [
        OwnedPreparation(user, name, made, status, Times(meeting_start=start, meeting_end=end, prep_trigger_at=trigger))
        for user, name, made, status, start, end, trigger in await conn.execute(mine.order_by(columns.id).limit(limit))
    ]


def _of(owner: str, preparation_id: str) -> Select[Any]:
    return select(*_COLUMNS).where(prep_sessions.c.user_id == owner, prep_sessions.c.id == preparation_id)


async def _one(conn: AsyncConnection, query: Select[Any], named: str) -> PreparationRecord:
    row = (await conn.execute(query)).mappings().one_or_none()
    if row is None:
        raise PreparationNotFound(
            f"preparation {named[:80]!r} does not exist: check the id, or report its session first"
        )
    return _record(row)


def _record(row: RowMapping) -> PreparationRecord:
    ranges, recalled = row["ranges"], row["recalled"]
    return PreparationRecord(
        session=Session(**{name: row[name] for name in _FACTS}),
        status=row["status"],
        created_at=row["created_at"],
        locale=row["locale"],
        ranges=None if ranges is None else {key: Range.model_validate(told) for key, told in ranges.items()},
        recalled=None if recalled is None else tuple(map(Decision.model_validate, recalled)),
        forgotten=row["forgotten"],
    )


def _standing(record: PreparationRecord) -> dict[str, Any]:
    ranges, recalled = record.ranges, record.recalled
    return {
        "status": record.status,
        "created_at": record.created_at,
        "locale": record.locale,
        "forgotten": record.forgotten,
        "ranges": None if ranges is None else {key: told.model_dump(mode="json") for key, told in ranges.items()},
        "recalled": None if recalled is None else [decision.model_dump(mode="json") for decision in recalled],
    }
