"""Undo a commit: what it changed becomes as it was, or nothing does (rules UNDO-1 to UNDO-6)."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.commit.changes import CommitChange, names_in
from domain.commit.images import Images
from domain.commit.problem import Problem, depended_on
from domain.commit.undo import ItemNow, RowsNow, dependents
from domain.errors import NotApplied
from storage.commit_rows import load_event_images, load_section_images, lock_items, write_images
from storage.commits import (
    CommitRecord,
    load_commit,
    load_images,
    lock_commit,
    mark_undone,
    note_undo_refusal,
    standing_after,
)
from storage.terms import raise_version


@dataclass(frozen=True, slots=True)
class UndoOrder:
    """Which commit is to be undone, and who asks for it.

    Attributes:
        attempt: id of this request; a refusal is remembered under it.
        actor: the visible prefix of an API key, or ``login``.
    """

    commit_id: str
    attempt: str
    actor: str


async def undo_commit(owner: str, engine: AsyncEngine, order: UndoOrder, now: datetime) -> CommitRecord:
    """The commit as it then is: undone, or as it was with the reason under the attempt.

    Asked again it changes nothing more; so does undoing what is undone.

    Raises:
        NotFound: this owner has no such commit.
        NotApplied: it was refused, so there is nothing to undo.
    """
    async with engine.begin() as conn:
        commit = await lock_commit(owner, conn, order.commit_id)
        check_undoable(commit)
        if commit.status == "undone" or order.attempt in commit.undo_refusals:
            return commit
        images = await load_images(owner, conn, order.commit_id)
        problem = await _obstacle(owner, conn, commit, images)
        if problem is None:
            await _take_back(owner, conn, commit, images, order.actor, now)
        else:
            told = problem.model_dump(mode="json")
            await note_undo_refusal(owner, conn, order.commit_id, order.attempt, told)
        return await load_commit(owner, conn, order.commit_id)


def check_undoable(commit: CommitRecord) -> None:
    """Let a commit pass that was applied once.

    Raises:
        NotApplied: it was refused.
    """
    if commit.status == "refused":
        raise NotApplied(f"commit {commit.id!r} was refused and wrote nothing: there is nothing to undo")


async def _obstacle(owner: str, conn: AsyncConnection, commit: CommitRecord, images: Images) -> Problem | None:
    rows = await _rows_now(owner, conn, commit.term_id, images)
    names = names_in(map(CommitChange.model_validate, commit.changes))
    found = dependents(images, rows, commit.locale, names, await _later(owner, conn, commit))
    return depended_on(commit.locale, found) if found else None


async def _later(owner: str, conn: AsyncConnection, commit: CommitRecord) -> dict[str, str]:
    """The last commit that stands and changed an event or an item after this one, by the id of either."""
    return {
        row_id: later.id
        for later in await standing_after(owner, conn, commit.term_id, commit.id)
        for change in map(CommitChange.model_validate, later.changes)
        for row_id in (change.event_id, change.item_id)
        if row_id is not None
    }


async def _rows_now(owner: str, conn: AsyncConnection, term_id: str, images: Images) -> RowsNow:
    items = await lock_items(owner, conn, [touched.row_id for touched in images.items])
    made = {touched.row_id for touched in images.events if touched.before is None}
    theirs = {item.event_id for item in items.values() if item.event_id}
    theirs |= {touched.after.event_id for touched in images.sections if touched.before is None and touched.after}
    sections = await load_section_images(
        owner,
        conn,
        term_id,
        row_ids=[touched.row_id for touched in images.sections],
        event_ids=made | theirs,
        places=[t.before.place for t in images.sections if t.after is None and t.before is not None],
    )
    named = {event_id for row in sections.values() for event_id in (row.event_id, row.guest_event_id) if event_id}
    events = await load_event_images(owner, conn, made | theirs | named)
    return RowsNow(events, sections, {item.id: ItemNow(item.content, item.status) for item in items.values()})


async def _take_back(
    owner: str, conn: AsyncConnection, commit: CommitRecord, images: Images, actor: str, now: datetime
) -> None:
    if images != Images():
        await write_images(owner, conn, commit.term_id, images.reversed)
        await raise_version(owner, conn, commit.term_id)
    await mark_undone(owner, conn, commit.id, actor, now)
