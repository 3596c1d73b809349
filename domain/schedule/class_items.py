"""What may become of the items of a class: they stay in order, and each fits into a day (rules EDGE-29 to EDGE-31)."""

from collections.abc import Iterable
from dataclasses import replace

from domain.errors import InUse, InvalidTasks, NotFound
from domain.schedule.rows import ClassRow, ItemRow
from domain.term.calendar import SECTIONS_PER_DAY

MAX_ITEMS = 500


def share_fault(total_slots: int | None, items: int) -> str | None:
    """What is wrong with so many sections for so many items; None where each item fits into a day."""
    share = (total_slots or 0) // max(items, 1)
    if not items or share <= SECTIONS_PER_DAY:
        return None
    return f"each task would take {share} sections and a day has {SECTIONS_PER_DAY}: lower total_slots"


def within_bounds(row: ClassRow) -> ClassRow:
    """The class itself.

    Raises:
        InvalidTasks: it has too many items, or each takes more sections than a day has; the message has the figures.
    """
    if len(row.items) > MAX_ITEMS:
        raise InvalidTasks(f"class {row.name!r} has {MAX_ITEMS} tasks, the most it may have: begin another class")
    fault = share_fault(row.total_slots, len(row.items))
    if fault:
        raise InvalidTasks(f"total_slots {row.total_slots} for {len(row.items)} tasks: {fault}")
    return row


def item_of(row: ClassRow, item_id: str) -> ItemRow:
    """An item of the class.

    Raises:
        NotFound: it has no such item.
    """
    for item in row.items:
        if item.id == item_id:
            return item
    raise NotFound(f"item {item_id!r} does not exist: check the id")


def with_item(row: ClassRow, item: ItemRow, order: int | None = None) -> ClassRow:
    """The class with an item put in, or moved, to a place counted from 1; the last where there is none or it is beyond.

    Raises:
        InvalidTasks: the class is full, or each item would take more sections than a day has.
    """
    others = _others(row, item.id)
    index = len(others) if order is None else order - 1
    return within_bounds(_numbered(row, [*others[:index], item, *others[index:]]))


def without_item(row: ClassRow, item_id: str) -> ClassRow:
    """The class without one of its items.

    Raises:
        NotFound: it has no such item.
        InUse: the item stands in a timetable; message and facts name it.
        InvalidTasks: each of the others would take more sections than a day has.
    """
    refuse_arranged([item_of(row, item_id)])
    return within_bounds(_numbered(row, _others(row, item_id)))


def refuse_arranged(items: Iterable[ItemRow]) -> None:
    """Let items pass that stand in no timetable.

    Raises:
        InUse: one does; message and facts name it.
    """
    for item in items:
        if item.status == "arranged":
            message = f"task {item.content!r} stands in a timetable: take it out of the timetable first"
            raise InUse(message, item_id=item.id)


def _others(row: ClassRow, item_id: str) -> list[ItemRow]:
    return [item for item in row.items if item.id != item_id]


def _numbered(row: ClassRow, items: Iterable[ItemRow]) -> ClassRow:
    return replace(row, items=tuple(replace(item, order=n) for n, item in enumerate(items, start=1)))
