"""What stands in days of a term, with all that people want to know of it (rules EDGE-25 and EDGE-27)."""

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
    null,
    select,
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


def _section(row: Row[Any]) -> SectionTaken:
    return SectionTaken(row.day_of_week, row.section, _facts(row), row.host_event_id)


def _timed(row: Row[Any]) -> TimedEvent:
    return TimedEvent(_facts(row), row.starts_at, row.ends_at)


def _facts(row: Row[Any]) -> EventFacts:
    facts: list[Any] = list(row[3:-2])
    return EventFacts(*facts)
