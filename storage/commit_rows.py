"""The rows that commits touch: read as they are, and written from one image to the other (rule CONFIRM-6)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Select,
    Text,
    Update,
    any_,
    bindparam,
    delete,
    func,
    insert,
    literal,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.commit.images import EventImage, Image, Images, ItemImage, SectionImage, Touched
from domain.commit.merge import LiveItem
from domain.schedule.row_diff import Place
from storage.tables import schedule_events, schedules, task_classes, task_items

_EVENT = [schedule_events.c[name] for name in EventImage.model_fields]
# Rows a statement; preparing thousands at once would keep others waiting.
_BATCH = 500
_SECTION = [schedules.c[name] for name in SectionImage.model_fields]


def _among(column: ColumnElement[Any], ids: Collection[str]) -> ColumnElement[bool]:
    # One parameter however many ids, so that the statement is compiled once.
    return column == any_(literal(list(ids), ARRAY(Text)))


def _items() -> Select[Any]:
    columns = {
        "id": task_items.c.id,
        "content": task_items.c.content,
        "class_id": task_items.c.class_id,
        "class_name": task_classes.c.name,
        "order": task_items.c.item_order,
        "status": task_items.c.status,
        "event_id": schedule_events.c.id,
    }
    assert list(columns) == [field.name for field in fields(LiveItem)]
    classes = task_items.join(task_classes, task_classes.c.id == task_items.c.class_id)
    joined = classes.outerjoin(schedule_events, schedule_events.c.item_id == task_items.c.id)
    asked = task_items.c.id == any_(bindparam("ids", type_=ARRAY(Text)))
    named = [column.label(name) for name, column in columns.items()]
    found = select(*named).select_from(joined).where(task_items.c.user_id == bindparam("owner", type_=Text), asked)
    # Classes before items, as whoever changes a class locks them.
    ordered = found.order_by(task_classes.c.id, task_items.c.id)
    return ordered.with_for_update(of=(task_classes, task_items), key_share=True)


# Made once: building it would take longer than it takes to run.
_ITEMS = _items()


async def lock_items(owner: str, conn: AsyncConnection, item_ids: Collection[str]) -> dict[str, LiveItem]:
    """The items that there are, with their classes and events, by id; ids of no item of this owner are left out.

    Nobody changes or removes them, or their classes, until the transaction ends.
    """
    if not item_ids:
        return {}
    rows = await conn.execute(_ITEMS, {"owner": owner, "ids": list(item_ids)})
    return {row.id: LiveItem(*row) for row in rows}


async def load_event_images(
    owner: str, conn: AsyncConnection, event_ids: Collection[str], item_ids: Collection[str] = ()
) -> dict[str, EventImage]:
    """Events by id, and those that carry out certain items, whole."""
    if not event_ids and not item_ids:
        return {}
    meant = or_(_among(schedule_events.c.id, event_ids), _among(schedule_events.c.item_id, item_ids))
    rows = await conn.execute(select(*_EVENT).where(schedule_events.c.user_id == owner, meant))
    return {row.id: EventImage(**row._mapping) for row in rows}


async def load_section_images(
    owner: str,
    conn: AsyncConnection,
    term_id: str,
    *,
    row_ids: Collection[str] = (),
    event_ids: Collection[str] = (),
    places: Collection[Place] = (),
) -> dict[str, SectionImage]:
    """Section rows of a term by id: those named, those that belong to or point at certain events, those in places."""
    of_events = (_among(column, event_ids) for column in (schedules.c.event_id, schedules.c.guest_event_id))
    meant = [_among(schedules.c.id, row_ids), *of_events]
    if places:
        place = tuple_(*schedules.c["week", "day_of_week", "section"])
        meant.append(place.in_([(p.week, p.day_of_week, p.section) for p in places]))
    mine = (schedules.c.user_id == owner, schedules.c.term_id == term_id)
    rows = await conn.execute(select(*_SECTION).where(*mine, or_(*meant)))
    return {row.id: SectionImage(**row._mapping) for row in rows}


async def write_images(owner: str, conn: AsyncConnection, term_id: str, images: Images) -> None:
    """Make of every row that is as ``before`` says what ``after`` says, and raise the versions of classes (EDGE-28).

    The caller holds the term and, by ``lock_items``, the items locked, and has seen that all is as ``before`` says.
    """
    changed = [touched for touched in images.sections if touched.before is not None and touched.after is not None]
    await _point(owner, conn, {touched.row_id: None for touched in changed if _before(touched).guest_event_id})
    await _delete(owner, conn, schedules, _gone(images.sections))
    await _delete(owner, conn, schedule_events, _gone(images.events))
    await _rewrite(owner, conn, images.events)
    await _insert(owner, conn, term_id, schedule_events, _new(images.events))
    await _insert(owner, conn, term_id, schedules, _new(images.sections))
    await _point(owner, conn, {touched.row_id: _after(touched).guest_event_id for touched in changed})
    await _set_status(owner, conn, [touched.after for touched in images.items if touched.after is not None])


def _before(touched: Touched[Image]) -> Image:
    assert touched.before is not None
    return touched.before


def _after(touched: Touched[Image]) -> Image:
    assert touched.after is not None
    return touched.after


def _gone(rows: Iterable[Touched[Any]]) -> list[str]:
    return [touched.row_id for touched in rows if touched.after is None]


def _new(rows: Iterable[Touched[Any]]) -> list[Any]:
    return [touched.after for touched in rows if touched.before is None]


async def _delete(owner: str, conn: AsyncConnection, table: Any, ids: Sequence[str]) -> None:
    if ids:
        await conn.execute(delete(table).where(table.c.user_id == owner, _among(table.c.id, ids)))


async def _insert(owner: str, conn: AsyncConnection, term_id: str, table: Any, rows: Sequence[Any]) -> None:
    common = {"user_id": owner, "term_id": term_id}
    for start in range(0, len(rows), _BATCH):
        await conn.execute(insert(table), [common | dict(row) for row in rows[start : start + _BATCH]])


_REWRITING = update(schedule_events).where(
    schedule_events.c.user_id == bindparam("owner_"), schedule_events.c.id == bindparam("row_id")
)


async def _rewrite(owner: str, conn: AsyncConnection, events: Iterable[Touched[EventImage]]) -> None:
    """Give events that stay their new columns."""
    changed = [_after(touched) for touched in events if touched.before is not None and touched.after is not None]
    named = [{"owner_": owner, "row_id": event.id} | event.model_dump(exclude={"id"}) for event in changed]
    if named:
        await conn.execute(_REWRITING, named)


async def _point(owner: str, conn: AsyncConnection, guests: Mapping[str, str | None]) -> None:
    """Let section rows point at guests, or at none."""
    if not guests:
        return
    told = func.unnest(literal(list(guests), ARRAY(Text)), literal(list(guests.values()), ARRAY(Text)))
    pairs = told.table_valued("row_id", "guest").render_derived()
    pointing = update(schedules).where(schedules.c.user_id == owner, schedules.c.id == pairs.c.row_id)
    await conn.execute(pointing.values(guest_event_id=pairs.c.guest))


def _setting_status() -> Update:
    """Give items another status, and each of their classes another version, in one statement."""
    told = func.unnest(bindparam("ids", type_=ARRAY(Text)), bindparam("statuses", type_=ARRAY(Text)))
    pairs = told.table_valued("item_id", "status").render_derived()
    owner = bindparam("owner", type_=Text)
    setting = update(task_items).where(task_items.c.user_id == owner, task_items.c.id == pairs.c.item_id)
    of_items = setting.values(status=pairs.c.status).returning(task_items.c.class_id).cte("of_items")
    raising = update(task_classes).where(task_classes.c.id.in_(select(of_items.c.class_id)))
    return raising.values(version=task_classes.c.version + 1)


_SETTING_STATUS = _setting_status()


async def _set_status(owner: str, conn: AsyncConnection, items: Sequence[ItemImage]) -> None:
    if items:
        ids, statuses = [item.id for item in items], [item.status for item in items]
        await conn.execute(_SETTING_STATUS, {"owner": owner, "ids": ids, "statuses": statuses})
