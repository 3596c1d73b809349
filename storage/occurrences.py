"""What stands in days of a term, with all that people want to know of it (rules EDGE-25 and EDGE-27)."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Select, SmallInteger, Text, cast, null, select, union_all
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.schedule.week import EventFacts, SectionTaken, Standing, TimedEvent
from storage.tables import schedule_events, schedules, task_classes, task_items

_FACTS = (
    schedule_events.c.id.label("event_id"),
    *schedule_events.c["type", "name", "location", "teacher", "can_be_embedded", "item_id"],
    task_classes.c.id.label("class_id"),
    task_classes.c.name.label("class_name"),
)
_INSTANTS = schedule_events.c["starts_at", "ends_at"]
_NOWHERE = (cast(null(), SmallInteger).label("day_of_week"), cast(null(), SmallInteger).label("section"))
_NOBODY = cast(null(), Text).label("host_event_id")


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
    place = [schedules.c.user_id == owner, schedules.c.term_id == term_id, schedules.c.week == week]
    if day_of_week is not None:
        place.append(schedules.c.day_of_week == day_of_week)
    where = schedules.c["day_of_week", "section"]
    hosted = schedules.c.event_id.label("host_event_id")
    rows = await conn.execute(
        union_all(
            _events(*where, _NOBODY, through=schedules.c.event_id).where(*place),
            _events(*where, hosted, through=schedules.c.guest_event_id).where(*place),
            _timed(owner, term_id, span),
        )
    )
    found = list(rows)
    return Standing(
        sections=tuple(_section(row) for row in found if row.section is not None),
        timed_events=tuple(TimedEvent(_facts(row), row.starts_at, row.ends_at) for row in found if row.section is None),
    )


def _events(*place: ColumnElement[Any], through: ColumnElement[str]) -> Select[Any]:
    """Events that section rows name in one of their columns."""
    joined = schedules.join(schedule_events, schedule_events.c.id == through)
    return select(*place, *_FACTS, *_INSTANTS).select_from(_with_classes(joined))


def _timed(owner: str, term_id: str, span: tuple[datetime, datetime]) -> Select[Any]:
    opens, closes = span
    event = schedule_events.c
    return (
        select(*_NOWHERE, _NOBODY, *_FACTS, *_INSTANTS)
        .select_from(_with_classes(schedule_events))
        .where(event.user_id == owner, event.term_id == term_id, event.starts_at < closes, event.ends_at > opens)
    )


def _with_classes(events: Any) -> Any:
    items = events.outerjoin(task_items, task_items.c.id == schedule_events.c.item_id)
    return items.outerjoin(task_classes, task_classes.c.id == task_items.c.class_id)


def _section(row: Row[Any]) -> SectionTaken:
    return SectionTaken(row.day_of_week, row.section, _facts(row), row.host_event_id)


def _facts(row: Row[Any]) -> EventFacts:
    return EventFacts(**{name: row._mapping[name] for name in EventFacts.__slots__})
