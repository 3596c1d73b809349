"""What programs told of a person, by key and with the instant as of which it holds (rules MEMORY-12 to MEMORY-14)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.person.facts import Fact, Facts
from storage.json_texts import restored, storable
from storage.refusals import not_found, refusing
from storage.tables import profiles
from storage.terms import ZONE_CHANNEL

_SECTIONS = ("profile", "preferences", "commitments")


@dataclass(frozen=True, slots=True)
class ProfileRecord:
    """All that was told of a person.

    Attributes:
        commitments: by key the id of the memory that what was told became.
    """

    profile: Facts
    preferences: Facts
    commitments: Facts
    updated_at: datetime


async def ensure_profile(owner: str, conn: AsyncConnection, at: datetime) -> None:
    """Let the owner have a profile, empty unless there is one.

    Raises:
        NotFound: no such owner.
    """
    empty: dict[str, Any] = {section: {} for section in _SECTIONS}
    making = insert(profiles).values(user_id=owner, updated_at=at, **empty).on_conflict_do_nothing()
    async with refusing(conn, {"fk_profiles_user_id": not_found("user", owner)}):
        await conn.execute(making)


async def load_profile(owner: str, conn: AsyncConnection, *, lock: bool = False) -> ProfileRecord | None:
    """The profile; with ``lock`` nobody else changes it until this transaction ends. None where nothing was told."""
    query = select(profiles).where(profiles.c.user_id == owner)
    row = (await conn.execute(query.with_for_update() if lock else query)).one_or_none()
    if row is None:
        return None
    profile, preferences, commitments = (_facts(row._mapping[section]) for section in _SECTIONS)
    return ProfileRecord(profile, preferences, commitments, row.updated_at)


async def save_profile(owner: str, conn: AsyncConnection, record: ProfileRecord) -> None:
    """Store a profile that was loaded with ``lock`` as it now is; one that is not there is passed over."""
    values = {section: _stored(getattr(record, section)) for section in _SECTIONS}
    saving = update(profiles).where(profiles.c.user_id == owner)
    notified = func.pg_notify(ZONE_CHANNEL, owner)
    await conn.execute(saving.values(updated_at=record.updated_at, **values).returning(notified))


def _stored(facts: Facts) -> dict[str, Any]:
    return storable({key: {"at": fact.at.isoformat(), "value": fact.value} for key, fact in facts.items()})


def _facts(stored: dict[str, Any]) -> dict[str, Fact]:
    return {key: _fact(told) for key, told in restored(stored).items()}


def _fact(told: dict[str, Any]) -> Fact:
    value = told["value"]
    return Fact(datetime.fromisoformat(told["at"]), tuple(value) if isinstance(value, list) else value)
