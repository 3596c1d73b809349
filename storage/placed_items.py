"""Items that stand in a timetable, and those that were taken out again (rules READ-7 and READ-8)."""

from datetime import datetime

from sqlalchemy import cast, func, literal, or_, select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.refusals import not_found
from storage.tables import commits, schedule_events, task_items


async def term_of_item(owner: str, conn: AsyncConnection, item_id: str) -> str | None:
    """The term in which an item stands; None for one that waits.

    Raises:
        NotFound: this owner has no such item.
    """
    joined = task_items.outerjoin(schedule_events, schedule_events.c.item_id == task_items.c.id)
    query = select(schedule_events.c.term_id).select_from(joined)
    row = (await conn.execute(query.where(task_items.c.user_id == owner, task_items.c.id == item_id))).one_or_none()
    if row is None:
        raise not_found("item", item_id)
    term_id: str | None = row.term_id
    return term_id


async def load_undone(
    owner: str, conn: AsyncConnection, term_id: str, place: tuple[int, int], span: tuple[datetime, datetime]
) -> list[tuple[str, str]]:
    """Items that wait because they were said not to be done, with their classes; by class and order.

    Those count that stood on a day, and those of which it was said on that day.

    Args:
        place: week and day of week of the day.
        span: instants at which it begins and has ended.
    """
    stood = [{"before": {"places": [{"week": place[0], "day_of_week": place[1]}]}}]
    on_that_day = or_(
        (commits.c.created_at >= span[0]) & (commits.c.created_at < span[1]),
        commits.c.changes.contains(cast(literal(stood, JSONB), JSONB)),
    )
    change = func.jsonb_array_elements(commits.c.changes).table_valued("value", name="change")
    taken_out = (
        select(change.c.value.op("->>")("item_id"))
        .select_from(commits.join(change, literal(True)))
        .where(
            commits.c.user_id == owner,
            commits.c.term_id == term_id,
            commits.c.kind == "not_done",
            commits.c.status == "applied",
            on_that_day,
        )
    )
    waiting = (task_items.c.user_id == owner, task_items.c.status == "pending", task_items.c.id.in_(taken_out))
    query = select(*task_items.c["id", "class_id"]).where(*waiting)
    rows = await conn.execute(query.order_by(task_items.c.class_id, task_items.c.item_order, task_items.c.id))
    return [(row.id, row.class_id) for row in rows]
