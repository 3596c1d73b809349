"""Read preparations, what happened in them, and what they teach (PREP-25, PREP-27, PREP-39, LEARN-1 to LEARN-20)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.preparation.briefing import briefing
from domain.preparation.life import DeviceWord
from domain.preparation.reduction import Decision, course_of, reduce
from domain.preparation.snapshots import Snapshot
from domain.preparation.values import Value
from domain.schedule.state import Locale
from services.device_words import device_words
from services.recall_decisions import similar_decisions
from services.record_word import recommended_values
from storage.prep_snapshots import load_snapshots
from storage.preparations import (
    HistoryQuery,
    PreparationRecord,
    list_history,
    list_preparations,
    load_preparation,
)


@dataclass(frozen=True, slots=True)
class PreparationNow:
    """A preparation with what happened in it.

    Attributes:
        snapshots: the rows, in the order in which they were stored.
        devices: by the place of each row whose values are for devices, what they said to it.
    """

    record: PreparationRecord
    snapshots: tuple[Snapshot, ...]
    devices: Mapping[int, DeviceWord] = field(default_factory=dict)

    @property
    def decision(self) -> Decision | None:
        """What was decided in it so far."""
        return reduce(self.record.session, self.snapshots)

    @property
    def values(self) -> dict[str, Value]:
        """What holds in the room, as far as it is known."""
        return course_of(self.snapshots).values

    @property
    def recommended(self) -> dict[str, Value]:
        """The newest recommendation; nothing where none was made."""
        return recommended_values(self.snapshots)


@dataclass(frozen=True, slots=True)
class PreparationContext:
    """What whoever asks a model for a preparation is told.

    Attributes:
        decisions: the similar ones, the most similar first.
        message: what the model is asked, with the decisions behind it.
        current_temp: the outdoor temperature by which they are ordered.
        locale: language of what is told.
    """

    record: PreparationRecord
    decisions: tuple[Decision, ...]
    message: str
    current_temp: float | None
    locale: Locale


async def read_preparation(owner: str, engine: AsyncEngine, preparation_id: str) -> PreparationNow:
    """A preparation as it stands.

    Raises:
        PreparationNotFound: this owner has no such preparation.
    """
    async with engine.connect() as conn:
        record = await load_preparation(owner, conn, preparation_id)
        rows = await load_snapshots(owner, conn, [record.id])
        words = await device_words(owner, conn, record)
    return PreparationNow(record, rows.get(record.id, ()), words)


async def read_preparations(owner: str, engine: AsyncEngine, before: str | None, limit: int) -> list[PreparationRecord]:
    """A page of the owner's preparations, newest first."""
    async with engine.connect() as conn:
        return await list_preparations(owner, conn, before, limit)


async def read_context(
    owner: str,
    engine: AsyncEngine,
    preparation_id: str,
    now: datetime,
    current_temp: float | None = None,
    message: str = "",
    locale: Locale | None = None,
) -> PreparationContext:
    """What a preparation is told of its booker's decisions, counted back from its trigger, or from now before that.

    Args:
        current_temp: outdoors, in °C; None for the temperature that the preparation has.
        message: what the model is asked.
        locale: language of what is told; None for that of the preparation.

    Raises:
        PreparationNotFound: this owner has no such preparation.
    """
    async with engine.connect() as conn:
        record = await load_preparation(owner, conn, preparation_id)
        facts = record.session
        temp = facts.weather_temp if current_temp is None else current_temp
        found = await similar_decisions(owner, conn, record, min(now, facts.prep_trigger_at), temp)
    spoken = locale or record.locale
    told = briefing(message, facts.booker_name or facts.booker_id, found, temp, spoken)
    return PreparationContext(record, found, told, temp, spoken)


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """What was decided in a preparation that counts as history; None where nothing was."""

    id: str
    decision: Decision | None
    locale: Locale


async def read_history(
    owner: str, engine: AsyncEngine, wanted: HistoryQuery, before: str | None, limit: int
) -> list[HistoryEntry]:
    """A page of the preparations that count as history, newest first."""
    async with engine.connect() as conn:
        found = await list_history(owner, conn, wanted, before, limit)
        rows = await load_snapshots(owner, conn, [record.id for record in found])
    return [HistoryEntry(one.id, reduce(one.session, rows.get(one.id, ())), one.locale) for one in found]
