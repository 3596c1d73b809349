"""What stands in the timetable: events, and one row for every section they take (rule DATA-7)."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ARRAY, Select, SmallInteger, Text, any_, bindparam, delete, exists, insert, select, tuple_
from sqlalchemy.dialects.postgresql import insert as upsert
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import Conflict, NotFound
from domain.schedule.rows import EventRow, SectionRow
from domain.term.window import Window
from storage.refusals import not_found, refusing
from storage.tables import schedule_events, schedules

Place = tuple[int, int, int]
"""Week, day of week and section."""


@dataclass(frozen=True, slots=True)
class EventDetails:
    """What people want to know of an event and planning does not.

    Attributes:
        starts_at, ends_at: set together, where an event blocks no section.
    """

    location: str = ""
    teacher: str = ""
    starts_at: datetime | None = None
    ends_at: datetime | None = None


NO_DETAILS = EventDetails()


@dataclass(frozen=True, slots=True)
class Occupant:
    """The event that holds a section."""

    event_id: str
    name: str


async def insert_event(
    owner: str, conn: AsyncConnection, term_id: str, event: EventRow, details: EventDetails = NO_DETAILS
) -> None:
    """Store an event with its section rows.

    Raises:
        NotFound: this owner has no such term or class item.
        Conflict: the item has an event already, or a section is taken.
    """
    await insert_events(owner, conn, term_id, [(event, details)])


async def insert_events(
    owner: str, conn: AsyncConnection, term_id: str, events: Sequence[tuple[EventRow, EventDetails]]
) -> None:
    """Store events with their section rows, in as few statements as for one.

    Raises:
        NotFound: this owner has no such term or class item.
        Conflict: an item has an event already, or a section is taken.
    """
    if not events:
        return
    items = ", ".join(repr(event.item_id) for event, _ in events if event.item_id)
    refusals = {
        "fk_schedule_events_term_id": not_found("term", term_id),
        "fk_schedule_events_item_id": NotFound(f"task item {items} does not exist: check the id"),
        "uq_schedule_events_item_id": Conflict(f"task item {items} is arranged already: unplace it first"),
    }
    values = [_event_values(owner, term_id, event) | asdict(details) for event, details in events]
    async with refusing(conn, refusals):
        await conn.execute(insert(schedule_events), values)
    await insert_section_rows(owner, conn, term_id, [row for event, _ in events for row in event.sections])


def _event_values(owner: str, term_id: str, event: EventRow) -> dict[str, object]:
    return {
        "user_id": owner,
        "id": event.id,
        "term_id": term_id,
        "type": event.type,
        "name": event.name,
        "can_be_embedded": event.can_be_embedded,
        "item_id": event.item_id,
    }


async def has_events(owner: str, conn: AsyncConnection, term_id: str) -> bool:
    """Whether anything stands in the timetable of a term."""
    mine = (schedule_events.c.user_id == owner, schedule_events.c.term_id == term_id)
    return bool(await conn.scalar(select(exists().where(*mine))))


async def insert_section_rows(owner: str, conn: AsyncConnection, term_id: str, rows: Sequence[SectionRow]) -> None:
    """Store section rows of events that are stored already.

    Raises:
        NotFound: this owner's term has no such event.
        Conflict: a section is taken; the message names the place and the event there.
    """
    if not rows:
        return
    values = [{"user_id": owner, "term_id": term_id, **asdict(row)} for row in rows]
    unknown = not_found("event", ", ".join(sorted({row.event_id for row in rows})))
    guests = not_found("guest event", ", ".join(sorted({row.guest_event_id for row in rows if row.guest_event_id})))
    statement = (
        upsert(schedules)
        .on_conflict_do_nothing(index_elements=["user_id", "term_id", "week", "day_of_week", "section"])
        .returning(schedules.c.id)
    )
    async with refusing(conn, {"fk_schedules_event_id": unknown, "fk_schedules_guest_event_id": guests}):
        stored = set((await conn.execute(statement, values)).scalars())
    refused = [row for row in rows if row.id not in stored]
    if refused:
        raise await _taken(owner, conn, term_id, refused[0])


async def _taken(owner: str, conn: AsyncConnection, term_id: str, row: SectionRow) -> Conflict:
    occupants = await load_occupants(owner, conn, term_id)
    occupant = occupants.get((row.week, row.day_of_week, row.section))
    # Nobody is there any more if the event was taken away between the two statements.
    by = f" by {occupant.name!r}" if occupant else ""
    return Conflict(f"week {row.week} day {row.day_of_week} section {row.section} is taken{by}: choose another")


async def load_events(owner: str, conn: AsyncConnection, term_id: str, window: Window) -> list[EventRow]:
    """The events that hold a section or are embedded inside the window, by id, with their rows inside it."""
    first, last = window.day_mapping[0], window.day_mapping[-1]
    asked = {
        "first_week": first.week,
        "first_day": first.day_of_week,
        "last_week": last.week,
        "last_day": last.day_of_week,
    }
    found = await conn.execute(_INSIDE, {"owner": owner, "term_id": term_id, **asked})
    rows = [_section_row(row) for row in found]
    sections: dict[str, list[SectionRow]] = defaultdict(list)
    for row in rows:
        sections[row.event_id].append(row)
    present = sections.keys() | {row.guest_event_id for row in rows if row.guest_event_id is not None}
    if not present:
        return []
    events = await conn.execute(_NAMED, {"owner": owner, "ids": sorted(present)})
    return [_event_row(event, sections[event.id]) for event in events]


def _inside() -> Select[Any]:
    place = tuple_(schedules.c.week, schedules.c.day_of_week)
    first, last = (
        tuple_(bindparam(f"{edge}_week", type_=SmallInteger), bindparam(f"{edge}_day", type_=SmallInteger))
        for edge in ("first", "last")
    )
    mine = (schedules.c.user_id == bindparam("owner"), schedules.c.term_id == bindparam("term_id"))
    return select(schedules).where(*mine, place >= first, place <= last)


# Made once: building them takes longer than it takes to run them.
_INSIDE = _inside()
_NAMED = (
    select(schedule_events)
    .where(
        schedule_events.c.user_id == bindparam("owner"),
        schedule_events.c.id == any_(bindparam("ids", type_=ARRAY(Text))),
    )
    .order_by(schedule_events.c.id)
)


def _section_row(row: Row[tuple[object, ...]]) -> SectionRow:
    names = ("id", "event_id", "week", "day_of_week", "section", "guest_event_id")
    return SectionRow(**{name: row._mapping[name] for name in names})


def _event_row(row: Row[tuple[object, ...]], sections: Sequence[SectionRow]) -> EventRow:
    names = ("id", "type", "name", "can_be_embedded", "item_id")
    ordered = sorted(sections, key=lambda s: (s.week, s.day_of_week, s.section))
    return EventRow(**{name: row._mapping[name] for name in names}, sections=tuple(ordered))


async def clear_timetable(owner: str, conn: AsyncConnection, term_id: str) -> None:
    """Take away everything that stands in a term; its items still say ``arranged`` and are the caller's to release."""
    for table in (schedules, schedule_events):
        await conn.execute(delete(table).where(table.c.user_id == owner, table.c.term_id == term_id))


async def load_occupants(owner: str, conn: AsyncConnection, term_id: str) -> dict[Place, Occupant]:
    """Who holds each taken section of a term."""
    query = (
        select(
            schedules.c.week, schedules.c.day_of_week, schedules.c.section, schedules.c.event_id, schedule_events.c.name
        )
        .join(schedule_events, schedules.c.event_id == schedule_events.c.id)
        .where(schedules.c.user_id == owner, schedules.c.term_id == term_id)
    )
    rows = await conn.execute(query)
    return {(row.week, row.day_of_week, row.section): Occupant(row.event_id, row.name) for row in rows}
