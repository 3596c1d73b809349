"""States come out of rows the same way every time."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidState
from domain.schedule.invariants import breaches
from domain.schedule.rows import ClassRow, EventRow, ItemRow, SectionRow, load_state
from domain.schedule.state import Slot
from tests.domain.schedule.states import slots, window
from tests.domain.schedule.timetables import Timetable, timetables


def event(event_id: str, *places: tuple[int, int, int], **fields: object) -> EventRow:
    rows = tuple(
        SectionRow(f"{event_id}-{week}-{day}-{section}", event_id, week, day, section) for week, day, section in places
    )
    return replace(EventRow(event_id, "course", f"名{event_id}", sections=rows), **fields)  # type: ignore[arg-type]


def pointing(row: EventRow, guest: str, *sections: int) -> EventRow:
    rows = (replace(r, guest_event_id=guest) if r.section in sections else r for r in row.sections)
    return replace(row, sections=tuple(rows))


def test_sections_become_slots_and_a_hole_makes_two() -> None:
    (task,) = load_state(window(7), [event("e", (5, 2, 3), (5, 1, 2), (5, 1, 1), (5, 1, 4))], []).tasks
    assert task.slots == slots((1, 1, 2), (1, 4, 4), (2, 3, 3))


def test_ids_run_over_events_by_id_then_items_by_class_order_and_id() -> None:
    """Events without a section in the window take no number."""
    events = [event("c", (5, 1, 1)), event("a", (9, 1, 1)), event("b", (5, 1, 2))]
    classes = [
        ClassRow("Y", "乙", (ItemRow("3", "三", 1),)),
        ClassRow("X", "甲", (ItemRow("2", "二", 1), ItemRow("1", "一", 1), ItemRow("0", "零", 2))),
    ]
    state = load_state(window(7), events, classes)
    assert [(t.state_id, t.source_id) for t in state.tasks] == [
        (1, "b"),
        (2, "c"),
        (3, "1"),
        (4, "2"),
        (5, "0"),
        (6, "3"),
    ]


@pytest.mark.parametrize(
    ("fields", "locked", "category"),
    [
        ({}, True, "课程"),
        ({"can_be_embedded": True}, False, "课程"),
        ({"type": "task", "item_id": "1"}, False, "甲"),
        ({"type": "task"}, False, "任务"),
    ],
)
def test_what_is_locked_and_what_it_is_called(fields: dict[str, object], locked: bool, category: str) -> None:
    classes = [ClassRow("X", "甲", (ItemRow("1", "一", 1, "arranged"),))]
    (task,) = load_state(window(7), [event("e", (5, 1, 1), **fields)], classes).tasks
    assert (task.locked, task.category, task.status) == (locked, category, "existing")


@pytest.mark.parametrize(("total", "items", "duration"), [(None, 3, 2), (9, 3, 3), (8, 3, 2), (1, 3, 1), (0, 1, 1)])
def test_a_pending_task_gets_its_share_of_the_class(total: int | None, items: int, duration: int) -> None:
    rows = tuple(ItemRow(str(n), "甲", n) for n in range(items))
    state = load_state(window(7), [], [ClassRow("X", "甲", rows, total)])
    assert {(t.status, t.duration) for t in state.tasks} == {("pending", duration)}


def test_arranged_items_count_in_the_share_and_are_not_loaded() -> None:
    rows = (ItemRow("1", "甲", 1, "arranged"), ItemRow("2", "乙", 2))
    (task,) = load_state(window(7), [], [ClassRow("X", "甲", rows, 6)]).tasks
    assert (task.source_id, task.duration) == ("2", 3)


def test_a_guest_stands_where_its_host_points_at_it() -> None:
    host = event("h", (5, 1, 1), (5, 1, 2), (5, 1, 3), can_be_embedded=True)
    state = load_state(window(7), [event("g", type="task"), pointing(host, "g", 2, 3)], [])
    guest, loaded = state.tasks
    assert (guest.embed_host, guest.slots) == (loaded.state_id, (Slot(day=1, slot_start=2, slot_end=3),))
    assert loaded.guests == (guest.state_id,)
    assert breaches(state) == ()


def test_a_guest_of_two_hosts_is_refused() -> None:
    hosts = [pointing(event(name, (5, day, 1), can_be_embedded=True), "g", 1) for day, name in ((1, "h"), (2, "i"))]
    with pytest.raises(InvalidState, match="guest g stands in more than one host"):
        load_state(window(7), [event("g", type="task"), *hosts], [])


def test_a_guest_that_was_not_loaded_is_refused() -> None:
    with pytest.raises(InvalidState, match="section h-5-1-1 names guest g"):
        load_state(window(7), [pointing(event("h", (5, 1, 1), can_be_embedded=True), "g", 1)], [])


@given(timetables(), st.integers(1, 21))
def test_loading_is_stable_and_sound(timetable: Timetable, days: int) -> None:
    """The order in which rows come changes nothing, and consistent rows make a sound state."""
    state = timetable.load(window(days))
    turned = Timetable(
        tuple(replace(e, sections=e.sections[::-1]) for e in timetable.events[::-1]),
        tuple(replace(c, items=c.items[::-1]) for c in timetable.classes[::-1]),
    )
    assert turned.load(window(days)) == state
    assert breaches(state) == ()
