"""Removing terms (rule EDGE-24)."""

import asyncio
from datetime import UTC, date, datetime

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import InUse, NotFound, VersionMismatch
from domain.schedule.rows import EventRow, SectionRow
from domain.term.calendar import Term
from services.add_class import add_class
from services.class_forms import NewClass
from services.delete_term import delete_term
from services.make_term import make_term
from services.open_session import open_session
from services.ulids import ascending_ulids
from storage.classes import StoredClass, load_class
from storage.runs import RunRecord, insert_run
from storage.schedule import insert_event
from storage.tables import schedule_events, schedules, task_items, terms
from storage.terms import raise_version

TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
NOW = datetime(2026, 9, 7, 8, 0, tzinfo=UTC)


async def filled_term(engine: AsyncEngine, owner: str) -> tuple[str, StoredClass]:
    """A term with a course, in which the first item of a class is a guest, and the class."""
    term = await make_term(owner, engine, TERM)
    group = await add_class(owner, engine, NewClass.model_validate({"name": "概率论", "items": ["一", "二"]}))
    item = group.record.row.items[0]
    course, guest, row = ascending_ulids(3)
    async with engine.begin() as conn:
        await insert_event(owner, conn, term.id, EventRow(guest, "task", "一", item_id=item.id))
        rows = (SectionRow(row, course, 3, 2, 5, guest),)
        await insert_event(owner, conn, term.id, EventRow(course, "course", "体育", True, sections=rows))
        await conn.execute(update(task_items).where(task_items.c.id == item.id).values(status="arranged"))
    return term.id, group


async def counts(engine: AsyncEngine) -> list[int]:
    async with engine.connect() as conn:
        tables = (terms, schedule_events, schedules)
        return [await conn.scalar(select(func.count()).select_from(table)) or 0 for table in tables]


async def test_all_that_stands_goes_and_its_tasks_wait_again(engine: AsyncEngine, owner: str) -> None:
    """The version of their class tells that something became different; another term keeps all it has."""
    term_id, group = await filled_term(engine, owner)
    _, untouched = await filled_term(engine, owner)
    await delete_term(owner, engine, term_id, 1)
    assert await counts(engine) == [1, 2, 1]
    async with engine.connect() as conn:
        left = await load_class(owner, conn, group.id)
        kept = await load_class(owner, conn, untouched.id)
    assert left.record == group.record
    assert left.version == 2
    assert [item.status for item in kept.record.row.items] == ["arranged", "pending"]
    assert kept.version == 1


async def test_another_version_than_the_one_seen_is_kept(engine: AsyncEngine, owner: str) -> None:
    """Nothing is removed in part; without a version whichever there is goes."""
    term_id, _ = await filled_term(engine, owner)
    async with engine.begin() as conn:
        await raise_version(owner, conn, term_id)
    with pytest.raises(VersionMismatch, match="has version 2, not 1"):
        await delete_term(owner, engine, term_id, 1)
    assert await counts(engine) == [1, 2, 1]
    await delete_term(owner, engine, term_id)
    assert await counts(engine) == [0, 0, 0]


async def test_a_term_with_a_run_stays_whole(engine: AsyncEngine, owner: str) -> None:
    """Also where the run has ended long ago; its tasks stay arranged."""
    term_id, group = await filled_term(engine, owner)
    session = await open_session(owner, engine, NOW)
    [run_id] = ascending_ulids(1)
    async with engine.begin() as conn:
        await insert_run(owner, conn, RunRecord(run_id, session.id, term_id, "plan", 1, {}, NOW))
    with pytest.raises(InUse, match=f"term '{term_id}' is used by a run: keep it"):
        await delete_term(owner, engine, term_id, 1)
    assert await counts(engine) == [1, 2, 1]
    async with engine.connect() as conn:
        assert (await load_class(owner, conn, group.id)).record.row.items[0].status == "arranged"


async def test_of_two_at_a_time_one_removes_it(engine: AsyncEngine, owner: str) -> None:
    """The other finds nothing."""
    term_id, _ = await filled_term(engine, owner)
    outcomes = await asyncio.gather(*(delete_term(owner, engine, term_id, 1) for _ in range(2)), return_exceptions=True)
    assert [type(outcome) for outcome in outcomes if outcome] == [NotFound]
    assert await counts(engine) == [0, 0, 0]
