"""Import a calendar file as the timetable of a term (rules IMPORT-1 to IMPORT-12 and IMPORT-17 to IMPORT-21)."""

import asyncio
import hashlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import InvalidCalendar, TermNotEmpty
from domain.schedule.rows import EventRow, SectionRow
from domain.term.calendar import Term
from domain.timetable.choice import TermChoice
from domain.timetable.course import Course, TimedEvent, Timetable
from domain.timetable.guess import NOTHING_SAID, nothing_usable
from domain.timetable.report import ImportReport
from services.once import id_once
from services.read_in_child import FileReaders
from services.read_timetable import read_timetable
from services.ulids import ascending_ulids
from storage.schedule import EventDetails, has_events, insert_events
from storage.terms import insert_term, load_term, lock_term, raise_version
from storage.users import ensure_user

# Events a statement; preparing all of them at once would keep others waiting.
_BATCH = 500


async def import_timetable(
    owner: str,
    engine: AsyncEngine,
    *,
    content: bytes,
    choice: TermChoice = NOTHING_SAID,
    dry_run: bool = False,
    idempotency_key: str | None = None,
    readers: FileReaders | None = None,
) -> ImportReport:
    """Store the courses of a file in one transaction, in a new term of this owner or in one that is still empty.

    Args:
        content: the bytes of the file.
        choice: what is said of the term; the rest is guessed from the file.
        dry_run: report only what would be stored.
        idempotency_key: the caller's; the same key gives the report of the same term.
        readers: the children that read, which all imports of a process share.

    Raises:
        InvalidCalendar: the file is no calendar, breaks a bound, or holds nothing that can be stored.
        InvalidTerm: what is said and what is guessed make no term.
        NotFound: this owner has no such term, or the term that the key made has been removed.
        TermNotEmpty: something stands in the timetable of the term already.
        IdempotencyKeyReused: the key came with another file or another choice before.
        RateLimited, Unavailable: other files are being read.
    """
    asked = _Import(owner, engine, content, choice, idempotency_key)
    term, timetable = await asked.read(readers or FileReaders())
    if not (timetable.courses or timetable.timed_events):
        raise _nothing_in(term, timetable)
    term_id = await asked.looked_at() if dry_run else await asked.stored(term, timetable)
    return ImportReport(
        term_id=term_id,
        term=term,
        courses=timetable.courses,
        timed_events=timetable.timed_events,
        section_rows=sum(1 for course in timetable.courses for _ in course.cells()),
        skipped=timetable.skipped,
    )


def _nothing_in(term: Term, timetable: Timetable) -> InvalidCalendar:
    if not timetable.skipped:
        return InvalidCalendar("the calendar holds no event: choose another export")
    finding = f"nothing in the file can be stored in the term {term.first_monday} to {term.last_day}"
    return nothing_usable(finding, timetable.skipped)


@dataclass(frozen=True, slots=True)
class _Import:
    """One import: the file, and where it is to go."""

    owner: str
    engine: AsyncEngine
    content: bytes
    choice: TermChoice
    key: str | None

    async def read(self, readers: FileReaders) -> tuple[Term, Timetable]:
        """The term and the timetable in it, worked out in a child."""
        choice = self.choice
        if choice.term_id is not None:
            async with self.engine.connect() as conn:
                choice = TermChoice.of((await load_term(self.owner, conn, choice.term_id)).term)
        return await readers.read(self.owner, InvalidCalendar, read_timetable, self.content, choice)

    async def looked_at(self) -> str | None:
        """The id of the term if it is there already and could take the timetable."""
        if self.choice.term_id is not None:
            async with self.engine.connect() as conn:
                await self._check_empty(conn, self.choice.term_id)
        return self.choice.term_id

    async def stored(self, term: Term, timetable: Timetable) -> str:
        """The id of the term in which the timetable now stands."""
        # The largest timetable has thousands of rows; the loop has others to serve.
        events = await asyncio.to_thread(_events_of, timetable)
        [mark] = ascending_ulids(1)
        async with self.engine.begin() as conn:
            await ensure_user(self.owner, conn)
            first = await id_once(self.owner, conn, "import_timetable", self.key, self._body(), mark)
            term_id = self.choice.term_id or first
            if first != mark:
                return (await load_term(self.owner, conn, term_id)).id
            await self._open(conn, term_id, term)
            for start in range(0, len(events), _BATCH):
                await insert_events(self.owner, conn, term_id, events[start : start + _BATCH])
        return term_id

    async def _open(self, conn: AsyncConnection, term_id: str, term: Term) -> None:
        if self.choice.term_id is None:
            await insert_term(self.owner, conn, term_id, term)
        else:
            await lock_term(self.owner, conn, term_id)
            await self._check_empty(conn, term_id)
            await raise_version(self.owner, conn, term_id)

    async def _check_empty(self, conn: AsyncConnection, term_id: str) -> None:
        if await has_events(self.owner, conn, term_id):
            raise TermNotEmpty(f"term {term_id!r} has a timetable already: import into a new term", term_id=term_id)

    def _body(self) -> dict[str, Any]:
        choice = self.choice
        return {
            "file": hashlib.sha256(self.content).hexdigest(),
            "first_monday": choice.first_monday and choice.first_monday.isoformat(),
            "weeks": choice.weeks,
            "zone": choice.zone,
            "sections": choice.sections and [section.model_dump(mode="json") for section in choice.sections],
            "term_id": choice.term_id,
        }


def _events_of(timetable: Timetable) -> list[tuple[EventRow, EventDetails]]:
    """Courses, then timed events; ids ascend in the order of the file."""
    ids = ascending_ulids(len(timetable.courses) + len(timetable.timed_events))
    courses = [_course(*pair) for pair in zip(ids, timetable.courses, strict=False)]
    return courses + [_timed(*pair) for pair in zip(ids[len(courses) :], timetable.timed_events, strict=True)]


def _course(event_id: str, course: Course) -> tuple[EventRow, EventDetails]:
    cells = sorted(course.cells())
    ids = ascending_ulids(len(cells))
    rows = tuple(SectionRow(row_id, event_id, *cell) for row_id, cell in zip(ids, cells, strict=True))
    event = EventRow(event_id, "course", course.name, can_be_embedded=course.embeddable, sections=rows)
    return event, EventDetails(course.location, course.teacher)


def _timed(event_id: str, event: TimedEvent) -> tuple[EventRow, EventDetails]:
    details = EventDetails(location=event.location, starts_at=event.starts_at, ends_at=event.ends_at)
    return EventRow(event_id, "course", event.name), details
