"""Take a task that was not done out of the timetable: it waits again (rule READ-7)."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.commit.changes import CommitChange
from domain.commit.images import EventImage, Images, SectionImage
from domain.commit.merge import LiveItem
from domain.commit.not_done import change_of, taken_out
from domain.commit.problem import Problem
from domain.commit.wording import standing_text, tell
from domain.errors import DaywrightError, InUse, NotArranged
from domain.refine.wording import locale_of
from domain.schedule.state import Locale
from storage.commit_rows import load_event_images, load_section_images, lock_items, write_images
from storage.commits import CommitRecord, find_commit, insert_commit
from storage.placed_items import term_of_item
from storage.terms import lock_term, raise_version


@dataclass(frozen=True, slots=True)
class NotDone:
    """Which task was not done, and who says so.

    Attributes:
        commit_id: of the commit that it becomes.
        term_id: the term in which the task stood when it was asked for.
        actor: the visible prefix of an API key, or ``login``.
    """

    commit_id: str
    item_id: str
    term_id: str
    actor: str


async def take_out(owner: str, engine: AsyncEngine, order: NotDone, now: datetime) -> CommitRecord:
    """The commit that came of it, applied or refused; asked again, the one that there is.

    Raises:
        NotFound: this owner has no such term.
    """
    async with engine.begin() as conn:
        await lock_term(owner, conn, order.term_id)
        done = await find_commit(owner, conn, order.commit_id)
        if done is not None:
            return done
        item = (await lock_items(owner, conn, [order.item_id])).get(order.item_id)
        locale = locale_of(f"{item.class_name} {item.content}") if item else "en"
        record, images = await _carried_out(owner, conn, order, item, locale, now)
        await insert_commit(owner, conn, record, images)
        return record


async def _carried_out(
    owner: str, conn: AsyncConnection, order: NotDone, item: LiveItem | None, locale: Locale, now: datetime
) -> tuple[CommitRecord, Images]:
    is_here = item is not None and await term_of_item(owner, conn, item.id) == order.term_id
    event = next(iter((await load_event_images(owner, conn, [], [order.item_id])).values()), None)
    if event is None or not is_here:
        return _refused(order, locale, now, not_arranged(order.item_id)), Images()
    rows = (await load_section_images(owner, conn, order.term_id, event_ids=[event.id])).values()
    if any(row.event_id == event.id and row.guest_event_id for row in rows):
        return _refused(order, locale, now, _hosting(event)), Images()
    images, change = taken_out(event, rows), change_of(event, rows, await _host(owner, conn, event, rows))
    await write_images(owner, conn, order.term_id, images)
    version = await raise_version(owner, conn, order.term_id)
    return _applied(order, locale, now, change, version), images


async def _host(
    owner: str, conn: AsyncConnection, event: EventImage, rows: Collection[SectionImage]
) -> EventImage | None:
    others = {row.event_id for row in rows} - {event.id}
    return next(iter((await load_event_images(owner, conn, others)).values()), None)


def not_arranged(item_id: str) -> NotArranged:
    """The refusal for a task that waits already."""
    return NotArranged(f"task {item_id!r} stands in no timetable: it waits already", item_id=item_id)


def _hosting(event: EventImage) -> InUse:
    return InUse(f"other tasks are embedded in {event.name!r}: move them first", event_id=event.id)


def _applied(order: NotDone, locale: Locale, now: datetime, change: CommitChange, version: int) -> CommitRecord:
    place = standing_text(locale, change.before)
    return CommitRecord(
        id=order.commit_id,
        term_id=order.term_id,
        kind="not_done",
        status="applied",
        actor=order.actor,
        locale=locale,
        created_at=now,
        summary=tell(locale, "not_done", task=change.task, place=place),
        changes=[change.model_dump(mode="json")],
        timetable_version=version,
    )


def _refused(order: NotDone, locale: Locale, now: datetime, refusal: DaywrightError) -> CommitRecord:
    return CommitRecord(
        id=order.commit_id,
        term_id=order.term_id,
        kind="not_done",
        status="refused",
        actor=order.actor,
        locale=locale,
        created_at=now,
        summary=refusal.message,
        problem=Problem.of(refusal).model_dump(mode="json"),
    )
