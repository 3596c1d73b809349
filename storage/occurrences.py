"""What stands in days of a term, with all that people want to know of it (rules EDGE-25, EDGE-27 and READ-4)."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    FromClause,
    Select,
    SmallInteger,
    Text,
    bindparam,
    cast,
    func,
    null,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.schedule.week import EventFacts, SectionTaken, Standing, TimedEvent
from storage.tables import schedule_events, schedules, task_classes, task_items

# In the order of the fields of EventFacts.
_FACTS = (
    schedule_events.c.id.label("event_id"),
    *schedule_events.c["type", "name", "location", "teacher", "can_be_embedded", "item_id"],
    task_classes.c.id.label("class_id"),
    task_classes.c.name.label("class_name"),
    *schedule_events.c["starts_at", "ends_at"],
)
_WHERE = schedules.c["day_of_week", "section"]
_NOWHERE = (cast(null(), SmallInteger).label("day_of_week"), cast(null(), SmallInteger).label("section"))
_HOST = schedules.c.event_id.label("host_event_id")
_NOBODY = cast(null(), Text).label("host_event_id")
_MINE = (schedules.c.user_id == bindparam("owner"), schedules.c.term_id == bindparam("term_id"))
_WEEK = schedules.c.week == bindparam("week")
_DAY = schedules.c.day_of_week == bindparam("day_of_week")
_TIMED = (
    schedule_events.c.user_id == bindparam("owner"),
    schedule_events.c.term_id == bindparam("term_id"),
    schedule_events.c.starts_at < bindparam("closes"),
    schedule_events.c.ends_at > bindparam("opens"),
)


def _with_classes(events: FromClause) -> FromClause:
    items = events.outerjoin(task_items, task_items.c.id == schedule_events.c.item_id)
    return items.outerjoin(task_classes, task_classes.c.id == task_items.c.class_id)


def _events(*place: ColumnElement[Any], through: ColumnElement[str]) -> Select[Any]:
    """Events that section rows name in one of their columns."""
    joined = schedules.join(schedule_events, schedule_events.c.id == through)
    return select(*place, *_FACTS).select_from(_with_classes(joined)).where(*_MINE)


def _standing(*days: ColumnElement[bool]) -> CompoundSelect[Any]:
    return union_all(
        _events(*_WHERE, _NOBODY, through=schedules.c.event_id).where(*days),
        _events(*_WHERE, _HOST, through=schedules.c.guest_event_id).where(*days),
        select(*_NOWHERE, _NOBODY, *_FACTS).select_from(_with_classes(schedule_events)).where(*_TIMED),
    )


# Made once: building them would take longer than they take to run.
_OF_WEEK, _OF_DAY = _standing(_WEEK), _standing(_WEEK, _DAY)


def _standing_of_term() -> CompoundSelect[Any]:
    week = (schedules.c.week,)
    nowhere = cast(null(), SmallInteger).label("week")
    return union_all(
        _events(*week, *_WHERE, _NOBODY, through=schedules.c.event_id),
        _events(*week, *_WHERE, _HOST, through=schedules.c.guest_event_id),
        select(nowhere, *_NOWHERE, _NOBODY, *_FACTS).select_from(_with_classes(schedule_events)).where(*_TIMED),
    )


_OF_TERM = _standing_of_term()


async def load_standing_of_term(
    owner: str, conn: AsyncConnection, term_id: str, span: tuple[datetime, datetime]
) -> tuple[dict[int, tuple[SectionTaken, ...]], tuple[TimedEvent, ...]]:
    """What takes a section in each week of a term, and what else takes a moment of a span; one statement."""
    values = {"owner": owner, "term_id": term_id, "opens": span[0], "closes": span[1]}
    found = (await conn.execute(_OF_TERM, values)).all()
    weeks: dict[int, list[SectionTaken]] = {}
    for row in found:
        if row.week is not None:
            weeks.setdefault(row.week, []).append(_section(row, 4))
    timed = tuple(TimedEvent(_facts(row, 4), row.starts_at, row.ends_at) for row in found if row.week is None)
    return {week: tuple(taken) for week, taken in weeks.items()}, timed


async def load_standing(
    owner: str,
    conn: AsyncConnection,
    term_id: str,
    week: int,
    span: tuple[datetime, datetime],
    day_of_week: int | None = None,
) -> Standing:
    """What takes a section in a week, or on one day of it, and what else takes a moment of a span; one statement.

    Args:
        span: instants at which the days begin and have ended.
    """
    place = {"week": week} if day_of_week is None else {"week": week, "day_of_week": day_of_week}
    values = {"owner": owner, "term_id": term_id, "opens": span[0], "closes": span[1], **place}
    found = (await conn.execute(_OF_WEEK if day_of_week is None else _OF_DAY, values)).all()
    sections = tuple(_section(row) for row in found if row.section is not None)
    return Standing(sections, tuple(_timed(row) for row in found if row.section is None))


async def next_beginning(
    owner: str, conn: AsyncConnection, term_id: str, after: tuple[int, int], span: tuple[datetime, datetime]
) -> tuple[tuple[int, int] | None, datetime | None]:
    """Where the next section that is taken lies, and when the next event without one begins; in one statement.

    Args:
        after: week and day of week of the day behind which the section lies.
        span: instants at which the days begin and have ended in which an event without a section may begin.
    """
    values = {"owner": owner, "term_id": term_id, "week": after[0], "day_of_week": after[1]}
    found = (await conn.execute(_BEGINNINGS, values | {"opens": span[0], "closes": span[1]})).all()
    place = next(((row.week, row.day_of_week) for row in found if row.week is not None), None)
    return place, next((row.starts_at for row in found if row.starts_at is not None), None)


def _beginnings() -> CompoundSelect[Any]:
    place = schedules.c["week", "day_of_week"]
    behind = tuple_(*place) > tuple_(bindparam("week"), bindparam("day_of_week"))
    begins = schedule_events.c.starts_at
    mine = (schedule_events.c.user_id == bindparam("owner"), schedule_events.c.term_id == bindparam("term_id"))
    no_moment = cast(null(), schedule_events.c.starts_at.type).label("starts_at")
    section = select(*place, no_moment).where(*_MINE, behind).order_by(*place).limit(1).subquery()
    nowhere = (cast(null(), SmallInteger).label("week"), cast(null(), SmallInteger).label("day_of_week"))
    event = select(*nowhere, func.min(begins).label("starts_at"))
    return union_all(select(section), event.where(*mine, begins >= bindparam("opens"), begins < bindparam("closes")))


_BEGINNINGS = _beginnings()


def _section(row: Row[Any], facts_from: int = 3) -> SectionTaken:
    return SectionTaken(row.day_of_week, row.section, _facts(row, facts_from), row.host_event_id)


def _timed(row: Row[Any]) -> TimedEvent:
    return TimedEvent(_facts(row), row.starts_at, row.ends_at)


def _facts(row: Row[Any], facts_from: int = 3) -> EventFacts:
    facts: list[Any] = list(row[facts_from:-2])
    return EventFacts(*facts)
