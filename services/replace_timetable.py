"""Let a term hold the courses of a file, and tasks stay where they can (IMPORT-29 to IMPORT-31, OVERRIDE-7)."""

import asyncio
from collections.abc import Iterator
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.commit.images import Images
from domain.errors import Conflict, TasksDisplaced
from domain.term.calendar import Term
from domain.term.overrides import StandingOverride
from domain.timetable.course import Timetable
from domain.timetable.difference import Difference, DisplacedTask
from domain.timetable.held import HeldTerm
from domain.timetable.overriding import Overriding, held_after, imported_rows, kept_rows, overridden_timetable
from domain.timetable.replacement import Replacement, replacement
from domain.timetable.task_rows import crowded_out
from services.ulids import ascending_ulids
from storage.clock import database_clock
from storage.commit_rows import lock_items, write_images
from storage.overrides import load_overrides, save_overrides
from storage.term_rows import load_term_rows, terms_like
from storage.terms import load_term

_TOLD = 3


async def look_at_replacement(
    owner: str, conn: AsyncConnection, term_id: str, timetable: Timetable
) -> Replacement | None:
    """What has to change so that a term holds a timetable; None where nothing stands in it.

    Raises:
        Conflict: a task of the file has no place on a day that is held otherwise (rule OVERRIDE-8).
    """
    held = await load_term_rows(owner, conn, term_id)
    found, _ = await _worked_out(owner, conn, term_id, held, timetable)
    return found if held.events else None


async def replace_timetable(
    owner: str, conn: AsyncConnection, term_id: str, timetable: Timetable, *, displace: bool
) -> Difference | None:
    """Change a term that the caller has locked; None where nothing stood in it.

    Args:
        displace: whether tasks may lose their places.

    Raises:
        TasksDisplaced: some would, and may not.
        Conflict: a task of the file has no place on a day that is held otherwise (rule OVERRIDE-8).
    """
    held = await load_term_rows(owner, conn, term_id)
    found, standing = await _worked_out(owner, conn, term_id, held, timetable)
    if found.difference.displaced and not displace:
        raise displaced_error(term_id, found.difference.displaced, "imported", "import")
    await write_replacement(owner, conn, term_id, found)
    if standing:
        await save_overrides(owner, conn, term_id, standing)
    return found.difference if held.events else None


async def write_replacement(owner: str, conn: AsyncConnection, term_id: str, found: Replacement) -> None:
    """Write what has to change in a term that the caller has locked."""
    if found.images != Images():
        items = [task.item_id for task in found.difference.displaced if task.item_id is not None]
        await lock_items(owner, conn, items)
        await write_images(owner, conn, term_id, found.images)


async def term_with(owner: str, conn: AsyncConnection, term: Term, timetable: Timetable) -> str | None:
    """The newest term with the same beginning, zone and sections that holds the very same courses, if there is one."""
    number = len(timetable.courses) + len(timetable.timed_events)
    for record in await terms_like(owner, conn, term, number):
        held = await load_term_rows(owner, conn, record.id)
        if held.events and (await _worked_out(owner, conn, record.id, held, timetable))[0].difference.is_empty:
            return record.id
    return None


async def _worked_out(
    owner: str, conn: AsyncConnection, term_id: str, held: HeldTerm, timetable: Timetable
) -> tuple[Replacement, tuple[StandingOverride, ...]]:
    standing = await load_overrides(owner, conn, term_id)
    overriding = Overriding((await load_term(owner, conn, term_id)).term, held, standing)
    # The largest timetable has thousands of rows; the loop has others to serve.
    return await asyncio.to_thread(_replacement, overriding, timetable, await database_clock(conn))


def _replacement(
    overriding: Overriding, timetable: Timetable, now: datetime
) -> tuple[Replacement, tuple[StandingOverride, ...]]:
    """What changes, and the overrides with what the file says of their days.

    A file that says what stands there, such as an export, says nothing of the days behind overrides (rule OVERRIDE-8).
    """
    held = overriding.held
    found = replacement(held, timetable, new_row_ids(timetable), now)
    if not overriding.standing:
        return found, ()
    if held.events and _says_what_stands(found.difference):
        same = found.difference.model_copy(update={"courses": ()})
        return Replacement(same, Images()), overriding.standing
    wanted = overridden_timetable(timetable, overriding.plan)
    if not held.events and (task := crowded_out(wanted)) is not None:
        raise Conflict(
            f"{task.name!r} of the file stands where the courses of a day that is held otherwise do not let it: remove "
            "the overrides of the term first, or import the file into a new term"
        )
    found = replacement(held, wanted, new_row_ids(wanted), now)
    after = held_after(held, found.images)
    rows = imported_rows(overriding.original(), after, timetable.courses, new_row_ids(timetable))
    return found, kept_rows(overriding.term, (one.override for one in overriding.standing), rows)


def _says_what_stands(difference: Difference) -> bool:
    """Whether a file has all that takes place; courses whose days are all without classes stand in no file."""
    gone = (one.kind == "removed" and one.before is not None and not one.before.meetings for one in difference.courses)
    return not difference.timed_events and all(gone)


def new_row_ids(timetable: Timetable) -> Iterator[str]:
    """As many ids as the rows of a timetable can need."""
    return iter(ascending_ulids(timetable.events + timetable.section_rows))


def displaced_error(term_id: str, displaced: tuple[DisplacedTask, ...], done: str, again: str) -> TasksDisplaced:
    """The refusal that names tasks which may not lose their places; the words say what was not done, and what to do."""
    told = " ".join(task.message for task in displaced[:_TOLD]) + (" …" if len(displaced) > _TOLD else "")
    message = (
        f"{len(displaced)} tasks of term {term_id!r} would lose their place, so nothing was {done}: {told} "
        f"Move them first, or {again} again with displace (--displace)"
    )
    return TasksDisplaced(message, term_id=term_id, displaced=[task.model_dump(mode="json") for task in displaced])
