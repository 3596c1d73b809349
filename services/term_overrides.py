"""Hold days of a term as other days, and take that back (rules OVERRIDE-1 to OVERRIDE-14)."""

import asyncio
from dataclasses import dataclass
from datetime import date

from pydantic import BaseModel, ConfigDict
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import NotFound
from domain.schedule.state import Locale
from domain.term.calendar import Term
from domain.term.overrides import Override, StandingOverride, day_plan
from domain.term.overrides_proposals import Proposal, open_proposals, proposals
from domain.timetable.course import Timetable
from domain.timetable.decision import Decision, decision
from domain.timetable.difference import Difference
from domain.timetable.overriding import Overriding, courses_by_day
from services.once import id_once
from services.replace_timetable import displaced_error, new_row_ids, write_replacement
from services.ulids import ascending_ulids
from storage.clock import database_clock
from storage.idempotency import add_to_answer, load_answer
from storage.overrides import load_overrides, save_overrides
from storage.term_rows import load_term_rows
from storage.terms import load_term, lock_term, raise_version

_OPERATION = "change_overrides"


class OverrideChange(BaseModel):
    """What is to be decided of days of a term.

    Attributes:
        accepted: days that are held otherwise from now on; where one of them was already, this counts.
        removed: days that have their own courses again.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    accepted: tuple[Override, ...] = ()
    removed: tuple[date, ...] = ()


class OverridesChanged(BaseModel):
    """What became of the overrides of a term, or would.

    Attributes:
        timetable_version: of its timetable then; the same as before where no course changed.
        overrides: all that are in force then, by their days.
        difference: the courses that change, and the tasks that lose their places.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    timetable_version: int
    overrides: tuple[Override, ...]
    difference: Difference


@dataclass(frozen=True, slots=True)
class Proposed:
    """A proposal, and what is in force on its day by now."""

    proposal: Proposal
    standing: Override | None


async def list_overrides(owner: str, engine: AsyncEngine, term_id: str) -> tuple[Override, ...]:
    """The overrides in force in a term, by their days.

    Raises:
        NotFound: this owner has no such term.
    """
    async with engine.connect() as conn:
        await load_term(owner, conn, term_id)
        return tuple(one.override for one in await load_overrides(owner, conn, term_id))


async def find_override(owner: str, engine: AsyncEngine, term_id: str, day: date) -> Override:
    """The override of a day.

    Raises:
        NotFound: this owner has no such term, or the day is held as itself.
    """
    found = await list_overrides(owner, engine, term_id)
    override = next((one for one in found if one.day == day), None)
    if override is None:
        raise _not_found(day)
    return override


async def propose_overrides(owner: str, engine: AsyncEngine, term_id: str, locale: Locale) -> tuple[Proposed, ...]:
    """What the public calendar proposes for a term (rule OVERRIDE-10).

    Raises:
        NotFound: this owner has no such term.
    """
    async with engine.connect() as conn:
        overriding = await _overriding(owner, conn, term_id)
    made = await asyncio.to_thread(lambda: proposals(overriding.term, overriding.names_by_day(), locale))
    standing = {one.override.day: one.override for one in overriding.standing}
    return tuple(Proposed(one, standing.get(one.override.day)) for one in made)


async def count_proposals(
    owner: str, engine: AsyncEngine, term: Term, term_id: str | None, timetable: Timetable
) -> int:
    """On how many undecided days the public calendar would change the courses of a file (rule OVERRIDE-15)."""
    standing: tuple[StandingOverride, ...] = ()
    if term_id is not None:
        async with engine.connect() as conn:
            standing = await load_overrides(owner, conn, term_id)
    plan = day_plan(term, (one.override for one in standing))

    def count() -> int:
        names = courses_by_day((course.name, course.cells()) for course in timetable.courses)
        return sum(1 for _ in open_proposals(proposals(term, names, "zh-CN"), plan, term))

    return await asyncio.to_thread(count)


async def change_overrides(
    owner: str,
    engine: AsyncEngine,
    term_id: str,
    change: OverrideChange,
    *,
    displace: bool = False,
    dry_run: bool = False,
    idempotency_key: str | None = None,
) -> OverridesChanged:
    """Accept and remove overrides, all of them in one transaction or nothing (rules OVERRIDE-4 to OVERRIDE-6).

    Args:
        displace: whether tasks may lose their places.
        dry_run: tell only what would change.
        idempotency_key: the caller's; the same key gives the first answer.

    Raises:
        OutOfTerm, InvalidInput: a day cannot be held so.
        NotFound: this owner has no such term, or a day to be removed has no override.
        TasksDisplaced: tasks would lose their places, and may not.
        IdempotencyKeyReused: the key came with another change before.
    """
    asked = _Change(owner, term_id, change)
    if dry_run:
        async with engine.connect() as conn:
            version = (await load_term(owner, conn, term_id)).timetable_version
            return _told(await asked.worked_out(conn), version)
    async with engine.begin() as conn:
        [mark] = ascending_ulids(1)
        body = {"term_id": term_id, "displace": displace, **change.model_dump(mode="json")}
        if await id_once(owner, conn, _OPERATION, idempotency_key, body, mark) != mark:
            first = await load_answer(owner, conn, _OPERATION, idempotency_key or "")
            return OverridesChanged.model_validate(first["changed"])
        changed = await asked.carried_out(conn, displace=displace)
        if idempotency_key is not None:
            told = {"changed": changed.model_dump(mode="json")}
            await add_to_answer(owner, conn, _OPERATION, idempotency_key, told)
        return changed


def _told(made: Decision, version: int) -> OverridesChanged:
    return OverridesChanged(
        timetable_version=version,
        overrides=tuple(one.override for one in made.standing),
        difference=made.found.difference,
    )


@dataclass(frozen=True, slots=True)
class _Change:
    """A change of the overrides of a term."""

    owner: str
    term_id: str
    change: OverrideChange

    async def carried_out(self, conn: AsyncConnection, *, displace: bool) -> OverridesChanged:
        """Write the change into a term that nobody else changes meanwhile."""
        version = (await lock_term(self.owner, conn, self.term_id)).timetable_version
        made = await self.worked_out(conn)
        difference = made.found.difference
        if difference.displaced and not displace:
            raise displaced_error(self.term_id, difference.displaced, "changed", "ask")
        await write_replacement(self.owner, conn, self.term_id, made.found)
        await save_overrides(self.owner, conn, self.term_id, made.standing)
        if not difference.is_empty:
            version = await raise_version(self.owner, conn, self.term_id)
        return _told(made, version)

    async def worked_out(self, conn: AsyncConnection) -> Decision:
        """What would change."""
        overriding = await _overriding(self.owner, conn, self.term_id)
        overrides = self._overrides(overriding)
        # The largest timetable has thousands of rows; the loop has others to serve.
        return await asyncio.to_thread(decision, overriding, overrides, new_row_ids, await database_clock(conn))

    def _overrides(self, overriding: Overriding) -> list[Override]:
        decided = {one.override.day: one.override for one in overriding.standing}
        for day in self.change.removed:
            if decided.pop(day, None) is None:
                raise _not_found(day)
        decided |= {one.day: one.checked(overriding.term) for one in self.change.accepted}
        return list(decided.values())


async def _overriding(owner: str, conn: AsyncConnection, term_id: str) -> Overriding:
    record = await load_term(owner, conn, term_id)
    held = await load_term_rows(owner, conn, term_id)
    return Overriding(record.term, held, await load_overrides(owner, conn, term_id))


def _not_found(day: date) -> NotFound:
    return NotFound(f"{day} has no override: it is held as itself already")
