"""Let a term hold the courses of a file, and tasks stay where they can (rules IMPORT-29 to IMPORT-31)."""

import asyncio
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.commit.images import Images
from domain.errors import TasksDisplaced
from domain.term.calendar import Term
from domain.timetable.course import Timetable
from domain.timetable.difference import Difference, DisplacedTask
from domain.timetable.held import HeldTerm
from domain.timetable.replacement import Replacement, replacement
from services.ulids import ascending_ulids
from storage.clock import database_clock
from storage.commit_rows import lock_items, write_images
from storage.term_rows import load_term_rows, terms_like

_TOLD = 3


async def look_at_replacement(
    owner: str, conn: AsyncConnection, term_id: str, timetable: Timetable
) -> Replacement | None:
    """What has to change so that a term holds a timetable; None where nothing stands in it."""
    held = await load_term_rows(owner, conn, term_id)
    return await _worked_out(conn, held, timetable) if held.events else None


async def replace_timetable(
    owner: str, conn: AsyncConnection, term_id: str, timetable: Timetable, *, displace: bool
) -> Difference | None:
    """Change a term that the caller has locked; None where nothing stood in it.

    Args:
        displace: whether tasks may lose their places.

    Raises:
        TasksDisplaced: some would, and may not.
    """
    held = await load_term_rows(owner, conn, term_id)
    found = await _worked_out(conn, held, timetable)
    displaced = found.difference.displaced
    if displaced and not displace:
        raise _displaced(term_id, displaced)
    if found.images != Images():
        await lock_items(owner, conn, [task.item_id for task in displaced if task.item_id is not None])
        await write_images(owner, conn, term_id, found.images)
    return found.difference if held.events else None


async def term_with(owner: str, conn: AsyncConnection, term: Term, timetable: Timetable) -> str | None:
    """The newest term with the same beginning, zone and sections that holds the very same courses, if there is one."""
    number = len(timetable.courses) + len(timetable.timed_events)
    for record in await terms_like(owner, conn, term, number):
        found = await look_at_replacement(owner, conn, record.id, timetable)
        if found is not None and found.difference.is_empty:
            return record.id
    return None


async def _worked_out(conn: AsyncConnection, held: HeldTerm, timetable: Timetable) -> Replacement:
    # The largest timetable has thousands of rows; the loop has others to serve.
    return await asyncio.to_thread(_replacement, held, timetable, await database_clock(conn))


def _replacement(held: HeldTerm, timetable: Timetable, now: datetime) -> Replacement:
    cells = sum(1 for course in timetable.courses for _ in course.cells())
    ids = ascending_ulids(len(timetable.courses) + len(timetable.timed_events) + cells)
    return replacement(held, timetable, iter(ids), now)


def _displaced(term_id: str, displaced: tuple[DisplacedTask, ...]) -> TasksDisplaced:
    told = " ".join(task.message for task in displaced[:_TOLD]) + (" …" if len(displaced) > _TOLD else "")
    message = (
        f"{len(displaced)} tasks of term {term_id!r} would lose their place, so nothing was imported: {told} "
        "Move them first, or import again with displace (--displace)"
    )
    return TasksDisplaced(message, term_id=term_id, displaced=[task.model_dump(mode="json") for task in displaced])
