"""The user snapshot (rules MEMORY-15 to MEMORY-18)."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.context.person.snapshot import MOST_PLACED, MOST_REMEMBERED, MOST_REMINDERS, UserSnapshot
from domain.reminders.arguments import CreateRequest
from domain.schedule.rows import EventRow, SectionRow
from domain.term.calendar import Term
from services.ingest_user_model import ingest
from services.make_term import make_term
from services.memories import remember
from services.memory_forms import Told
from services.reminders import carry_out
from services.ulids import ascending_ulids
from services.user_snapshot import load_snapshot
from storage.memories import NewMemory
from storage.schedule import EventDetails, insert_event
from storage.session_changes import mark_ended
from storage.sessions import SessionRecord, insert_session
from storage.users import ensure_user

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 9, 15, 12, 0, tzinfo=SHANGHAI)
TERM = Term(first_monday=date(2026, 8, 31), weeks=18)


@dataclass
class Person:
    """One person's things, put in by hand."""

    owner: str
    engine: AsyncEngine

    async def task(self, term: str, name: str, *places: tuple[int, int, int], kind: str = "task") -> None:
        event_id, *row_ids = ascending_ulids(1 + len(places))
        rows = tuple(SectionRow(row, event_id, *place) for row, place in zip(row_ids, places, strict=True))
        async with self.engine.begin() as conn:
            await insert_event(self.owner, conn, term, EventRow(event_id, kind, name, sections=rows))  # type: ignore[arg-type]

    async def by_clock(self, term: str, name: str, starts: datetime, hours: float) -> None:
        details = EventDetails("", "", starts, starts + timedelta(hours=hours))
        async with self.engine.begin() as conn:
            await insert_event(self.owner, conn, term, EventRow(ascending_ulids(1)[0], "task", name), details)

    async def session(self) -> str:
        record = SessionRecord(ascending_ulids(1)[0], NOW)
        async with self.engine.begin() as conn:
            await insert_session(self.owner, conn, record)
        return record.id

    async def remind(self, session: str, prompt: str, after: timedelta) -> None:
        async def clock(_connection: AsyncConnection) -> datetime:
            return NOW

        request = CreateRequest(prompt, int(after.total_seconds()))
        async with self.engine.begin() as conn:
            await carry_out(self.owner, conn, session, request, clock)

    async def remember(self, text: str, kind: str, importance: float = 0.5, status: str = "active") -> None:
        new = NewMemory(text, kind, NOW, importance, status=status)  # type: ignore[arg-type]
        async with self.engine.begin() as conn:
            await remember(self.owner, conn, new)

    async def tell(self, **told: object) -> None:
        await ingest(self.owner, self.engine, Told.model_validate(told), None, NOW, NOW)

    async def snapshot(self, now: datetime = NOW) -> UserSnapshot:
        async with self.engine.connect() as conn:
            return await load_snapshot(self.owner, conn, now)


@pytest.fixture
def person(engine: AsyncEngine, owner: str) -> Person:
    return Person(owner, engine)


def _told(snapshot: UserSnapshot, source: str = "timetable") -> list[str]:
    return [each.text for each in snapshot.commitments if each.source == source]


async def test_of_a_person_of_whom_nothing_is_known_it_is_empty(person: Person) -> None:
    """In the zone that terms usually have."""
    found = await person.snapshot()
    assert (found.at.isoformat(), found.zone) == ("2026-09-15T12:00:00+08:00", "Asia/Shanghai")
    assert (found.profile, found.preferences, found.remembered, found.commitments) == ({}, {}, (), ())


async def test_commitments_are_what_is_placed_and_due_in_seven_days_then_what_is_remembered(person: Person) -> None:
    """In the order of their instants, on the clocks of the person; no courses, nothing over, nothing beyond."""
    term = (await make_term(person.owner, person.engine, TERM)).id
    await person.task(term, "over", (3, 2, 1))
    await person.task(term, "goes on", (3, 2, 4), (3, 2, 5), (3, 2, 6))
    await person.task(term, "course", (3, 3, 1), kind="course")
    await person.task(term, "sunday", (3, 7, 12))
    await person.task(term, "last day", (4, 1, 12))
    await person.task(term, "eighth day", (4, 2, 1))
    await person.by_clock(term, "overnight", datetime(2026, 9, 17, 23, 0, tzinfo=SHANGHAI), 3)
    session, ended = await person.session(), await person.session()
    await person.remind(session, "喝水", timedelta(minutes=30))
    await person.remind(session, "in time", timedelta(days=6, hours=11, minutes=59))
    await person.remind(session, "too late", timedelta(days=6, hours=12))
    await person.remind(ended, "silent", timedelta(hours=1))
    async with person.engine.begin() as conn:
        await mark_ended(person.owner, conn, ended, NOW)
    await person.remember("light", "commitment", 0.1)
    await person.remember("heavy", "commitment", 0.9)
    await person.remember("kept", "commitment", 1.0, "done")
    await person.remember("other", "note")
    found = await person.snapshot()
    texts = [each.text for each in found.commitments]
    assert texts == ["goes on", "喝水", "overnight", "sunday", "last day", "in time", "heavy", "light"]
    first, water, *_, heavy, _ = found.commitments
    assert (first.starts_at, first.ends_at) == (
        datetime(2026, 9, 15, 11, 10, tzinfo=SHANGHAI),
        datetime(2026, 9, 15, 15, 40, tzinfo=SHANGHAI),
    )
    assert (water.id, water.session_id, water.starts_at) == ("schedule-1", session, NOW + timedelta(minutes=30))
    assert (heavy.source, heavy.importance, heavy.starts_at) == ("memory", 0.9, None)


async def test_the_days_are_those_of_the_zone_that_the_profile_names(person: Person) -> None:
    """In Honolulu it is still Monday, and the seventh day ends there when it is six in the evening in Shanghai."""
    term = (await make_term(person.owner, person.engine, TERM)).id
    await person.task(term, "afternoon", (4, 1, 7))
    await person.task(term, "evening", (4, 1, 12))
    assert _told(await person.snapshot()) == ["afternoon", "evening"]
    await person.tell(profile={"zone": "Pacific/Honolulu"})
    found = await person.snapshot()
    assert (found.zone, found.at.isoformat()) == ("Pacific/Honolulu", "2026-09-14T18:00:00-10:00")
    [afternoon] = found.commitments
    assert (afternoon.text, str(afternoon.starts_at)[-6:]) == ("afternoon", "-10:00")


async def test_a_week_in_which_the_clocks_change_has_seven_days(person: Person) -> None:
    """To midnight by the clocks there, which is an hour more than seven times twenty-four."""
    berlin = ZoneInfo("Europe/Berlin")
    await person.tell(profile={"zone": "Europe/Berlin"})
    session = await person.session()
    now = datetime(2026, 10, 20, 0, 0, tzinfo=berlin)
    due = datetime(2026, 10, 26, 23, 59, tzinfo=berlin).astimezone(UTC)
    await person.remind(session, "last minute", due - NOW.astimezone(UTC))
    await person.remind(session, "next day", due + timedelta(minutes=1) - NOW.astimezone(UTC))
    assert _told(await person.snapshot(now), "reminder") == ["last minute"]


async def test_a_snapshot_is_bounded(person: Person) -> None:
    """However much there is of anything."""
    term = (await make_term(person.owner, person.engine, TERM)).id
    for day in range(3, 8):
        for section in range(1, 11):
            await person.task(term, f"{day}-{section}", (3, day, section))
    session = await person.session()
    for number in range(MOST_REMINDERS + 3):
        await person.remind(session, f"r{number}", timedelta(minutes=1 + number))
    for kind in ("commitment", "preference"):
        for number in range(MOST_REMEMBERED + 3):
            await person.remember(f"{kind} {number}", kind)
    found = await person.snapshot()
    counts = [len(_told(found, source)) for source in ("timetable", "reminder", "memory")]
    assert counts == [MOST_PLACED, MOST_REMINDERS, MOST_REMEMBERED]
    assert [each.text for each in found.remembered][:2] == ["preference 22", "preference 21"]
    assert len(found.remembered) == MOST_REMEMBERED


async def test_it_has_nothing_of_anybody_else(engine: AsyncEngine, person: Person) -> None:
    """Though the other person has one of everything."""
    async with engine.begin() as conn:
        await ensure_user("bob", conn)
    other = Person("bob", engine)
    term = (await make_term("bob", engine, TERM)).id
    await other.task(term, "theirs", (3, 3, 1))
    await other.remind(await other.session(), "theirs", timedelta(hours=1))
    await other.remember("theirs", "commitment")
    await other.remember("theirs", "preference")
    await other.tell(profile={"a": "theirs"}, preferences={"b": "theirs"})
    assert "theirs" not in str(await person.snapshot())
    assert str(await other.snapshot()).count("theirs") == 6
