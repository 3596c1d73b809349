"""Confirm a preview: all that it wants is written into the timetable, or nothing is (rules CONFIRM-1 to CONFIRM-8)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.commit.admission import SessionNow, admit
from domain.commit.changes import CommitChange, changes_of, summary_of
from domain.commit.images import EventImage, Images, RowsBefore, SectionImage, images_of
from domain.commit.merge import LiveItem
from domain.commit.problem import Problem, conflicting
from domain.errors import Conflict, PreviewNotFound
from domain.schedule.row_diff import RowDiff, diff_rows
from domain.schedule.rows import EventRow
from domain.schedule.state import Locale, ScheduleState
from services.merge_preview import MergedPreview, merge_preview
from services.ulids import ascending_ulids
from storage.commit_bases import ConfirmBase, lock_confirm, read_session_now
from storage.commit_rows import load_event_images, load_section_images, lock_items, write_images
from storage.commits import CommitRecord, insert_commit, load_commit
from storage.terms import raise_version

_NOTHING = Images()


@dataclass(frozen=True, slots=True)
class Confirm:
    """What is to be confirmed, and who asks for it.

    Attributes:
        commit_id: of the commit that it becomes.
        actor: the visible prefix of an API key, or ``login``.
    """

    commit_id: str
    session_id: str
    revision: int
    actor: str


async def confirm_preview(owner: str, engine: AsyncEngine, confirm: Confirm, now: datetime) -> CommitRecord:
    """The commit that came of it, applied or refused; asked again, the one that there is.

    Raises:
        NotFound: this owner's session has no such revision.
    """
    async with engine.begin() as conn:
        base = await lock_confirm(owner, conn, confirm.session_id, confirm.revision)
        session = await read_session_now(owner, conn, confirm.session_id, confirm.commit_id)
        if session.is_done:
            return await load_commit(owner, conn, confirm.commit_id)
        return await _Confirming(owner, conn, confirm, base, now).carried_out(session)


@dataclass(frozen=True)
class _Confirming:
    """One confirm inside its transaction."""

    owner: str
    conn: AsyncConnection
    confirm: Confirm
    base: ConfirmBase
    now: datetime

    async def carried_out(self, session: SessionNow) -> CommitRecord:
        """The commit, stored with all that it writes."""
        state = ScheduleState.model_validate_json(self.base.state)
        try:
            admit(session, self.confirm.revision)
        except (Conflict, PreviewNotFound) as refusal:
            return await self._refused(state.locale, Problem.of(refusal))
        return await self._merged(state, session)

    async def _merged(self, state: ScheduleState, session: SessionNow) -> CommitRecord:
        merged = await merge_preview(self.owner, self.conn, self.base, state, session)
        if merged.merge.conflicts:
            return await self._refused(state.locale, conflicting(state.locale, merged.merge.conflicts))
        return await self._applied(merged)

    async def _applied(self, merged: MergedPreview) -> CommitRecord:
        live, target = merged.merge.live, merged.merge.target
        diff = await self._without_wider(diff_rows(live, target), merged.events)
        made = self._made(diff)
        images = await self._images(diff, made, merged.events)
        await self._lock_others(images, merged.items)
        new_ids = {item_id: event.id for item_id, event in made.items()}
        changes = changes_of(live, target, new_ids, merged.item_of_event)
        version = self.base.term.timetable_version
        if images != _NOTHING:
            await write_images(self.owner, self.conn, self.base.term.id, images)
            version = await raise_version(self.owner, self.conn, self.base.term.id)
        return await self._stored(self._record(live.locale, changes, version), images)

    async def _without_wider(self, diff: RowDiff, events: Sequence[EventRow]) -> RowDiff:
        """Events that stand on other days too lose their sections on these days only (rule CONFIRM-6)."""
        if not diff.events_deleted:
            return diff
        ids, here = set(diff.events_deleted), {row.id for event in events for row in event.sections}
        rows = await load_section_images(self.owner, self.conn, self.base.term.id, event_ids=ids)
        beyond = {event_id for row in rows.values() if row.id not in here for event_id in _names(row) & ids}
        kept = tuple(event_id for event_id in diff.events_deleted if event_id not in beyond)
        return RowDiff(**{**{name: getattr(diff, name) for name in RowDiff.__slots__}, "events_deleted": kept})

    def _made(self, diff: RowDiff) -> dict[str, EventImage]:
        """The events to be made, by item."""
        ids = ascending_ulids(len(diff.events_created))
        return {
            new.item_id: EventImage(id=event_id, name=new.name, item_id=new.item_id, created_at=self.now)
            for event_id, new in zip(ids, diff.events_created, strict=True)
        }

    async def _images(self, diff: RowDiff, made: Mapping[str, EventImage], events: Iterable[EventRow]) -> Images:
        leaving = await load_event_images(self.owner, self.conn, diff.events_deleted)
        rows = (
            SectionImage(**{name: getattr(row, name) for name in SectionImage.model_fields})
            for event in events
            for row in event.sections
        )
        before = RowsBefore({row.place: row for row in rows}, leaving, made)
        return images_of(diff, before, iter(ascending_ulids(len(diff.sections_inserted))))

    async def _lock_others(self, images: Images, items: Mapping[str, LiveItem]) -> None:
        """Items that the preview knows as tasks of the timetable only are locked too before they are written."""
        others = [touched.row_id for touched in images.items if touched.row_id not in items]
        if others:
            await lock_items(self.owner, self.conn, others)

    async def _refused(self, locale: Locale, problem: Problem) -> CommitRecord:
        record = self._record(locale, (), None, problem)
        return await self._stored(record, _NOTHING)

    async def _stored(self, record: CommitRecord, images: Images) -> CommitRecord:
        await insert_commit(self.owner, self.conn, record, images)
        return record

    def _record(
        self, locale: Locale, changes: Sequence[CommitChange], version: int | None, problem: Problem | None = None
    ) -> CommitRecord:
        return CommitRecord(
            id=self.confirm.commit_id,
            term_id=self.base.term.id,
            kind="confirm",
            status="refused" if problem else "applied",
            actor=self.confirm.actor,
            locale=locale,
            created_at=self.now,
            session_id=self.confirm.session_id,
            revision=self.confirm.revision,
            summary=problem.message if problem else summary_of(locale, changes),
            changes=[change.model_dump(mode="json") for change in changes],
            problem=problem.model_dump(mode="json") if problem else None,
            timetable_version=version,
        )


def _names(row: SectionImage) -> set[str]:
    return {row.event_id, row.guest_event_id or row.event_id}
