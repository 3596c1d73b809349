"""Which reminder was delivered by which turn: once each, which the database sees to (rule REMIND-32)."""

from dataclasses import dataclass, fields
from datetime import datetime

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.refusals import not_found, translated
from storage.tables import reminder_deliveries


@dataclass(frozen=True, slots=True)
class ReminderDelivery:
    """A reminder that was delivered.

    Attributes:
        schedule_id: its id as compact ASCII JSON.
        followup_seq, dispatch_seq: numbers of the message and of the dispatch in the log.
    """

    session_id: str
    schedule_id: str
    turn_id: str
    followup_seq: int
    dispatch_seq: int
    delivered_at: datetime


_COLUMNS = [reminder_deliveries.c[column.name] for column in fields(ReminderDelivery)]


async def insert_delivery(owner: str, conn: AsyncConnection, delivery: ReminderDelivery) -> None:
    """Store a delivery; a second one of the same reminder breaks the transaction, and a refusal spends it.

    Raises:
        NotFound: this owner has no such session or turn.
    """
    values = {"user_id": owner} | {column.name: getattr(delivery, column.name) for column in fields(delivery)}
    refusals = {
        "fk_reminder_deliveries_session_id": not_found("session", delivery.session_id),
        "fk_reminder_deliveries_turn_id": not_found("turn", delivery.turn_id),
    }
    with translated(refusals):
        await conn.execute(insert(reminder_deliveries), values)


async def delivery_of_turn(owner: str, conn: AsyncConnection, session_id: str, turn_id: str) -> ReminderDelivery | None:
    """What a turn delivered; None where it began otherwise."""
    table = reminder_deliveries.c
    query = select(*_COLUMNS).where(table.user_id == owner, table.session_id == session_id, table.turn_id == turn_id)
    row = (await conn.execute(query)).one_or_none()
    return ReminderDelivery(**row._mapping) if row else None


async def list_deliveries(owner: str, conn: AsyncConnection, session_id: str) -> list[ReminderDelivery]:
    """Every delivery in a session, in the order of the log."""
    table = reminder_deliveries.c
    query = select(*_COLUMNS).where(table.user_id == owner, table.session_id == session_id)
    return [ReminderDelivery(**row._mapping) for row in await conn.execute(query.order_by(table.dispatch_seq))]
