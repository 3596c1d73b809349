"""Confirm a preview: all that it wants is written into the timetable, or nothing is (rules CONFIRM-1 to CONFIRM-8)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.commit.admission import SessionNow, admit
from domain.commit.changes import CommitChange, changes_of, placed_by, summary_of
from domain.commit.images import EventImage, Images, RowsBefore, SectionImage, images_of
from domain.commit.merge import LiveItem, Merge, Placed, live_state, merge
from domain.commit.problem import Problem, conflicting
from domain.commit.standing import Stretch
from domain.commit.wishes import Wish, touched_of, wishes_of
from domain.errors import Conflict, PreviewNotFound
from domain.schedule.row_diff import RowDiff, diff_rows
from domain.schedule.rows import EventRow
from domain.schedule.state import Locale, ScheduleState
from domain.term.calendar import Term
from domain.term.window import Window
from services.ulids import ascending_ulids
from storage.commit_bases import ConfirmBase, lock_confirm, read_session_now
from storage.commit_rows import load_event_images, load_section_images, lock_items, write_images
from storage.commits import CommitRecord, insert_commit, load_commit
from storage.schedule import load_events
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
        wishes = wishes_of(state, touched_of(self.base.body))
        own = placed_by(commit.changes for _, commit in sorted(session.applied.items()))
        items = await lock_items(self.owner, self.conn, [wish.row_id for wish in wishes if wish.is_item])
        window = window_of(self.base.term.term, state.window, _own_places(wishes, own))
        events = await load_events(self.owner, self.conn, self.base.term.id, window)
        live = live_state(window, events, items.values(), state.locale)
        merged = merge(live, wishes, items, own)
        if merged.conflicts:
            return await self._refused(state.locale, conflicting(state.locale, merged.conflicts))
        return await self._applied(merged, events, items)

    async def _applied(self, merged: Merge, events: Sequence[EventRow], items: Mapping[str, LiveItem]) -> CommitRecord:
        diff = await self._without_wider(diff_rows(merged.live, merged.target), events)
        made = self._made(diff)
        images = await self._images(diff, made, events)
        await self._lock_others(images, items)
        of_event = {item.event_id: item.id for item in items.values() if item.event_id}
        of_event |= {event.id: event.item_id for event in events if event.item_id}
        new_ids = {item_id: event.id for item_id, event in made.items()}
        changes = changes_of(merged.live, merged.target, new_ids, of_event)
        version = self.base.term.timetable_version
        if images != _NOTHING:
            await write_images(self.owner, self.conn, self.base.term.id, images)
            version = await raise_version(self.owner, self.conn, self.base.term.id)
        return await self._stored(self._record(merged.live.locale, changes, version), images)

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


def _own_places(wishes: Iterable[Wish], own: Mapping[str, Placed]) -> list[Stretch]:
    """Where the session's own commits put what the preview speaks of."""
    theirs = (own[wish.row_id].standing for wish in wishes if wish.is_item and wish.row_id in own)
    return [place for standing in theirs for place in standing.places]


def window_of(term: Term, window: Window, places: Iterable[Stretch]) -> Window:
    """The window, or a wider one in which all the places lie too."""
    outside = [place for place in places if window.day_of(place.week, place.day_of_week) is None]
    if not outside:
        return window
    edges = [(day.week, day.day_of_week) for day in (window.day_mapping[0], window.day_mapping[-1])]
    days = [term.date_of(*edge) for edge in (*edges, *((place.week, place.day_of_week) for place in outside))]
    return Window.between(term, min(days), max(days))
