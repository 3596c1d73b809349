"""Reading weeks and days (rules EDGE-25 to EDGE-27)."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import NotFound, OutOfTerm
from domain.schedule.rows import EventRow, SectionRow
from domain.schedule.week import DayView, EntryView
from domain.term.calendar import Term
from services.add_class import add_class
from services.class_forms import NewClass
from services.make_term import make_term
from services.read_week import read_day, read_week
from services.ulids import ascending_ulids
from storage.schedule import NO_DETAILS, EventDetails, insert_event
from storage.terms import raise_version

TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
MONDAY = date(2026, 9, 14)
NOW = datetime(2026, 9, 1, tzinfo=UTC)


class Timetable:
    """A term to put events in."""

    def __init__(self, owner: str, engine: AsyncEngine, term_id: str) -> None:
        self.owner, self.engine, self.term_id = owner, engine, term_id

    async def put(
        self,
        name: str,
        *places: tuple[int, int, int],
        guest: str | None = None,
        item: str | None = None,
        details: EventDetails = NO_DETAILS,
    ) -> str:
        """An event with its sections, and a guest in all of them."""
        event_id, *row_ids = ascending_ulids(1 + len(places))
        rows = tuple(SectionRow(row, event_id, *place, guest) for row, place in zip(row_ids, places, strict=True))
        stored = EventRow(event_id, "task" if item else "course", name, guest is not None, item, rows)
        async with self.engine.begin() as conn:
            await insert_event(self.owner, conn, self.term_id, stored, details)
        return event_id


@pytest.fixture
async def timetable(engine: AsyncEngine, owner: str) -> Timetable:
    return Timetable(owner, engine, (await make_term(owner, engine, TERM)).id)


def entries(day: DayView) -> list[tuple[str, int, int]]:
    return [(entry.name, entry.section_from, entry.section_to) for entry in day.entries]


async def test_a_week_is_shown_day_by_day(engine: AsyncEngine, owner: str, timetable: Timetable) -> None:
    """Sections of other weeks are not in it."""
    await timetable.put("高等数学", (3, 1, 1), (3, 1, 2), (3, 4, 3), (4, 1, 1), details=EventDetails("A-101", "王老师"))
    await timetable.put("体育", (3, 1, 5), (2, 7, 5))
    async with engine.begin() as conn:
        await raise_version(owner, conn, timetable.term_id)
    week = await read_week(owner, engine, timetable.term_id, 3, NOW)
    assert (week.term_id, week.week, week.timetable_version) == (timetable.term_id, 3, 2)
    assert [day.date for day in week.days] == [MONDAY + timedelta(days=n) for n in range(7)]
    assert [entries(day) for day in week.days] == [
        [("高等数学", 1, 2), ("体育", 5, 5)],
        [],
        [],
        [("高等数学", 3, 3)],
        [],
        [],
        [],
    ]
    [mathematics, _] = week.days[0].entries
    assert (mathematics.location, mathematics.teacher, mathematics.type) == ("A-101", "王老师", "course")
    assert mathematics.starts_at.isoformat() == "2026-09-14T08:00:00+08:00"


async def test_tasks_name_their_item_and_class_and_guests_their_host(
    engine: AsyncEngine, owner: str, timetable: Timetable
) -> None:
    """A task that is embedded tells both."""
    group = await add_class(owner, engine, NewClass.model_validate({"name": "概率论", "items": ["一", "二"]}))
    first, second = group.record.row.items
    guest = await timetable.put("一", item=first.id)
    host = await timetable.put("自习", (3, 2, 5), (3, 2, 6), guest=guest)
    alone = await timetable.put("二", (3, 2, 1), item=second.id)
    day = await read_day(owner, engine, timetable.term_id, MONDAY + timedelta(days=1), NOW)

    def told(entry: EntryView) -> tuple[Any, ...]:
        return (entry.event_id, entry.item_id, entry.class_id, entry.class_name, entry.host_event_id)

    assert [told(entry) for entry in day.entries] == [
        (alone, second.id, group.id, "概率论", None),
        (host, None, None, None, None),
        (guest, first.id, group.id, "概率论", host),
    ]
    assert [(e.can_be_embedded, e.section_from, e.section_to) for e in day.entries[1:]] == [(True, 5, 6), (False, 5, 6)]


async def test_events_by_the_clock_are_shown_apart(engine: AsyncEngine, owner: str, timetable: Timetable) -> None:
    """Of the week or the day, and of no other."""
    noon = datetime(2026, 9, 16, 4, 0, tzinfo=UTC)
    for days in (0, 4, 5):
        span = EventDetails("礼堂", "", noon + timedelta(days=days), noon + timedelta(days=days, hours=1))
        await timetable.put(f"讲座{days}", details=span)
    week = await read_week(owner, engine, timetable.term_id, 3, NOW)
    assert [[one.name for one in day.timed_events] for day in week.days] == [[], [], ["讲座0"], [], [], [], ["讲座4"]]
    [shown] = week.days[2].timed_events
    assert (shown.location, shown.starts_at.isoformat()) == ("礼堂", "2026-09-16T12:00:00+08:00")
    assert await read_day(owner, engine, timetable.term_id, date(2026, 9, 16), NOW) == week.days[2]
    assert (await read_day(owner, engine, timetable.term_id, date(2026, 9, 17), NOW)).timed_events == ()


async def test_each_day_alone_is_as_in_its_week(engine: AsyncEngine, owner: str, timetable: Timetable) -> None:
    """On the first and the last day of the term too."""
    await timetable.put("高等数学", *((week, day, day) for week in (1, 18) for day in range(1, 8)))
    for number in (1, 18):
        for day in (await read_week(owner, engine, timetable.term_id, number, NOW)).days:
            assert len(day.entries) == 1
            assert await read_day(owner, engine, timetable.term_id, day.date, NOW) == day


@pytest.mark.parametrize("week", [0, -1, 19, 10**12])
async def test_weeks_outside_the_term_are_refused(
    engine: AsyncEngine, owner: str, timetable: Timetable, week: int
) -> None:
    """The message says which weeks there are."""
    with pytest.raises(OutOfTerm, match="the term has weeks 1 to 18"):
        await read_week(owner, engine, timetable.term_id, week, NOW)


@pytest.mark.parametrize("day", [date(2026, 8, 30), date(2027, 1, 4), date.min, date.max])
async def test_days_outside_the_term_are_refused(
    engine: AsyncEngine, owner: str, timetable: Timetable, day: date
) -> None:
    """The message says from when to when it lasts."""
    with pytest.raises(OutOfTerm, match=f"{day} is outside the term 2026-08-31 to 2027-01-03"):
        await read_day(owner, engine, timetable.term_id, day, NOW)


async def test_a_term_of_somebody_else_is_not_found(engine: AsyncEngine, timetable: Timetable) -> None:
    """Nor is one that never was."""
    for read in (
        read_week("bob", engine, timetable.term_id, 3, NOW),
        read_day("bob", engine, timetable.term_id, MONDAY, NOW),
    ):
        with pytest.raises(NotFound, match=f"term '{timetable.term_id}' does not exist"):
            await read


async def test_a_full_week_takes_two_statements(engine: AsyncEngine, owner: str, timetable: Timetable) -> None:
    """However much stands in it."""
    for day in range(1, 8):
        for section in range(1, 13):
            await timetable.put(f"{day}-{section}", (3, day, section))
    statements: list[str] = []
    event.listen(engine.sync_engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    week = await read_week(owner, engine, timetable.term_id, 3, NOW)
    assert sum(len(day.entries) for day in week.days) == 84
    assert len(statements) == 2
