"""What is told to those who watch a run or a turn: numbered without a gap, read once, in order (rule DATA-9)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Select, Table, func, insert, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import LedgerMismatch
from domain.events import StageEvent
from storage.json_texts import storable, writable
from storage.refusals import not_found, translated

BATCH = 500
"""How many events one read gives at most."""


@dataclass(frozen=True, slots=True)
class EventLog:
    """The events of everything of one kind.

    Attributes:
        noun: ``run`` or ``turn``, as in the name of the column that refers to it.
        tellers: the table of those who tell.
        events: the table of what they told.
        channel: where a new event is notified of.
    """

    noun: str
    tellers: Table
    events: Table
    channel: str

    @property
    def teller_id(self) -> Column[Any]:
        """The column that says who told an event."""
        return self.events.c[f"{self.noun}_id"]

    async def reserve(self, owner: str, conn: AsyncConnection, teller: str, count: int) -> int:
        """The last of so many numbers; other writers to the same log wait until this transaction ends.

        Raises:
            NotFound: this owner has no such run or turn.
        """
        tellers = self.tellers.c
        last: int | None = await conn.scalar(
            update(self.tellers)
            .where(tellers.user_id == owner, tellers.id == teller)
            .values(last_seq=tellers.last_seq + count)
            .returning(tellers.last_seq, func.pg_notify(self.channel, teller))
        )
        if last is None:
            raise not_found(self.noun, teller)
        return last

    async def insert(
        self,
        owner: str,
        conn: AsyncConnection,
        teller: str,
        step: int,
        told: Sequence[tuple[int, StageEvent]],
        at: datetime,
        before: Mapping[str, int] | None = None,
    ) -> None:
        """Store events of one step.

        Args:
            told: each under its number, which was reserved for it.
            before: how many events of a stage the step has told already, as far as its writer knows.

        Raises:
            NotFound: this owner has no such run or turn.
            LedgerMismatch: the step has told more events of such a stage already.
        """
        table, kind = self.events.name, self.noun
        twice = f"step {step} of {kind} {teller!r} has told its events already: read them instead"
        refusals = {
            f"fk_{table}_{kind}_id": not_found(kind, teller),
            f"uq_{table}_{kind}_id_step_stage_ordinal": LedgerMismatch(twice),
        }
        common = {"user_id": owner, f"{kind}_id": teller, "step": step, "at": at}
        if told:
            with translated(refusals):
                await conn.execute(insert(self.events), [common | row for row in _rows(told, before or {})])

    async def told_by_step(self, owner: str, conn: AsyncConnection, teller: str, step: int) -> dict[str, int]:
        """How many events of each stage a step has told so far."""
        events = self.events.c
        of_step = (events.user_id == owner, self.teller_id == teller, events.step == step)
        told = func.max(events.ordinal).label("told")
        query = select(events.stage, told).where(*of_step).group_by(events.stage)
        return {row.stage: row.told for row in await conn.execute(query)}

    def after(self, owner: str, teller: str, seq: int, limit: int = BATCH) -> Select[tuple[Any, ...]]:
        """The events that follow a number, in order: ``seq``, who told it, ``at``, ``stage``, ``detail``, ``data``."""
        events = self.events.c
        columns = select(events.seq, self.teller_id.label(self.noun), *events["at", "stage", "detail", "data"])
        of_teller = columns.where(events.user_id == owner, self.teller_id == teller, events.seq > seq)
        return of_teller.order_by(events.seq).limit(limit)

    async def news(
        self, owner: str, conn: AsyncConnection, teller: str, seq: int, *columns: Column[Any]
    ) -> tuple[tuple[Any, ...], list[tuple[Any, ...]]]:
        """These columns of who tells, and the events that follow a number, as of one moment.

        It is one statement, and so sees one moment: where the teller has ended, all that it told is there to be read.

        Raises:
            NotFound: this owner has no such run or turn.
        """
        news = self.after(owner, teller, seq).lateral("news")
        query = (
            select(*columns, *news.c)
            .select_from(self.tellers.outerjoin(news, true()))
            .where(self.tellers.c.user_id == owner, self.tellers.c.id == teller)
            .order_by(news.c.seq)
        )
        rows = [(tuple(row[: len(columns)]), tuple(row[len(columns) :])) for row in await conn.execute(query)]
        if not rows:
            raise not_found(self.noun, teller)
        return rows[0][0], [event for _, event in rows if event[0] is not None]


def _rows(told: Sequence[tuple[int, StageEvent]], before: Mapping[str, int]) -> list[dict[str, Any]]:
    seen: Counter[str] = Counter(before)
    rows = []
    for seq, event in told:
        seen[event.stage] += 1
        row = {"seq": seq, "stage": event.stage, "ordinal": seen[event.stage], "detail": writable(event.detail)}
        rows.append(row | {"data": storable(event.data)})
    return rows
