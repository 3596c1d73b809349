"""Reading today, and what goes on now (rules READ-1 to READ-5)."""

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import NoTermToday
from domain.schedule.rows import EventRow, SectionRow
from domain.schedule.week import DayView
from domain.term.calendar import Term
from services.add_class import add_class
from services.class_forms import NewClass
from services.make_term import make_term
from services.read_now import read_now, read_today
from services.ulids import ascending_ulids
from storage.schedule import EventDetails, insert_event
from storage.users import ensure_user

TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
SPRING = Term(first_monday=date(2027, 2, 22), weeks=16)
HOLIDAYS = datetime(2027, 1, 20, 4, 0, tzinfo=UTC)


class Timetable:
    """One person's terms, to put events in."""

    def __init__(self, owner: str, engine: AsyncEngine) -> None:
        self.owner, self.engine = owner, engine

    async def term(self, term: Term = TERM) -> str:
        return (await make_term(self.owner, self.engine, term)).id

    async def put(self, term_id: str, name: str, *places: tuple[int, int, int], item: str | None = None) -> None:
        event_id, *row_ids = ascending_ulids(1 + len(places))
        rows = tuple(SectionRow(row, event_id, *place) for row, place in zip(row_ids, places, strict=True))
        stored = EventRow(event_id, "task" if item else "course", name, False, item, rows)
        async with self.engine.begin() as conn:
            await insert_event(self.owner, conn, term_id, stored)

    async def put_by_clock(self, term_id: str, name: str, starts_at: datetime) -> None:
        details = EventDetails("", "", starts_at, starts_at + timedelta(hours=1))
        async with self.engine.begin() as conn:
            await insert_event(self.owner, conn, term_id, EventRow(ascending_ulids(1)[0], "course", name), details)


@pytest.fixture
def timetable(engine: AsyncEngine, owner: str) -> Timetable:
    return Timetable(owner, engine)


def names(day: DayView | None) -> list[str] | None:
    return None if day is None else [event.name for event in (*day.entries, *day.timed_events)]


def shanghai(day: str, clock: str) -> datetime:
    return datetime.fromisoformat(f"{day}T{clock}:00+08:00").astimezone(UTC)


async def test_today_is_told_in_the_zone_of_the_term(engine: AsyncEngine, owner: str, timetable: Timetable) -> None:
    """Though it is still yesterday in UTC; a task whose end has passed is done, and a course is not."""
    term_id = await timetable.term()
    group = await add_class(owner, engine, NewClass.model_validate({"name": "概率论", "items": ["一", "二"]}))
    first, second = group.record.row.items
    await timetable.put(term_id, "高等数学", (3, 2, 1))
    await timetable.put(term_id, "一", (3, 2, 2), item=first.id)
    await timetable.put(term_id, "二", (3, 2, 3), (3, 2, 4), item=second.id)
    await timetable.put(term_id, "明天", (3, 3, 1))
    today = await read_today(owner, engine, shanghai("2026-09-15", "06:00"))
    assert (today.date, today.week, today.day_of_week, today.term_id) == (date(2026, 9, 15), 3, 2, term_id)
    assert (names(today), [entry.done for entry in today.entries]) == (["高等数学", "一", "二"], [False] * 3)
    assert today.at.isoformat() == "2026-09-15T06:00:00+08:00"
    for clock, done in (("09:39", [False] * 3), ("09:40", [False, True, False]), ("23:59", [False, True, True])):
        day = await read_today(owner, engine, shanghai("2026-09-15", clock))
        assert [entry.done for entry in day.entries] == done, clock


async def test_now_and_next_within_a_day_and_beyond_it(engine: AsyncEngine, owner: str, timetable: Timetable) -> None:
    """After the last of a day the next one is looked for, however many days or weeks later it is."""
    term_id = await timetable.term()
    await timetable.put(term_id, "高等数学", (3, 2, 1), (3, 2, 2))
    await timetable.put(term_id, "体育", (3, 2, 5))
    await timetable.put(term_id, "英语", (5, 7, 3))
    await timetable.put_by_clock(term_id, "讲座", shanghai("2026-09-20", "18:00"))
    told = [
        ("2026-08-31", "00:00", [], ("高等数学", date(2026, 9, 15), 3)),
        ("2026-09-14", "09:00", [], ("高等数学", date(2026, 9, 15), 3)),
        ("2026-09-15", "08:50", ["高等数学"], ("体育", date(2026, 9, 15), 3)),
        ("2026-09-15", "14:00", ["体育"], ("讲座", date(2026, 9, 20), 3)),
        ("2026-09-20", "18:30", ["讲座"], ("英语", date(2026, 10, 4), 5)),
        ("2026-10-04", "10:15", ["英语"], None),
        ("2027-01-03", "23:59", [], None),
    ]
    for day, clock, present, following in told:
        found = await read_now(owner, engine, shanghai(day, clock))
        assert names(found.now) == present, (day, clock)
        assert found.term_id == term_id
        shown = found.next and (*(names(found.next) or []), found.next.date, found.next.week)
        assert shown == following, (day, clock)
    later = (await read_now(owner, engine, shanghai("2026-09-14", "09:00"))).next
    assert later is not None
    assert later.starts_at == later.entries[0].starts_at == shanghai("2026-09-15", "08:00")


async def test_outside_every_term_nothing_goes_on(engine: AsyncEngine, owner: str, timetable: Timetable) -> None:
    """In the holidays the first of the next term comes next; today is a problem that says when that begins."""
    empty = await read_now(owner, engine, HOLIDAYS)
    assert (empty.at, empty.term_id, empty.now, empty.next) == (HOLIDAYS, None, None, None)
    with pytest.raises(NoTermToday, match="no term of yours holds 2027-01-20: import a timetable"):
        await read_today(owner, engine, HOLIDAYS)
    autumn, spring = await timetable.term(TERM), await timetable.term(SPRING)
    await timetable.put(autumn, "高等数学", (18, 7, 12))
    await timetable.put(spring, "物理", (2, 1, 3))
    holidays = await read_now(owner, engine, HOLIDAYS)
    assert (holidays.term_id, holidays.now, names(holidays.next)) == (None, None, ["物理"])
    assert holidays.next is not None
    assert (holidays.next.term_id, holidays.next.date) == (spring, date(2027, 3, 1))
    with pytest.raises(NoTermToday, match="the next one begins on 2027-02-22"):
        await read_today(owner, engine, HOLIDAYS)
    last = await read_now(owner, engine, shanghai("2027-01-03", "22:30"))
    assert (last.term_id, names(last.now), last.next) == (autumn, [], holidays.next)
    after = await read_now(owner, engine, shanghai("2027-07-01", "08:00"))
    assert (after.term_id, after.next) == (None, None)


async def test_of_several_terms_the_newest_that_holds_the_day_counts(
    engine: AsyncEngine, owner: str, timetable: Timetable
) -> None:
    """Each by the clocks of its own zone."""
    await timetable.term()
    shanghai_term = await timetable.term()
    honolulu = await timetable.term(TERM.model_copy(update={"zone": "Pacific/Honolulu", "weeks": 1}))
    told = {
        shanghai("2026-08-31", "00:00"): shanghai_term,
        datetime(2026, 8, 31, 9, 59, tzinfo=UTC): shanghai_term,
        datetime(2026, 8, 31, 10, 0, tzinfo=UTC): honolulu,
        datetime(2026, 9, 7, 9, 59, tzinfo=UTC): honolulu,
        datetime(2026, 9, 7, 10, 0, tzinfo=UTC): shanghai_term,
    }
    for moment, term_id in told.items():
        assert (await read_today(owner, engine, moment)).term_id == term_id, moment


async def test_a_term_that_begins_in_a_zone_behind_comes_next(
    engine: AsyncEngine, owner: str, timetable: Timetable
) -> None:
    """On its first Monday in UTC it is still Sunday there."""
    term_id = await timetable.term(TERM.model_copy(update={"zone": "Pacific/Honolulu"}))
    await timetable.put(term_id, "高等数学", (1, 1, 1))
    found = await read_now(owner, engine, datetime(2026, 8, 31, 9, 0, tzinfo=UTC))
    assert (found.term_id, names(found.next)) == (None, ["高等数学"])


async def test_a_stranger_sees_nothing_of_it(engine: AsyncEngine, timetable: Timetable) -> None:
    """Neither today, nor now, nor next."""
    await timetable.put(await timetable.term(), "高等数学", (3, 2, 1), (4, 2, 1))
    async with engine.begin() as conn:
        await ensure_user("bob", conn)
    moment = shanghai("2026-09-15", "08:10")
    found = await read_now("bob", engine, moment)
    assert (found.term_id, found.now, found.next) == (None, None, None)
    with pytest.raises(NoTermToday):
        await read_today("bob", engine, moment)
    await Timetable("bob", engine).term()
    found = await read_now("bob", engine, moment)
    assert (names(found.now), found.next) == ([], None)
