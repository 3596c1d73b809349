"""Events and their section rows (rule DATA-7)."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import Conflict, NotFound
from domain.schedule.rows import EventRow, SectionRow, load_state
from domain.term.window import Window
from storage.schedule import EventDetails, Occupant, insert_event, insert_section_rows, load_events, load_occupants
from storage.tables import schedule_events
from tests.storage.world import World, new_id


def _window(world: World, first: date, days: int) -> Window:
    return Window.between(world.term, first, first + timedelta(days=days - 1))


def _event(*places: tuple[int, int, int], name: str = "体育") -> EventRow:
    event_id = new_id()
    return EventRow(event_id, "course", name, sections=tuple(SectionRow(new_id(), event_id, *p) for p in places))


async def test_events_come_back_with_their_rows_and_guests(world: World, conn: AsyncConnection) -> None:
    """A guest has no rows of its own, and is loaded because a row inside the window points at it."""
    window = _window(world, date(2026, 9, 21), 7)
    events = await load_events(world.owner, conn, world.term_id, window)
    assert events == sorted([world.course, world.guest], key=lambda event: event.id)


async def test_loaded_rows_make_a_state(world: World, conn: AsyncConnection) -> None:
    """The guest stands in its host's sections."""
    window = _window(world, date(2026, 9, 21), 7)
    state = load_state(window, await load_events(world.owner, conn, world.term_id, window), [world.tasks.row])
    host = next(task for task in state.tasks if task.source_id == world.course.id)
    guest = next(task for task in state.tasks if task.source_id == world.guest.id)
    assert guest.embed_host == host.state_id
    assert guest.slots == host.slots


@pytest.mark.parametrize("first", [date(2026, 9, 14), date(2026, 9, 23)])
async def test_events_outside_the_window_stay_outside(first: date, world: World, conn: AsyncConnection) -> None:
    """The event stands on the Tuesday of week 3: a week that ends or begins beside it does not hold it."""
    assert await load_events(world.owner, conn, world.term_id, _window(world, first, 7)) == []


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 139), st.integers(1, 40), st.sets(st.tuples(st.integers(0, 139), st.integers(7, 12)), max_size=9))
async def test_exactly_the_rows_of_the_window_are_loaded(
    world: World, conn: AsyncConnection, first: int, days: int, cells: set[tuple[int, int]]
) -> None:
    """For any window and any cells of the term, across weeks."""
    window = _window(world, world.term.first_monday + timedelta(days=first), min(days, 140 - first))
    event = _event(*((day // 7 + 1, day % 7 + 1, section) for day, section in sorted(cells)))
    async with conn.begin_nested() as undone:
        await insert_event(world.owner, conn, world.term_id, event)
        loaded = await load_events(world.owner, conn, world.term_id, window)
        await undone.rollback()
    rows = {row for e in loaded if e.id == event.id for row in e.sections}
    assert rows == {row for row in event.sections if window.day_of(row.week, row.day_of_week)}


async def test_an_event_by_the_clock_blocks_nothing(world: World, conn: AsyncConnection) -> None:
    """It is stored with its instants, and has no part in the state."""
    event = _event(name="讲座")
    details = EventDetails("礼堂", "王老师", world.at, world.at + timedelta(hours=2))
    await insert_event(world.owner, conn, world.term_id, event, details)
    window = _window(world, date(2026, 9, 7), 7)
    assert await load_events(world.owner, conn, world.term_id, window) == []
    names = ("location", "teacher", "starts_at", "ends_at")
    row = (await conn.execute(select(*schedule_events.c[names]).where(schedule_events.c.id == event.id))).one()
    assert EventDetails(**row._mapping) == details


async def test_a_taken_section_is_refused_with_the_name_of_what_is_there(world: World, conn: AsyncConnection) -> None:
    """The person learns where and by what."""
    with pytest.raises(Conflict, match=f"week 3 day 2 section 6 is taken by '{world.secret}'"):
        await insert_event(world.owner, conn, world.term_id, _event((3, 2, 4), (3, 2, 6)))


async def test_one_event_may_not_take_a_section_twice(world: World, conn: AsyncConnection) -> None:
    """Two rows of one place in one call are a conflict too."""
    with pytest.raises(Conflict, match="week 4 day 1 section 1 is taken by '体育'"):
        await insert_event(world.owner, conn, world.term_id, _event((4, 1, 1), (4, 1, 1)))


async def test_rows_may_follow_their_event(world: World, conn: AsyncConnection) -> None:
    """Rows of several events, hundreds at a time."""
    event = _event(*((week, day, section) for week in range(4, 21) for day in range(1, 8) for section in (1, 2, 3, 4)))
    await insert_event(world.owner, conn, world.term_id, replace(event, sections=()))
    await insert_section_rows(world.owner, conn, world.term_id, event.sections)
    await insert_section_rows(world.owner, conn, world.term_id, [])
    assert len(await load_occupants(world.owner, conn, world.term_id)) == len(event.sections) + 2


async def test_rows_of_unknown_events_are_refused(world: World, conn: AsyncConnection) -> None:
    """Host and guest alike; the message quotes the id."""
    stray = SectionRow(new_id(), "nothing", 9, 1, 1)
    with pytest.raises(NotFound, match="event 'nothing' does not exist"):
        await insert_section_rows(world.owner, conn, world.term_id, [stray])
    hosted = replace(stray, event_id=world.course.id, guest_event_id="nothing")
    with pytest.raises(NotFound, match="guest event 'nothing' does not exist"):
        await insert_section_rows(world.owner, conn, world.term_id, [hosted])


async def test_an_item_has_one_event(world: World, conn: AsyncConnection) -> None:
    """An item that is arranged cannot be arranged again, nor can one that does not exist."""
    arranged = EventRow(new_id(), "task", "again", item_id=world.guest.item_id)
    with pytest.raises(Conflict, match="is arranged already"):
        await insert_event(world.owner, conn, world.term_id, arranged)
    with pytest.raises(NotFound, match="task item 'nothing' does not exist"):
        await insert_event(world.owner, conn, world.term_id, replace(arranged, item_id="nothing"))


async def test_occupants_are_named_by_place(world: World, conn: AsyncConnection) -> None:
    """What an import needs in order to name a conflict."""
    occupant = Occupant(world.course.id, world.secret)
    expected = {(3, 2, 5): occupant, (3, 2, 6): occupant}
    assert await load_occupants(world.owner, conn, world.term_id) == expected


async def test_a_refusal_leaves_the_transaction_usable(world: World, conn: AsyncConnection) -> None:
    """The caller may go on after an error of the domain (rule DATA-4)."""
    with pytest.raises(NotFound):
        await insert_event(world.owner, conn, "nowhere", _event())
    assert len(await load_occupants(world.owner, conn, world.term_id)) == 2
