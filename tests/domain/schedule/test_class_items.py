"""Items of a class stay in order and within their bounds (rules EDGE-29 to EDGE-31)."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InUse, InvalidTasks, NotFound
from domain.schedule.class_items import (
    MAX_ITEMS,
    item_of,
    refuse_arranged,
    share_fault,
    with_item,
    within_bounds,
    without_item,
)
from domain.schedule.rows import ClassRow, ItemRow


def class_of(count: int, total_slots: int | None = None) -> ClassRow:
    items = tuple(ItemRow(f"i{n}", f"第{n}章", n) for n in range(1, count + 1))
    return ClassRow("c", "概率论", items, total_slots)


def ids(row: ClassRow) -> list[str]:
    return [item.id for item in row.items]


edits = st.lists(
    st.tuples(st.sampled_from(["add", "move", "remove"]), st.integers(0, 9), st.none() | st.integers(1, 12)),
    max_size=20,
)


@given(st.integers(0, 6), edits)
def test_any_edits_leave_items_numbered_without_a_gap(count: int, steps: list[tuple[str, int, int | None]]) -> None:
    """Each does what the same edit does to a plain list."""
    row, expected = class_of(count), [f"i{n}" for n in range(1, count + 1)]
    for number, (kind, which, order) in enumerate(steps):
        if kind == "add":
            row = with_item(row, ItemRow(f"new{number}", "新", 0), order)
            expected.insert(len(expected) if order is None else order - 1, f"new{number}")
        elif expected:
            item_id = expected.pop(which % len(expected))
            if kind == "move":
                row = with_item(row, item_of(row, item_id), order)
                expected.insert(len(expected) if order is None else order - 1, item_id)
            else:
                row = without_item(row, item_id)
        assert ids(row) == expected
        assert [item.order for item in row.items] == list(range(1, len(expected) + 1))


def test_a_place_beyond_the_last_is_the_last() -> None:
    """Of those that there are afterwards."""
    row = with_item(class_of(3), ItemRow("new", "新", 0), 500)
    assert item_of(row, "new").order == 4
    assert item_of(with_item(row, item_of(row, "i1"), 500), "i1").order == 4


@pytest.mark.parametrize(
    ("total_slots", "items", "fault"),
    [
        (None, 1, None),
        (12, 1, None),
        (24, 2, None),
        (25, 2, None),
        (26, 2, "each task would take 13 sections and a day has 12: lower total_slots"),
        (6000, 500, None),
        (6000, 0, None),
    ],
)
def test_a_share_is_at_most_a_day(total_slots: int | None, items: int, fault: str | None) -> None:
    """Shares are whole; a class without items shares nothing out."""
    assert share_fault(total_slots, items) == fault


def test_a_change_that_crowds_a_day_is_refused_in_figures() -> None:
    """By removing an item, and by the first item of a class with a large total."""
    with pytest.raises(InvalidTasks, match="total_slots 30 for 2 tasks: each task would take 15 sections"):
        without_item(class_of(3, 30), "i1")
    with pytest.raises(InvalidTasks, match="total_slots 30 for 1 tasks: each task would take 30 sections"):
        with_item(class_of(0, 30), ItemRow("new", "新", 0))
    assert without_item(class_of(1, 12), "i1").items == ()


def test_a_full_class_takes_no_more() -> None:
    """But its items may still be moved."""
    full = class_of(MAX_ITEMS)
    assert within_bounds(full) == full
    assert ids(with_item(full, full.items[-1], 1))[:2] == [f"i{MAX_ITEMS}", "i1"]
    with pytest.raises(InvalidTasks, match="class '概率论' has 500 tasks, the most it may have: begin another class"):
        with_item(full, ItemRow("new", "新", 0))


def test_what_stands_in_a_timetable_stays_and_is_named() -> None:
    """It may be moved, not removed."""
    row = class_of(3)
    arranged = replace(row, items=(replace(row.items[0], status="arranged"), *row.items[1:]))
    with pytest.raises(InUse, match="task '第1章' stands in a timetable: take it out") as refused:
        without_item(arranged, "i1")
    assert refused.value.facts == {"item_id": "i1"}
    with pytest.raises(InUse):
        refuse_arranged(arranged.items)
    refuse_arranged(row.items)
    assert ids(with_item(arranged, arranged.items[0], 3)) == ["i2", "i3", "i1"]


def test_an_item_of_no_such_id_is_not_found() -> None:
    """The message quotes it."""
    with pytest.raises(NotFound, match="item 'i9' does not exist: check the id"):
        without_item(class_of(3), "i9")
