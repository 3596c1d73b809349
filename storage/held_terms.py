"""All that stands in a term, as it is exported (rules EXPORT-1 to EXPORT-4)."""

from collections import defaultdict
from typing import Any

from sqlalchemy import Text, bindparam, select
from sqlalchemy.engine import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.export.held import HeldEvent, HeldSection
from storage.tables import schedule_events, schedules, task_classes, task_items

_ITEMS = schedule_events.outerjoin(task_items, task_items.c.id == schedule_events.c.item_id)
_EVENTS = (
    select(schedule_events, task_classes.c.name.label("class_name"))
    .select_from(_ITEMS.outerjoin(task_classes, task_classes.c.id == task_items.c.class_id))
    .where(
        schedule_events.c.user_id == bindparam("owner", type_=Text),
        schedule_events.c.term_id == bindparam("term_id", type_=Text),
    )
    .order_by(schedule_events.c.id)
)
_SECTIONS = select(schedules).where(
    schedules.c.user_id == bindparam("owner", type_=Text), schedules.c.term_id == bindparam("term_id", type_=Text)
)


async def load_held_events(owner: str, conn: AsyncConnection, term_id: str) -> list[HeldEvent]:
    """The events of a term with all their sections, by id; none of a term that this owner does not have."""
    told = {"owner": owner, "term_id": term_id}
    sections: dict[str, list[HeldSection]] = defaultdict(list)
    for row in await conn.execute(_SECTIONS, told):
        place = row.id, row.week, row.day_of_week, row.section
        sections[row.event_id].append(HeldSection(*place))
        if row.guest_event_id is not None:
            sections[row.guest_event_id].append(HeldSection(*place, host=row.event_id))
    return [_event(row, sections[row.id]) for row in await conn.execute(_EVENTS, told)]


def _event(row: Row[Any], sections: list[HeldSection]) -> HeldEvent:
    return HeldEvent(
        id=row.id,
        type=row.type,
        name=row.name,
        created_at=row.created_at,
        location=row.location,
        teacher=row.teacher,
        embeddable=row.can_be_embedded,
        class_name=row.class_name or "",
        sections=tuple(sections),
        starts_at=row.starts_at,
        ends_at=row.ends_at,
    )
