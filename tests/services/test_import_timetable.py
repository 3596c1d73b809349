"""Importing calendar files into a real database (rule IMPORT-12)."""

from collections.abc import AsyncIterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import InvalidCalendar, NotFound
from domain.term.calendar import Term
from domain.term.window import Window
from services.import_tasks import import_tasks
from services.import_timetable import import_timetable
from services.read_tasks import read_tasks
from storage.classes import load_classes
from storage.engine import create_engine
from storage.schedule import load_events
from storage.tables import schedule_events, schedules, task_classes, terms
from storage.terms import load_term
from tests.services.calendar_text import vcalendar, vevent

EXAMPLES = Path(__file__).parents[2] / "examples"
TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
END = "DTEND;TZID=Asia/Shanghai:20260831T094000"
WEEKLY = "RRULE:FREQ=WEEKLY;COUNT=3"


@pytest.fixture
async def engine(database: str) -> AsyncIterator[AsyncEngine]:
    engine = create_engine(database)
    yield engine
    await engine.dispose()


async def counts(engine: AsyncEngine) -> list[int]:
    tables = (terms, schedule_events, schedules, task_classes)
    async with engine.connect() as conn:
        return [await conn.scalar(select(func.count()).select_from(table)) or 0 for table in tables]


async def test_a_file_becomes_a_term_with_its_events_and_section_rows(engine: AsyncEngine) -> None:
    """What the report says is what the tables hold, and ids follow the order of the file."""
    lunch = vevent("DURATION:PT1H", summary="午餐会", start="DTSTART:20260831T040500Z")
    content = vcalendar(
        vevent(END, WEEKLY, "LOCATION:A-101", summary="高等数学"),
        vevent(END, "DESCRIPTION:第9-10节", "CATEGORIES:可嵌入", summary="讲座"),
        lunch,
        vevent(END, "EXDATE:20260907T000000Z", summary="例外"),
    )
    report = await import_timetable("ann", engine, content=content, term=TERM)
    assert report.term_id is not None
    assert report.section_rows == 8
    assert [skipped.name for skipped in report.skipped] == ["例外"]
    async with engine.connect() as conn:
        record = await load_term("ann", conn, report.term_id)
        events = await load_events("ann", conn, report.term_id, Window.between(TERM, TERM.first_monday, TERM.last_day))
        timed = (await conn.execute(select(schedule_events).where(schedule_events.c.starts_at.is_not(None)))).one()
        places = (await conn.execute(select(schedule_events.c.location).order_by("id"))).scalars().all()
    assert record.term == TERM
    assert [(event.name, event.type, event.can_be_embedded) for event in events] == [
        ("高等数学", "course", False),
        ("讲座", "course", True),
    ]
    cells = [(row.week, row.day_of_week, row.section) for row in events[0].sections]
    assert cells == [(1, 1, 1), (1, 1, 2), (2, 1, 1), (2, 1, 2), (3, 1, 1), (3, 1, 2)]
    assert (timed.name, timed.starts_at, timed.ends_at) == (
        "午餐会",
        datetime(2026, 8, 31, 4, 5, tzinfo=UTC),
        datetime(2026, 8, 31, 5, 5, tzinfo=UTC),
    )
    assert "A-101" in places


async def test_the_term_is_guessed_where_none_is_given(engine: AsyncEngine) -> None:
    """The report says which, so that a person can object."""
    report = await import_timetable("ann", engine, content=vcalendar(vevent(END, WEEKLY)))
    assert report.term == Term(first_monday=date(2026, 8, 31), weeks=3)


async def test_a_dry_run_reports_the_same_and_stores_nothing(engine: AsyncEngine) -> None:
    """Only the id is missing."""
    content = vcalendar(vevent(END, WEEKLY), vevent(END, "RRULE:FREQ=DAILY", summary="晨跑"))
    dry = await import_timetable("ann", engine, content=content, term=TERM, dry_run=True)
    assert await counts(engine) == [0, 0, 0, 0]
    real = await import_timetable("ann", engine, content=content, term=TERM)
    assert dry.term_id is None
    assert dry == real.model_copy(update={"term_id": None})


async def test_nothing_to_store_makes_no_term(engine: AsyncEngine) -> None:
    """An empty term would only be in the way; the report says why it is empty."""
    report = await import_timetable("ann", engine, content=vcalendar(vevent(END, "RDATE:20260907T000000Z")), term=TERM)
    assert report.term_id is None
    assert len(report.skipped) == 1
    with pytest.raises(InvalidCalendar, match="the calendar holds no event: choose another export"):
        await import_timetable("ann", engine, content=vcalendar())
    assert await counts(engine) == [0, 0, 0, 0]


async def test_two_people_import_the_same_file(engine: AsyncEngine) -> None:
    """Identifiers of a file are not ids, and a stranger cannot read the term."""
    content = vcalendar(vevent(END, WEEKLY))
    first = await import_timetable("ann", engine, content=content, term=TERM)
    second = await import_timetable("bob", engine, content=content, term=TERM)
    assert first.term_id != second.term_id
    async with engine.connect() as conn:
        with pytest.raises(NotFound):
            await load_term("bob", conn, first.term_id or "")


@pytest.mark.parametrize(
    ("calendar", "tasks", "courses", "timed", "skipped"),
    [("timetable.ics", "tasks.json", 11, 0, []), ("exchange.ics", "exchange-tasks.json", 8, 4, ["Culture Day"])],
)
async def test_the_examples_are_imported_whole(
    engine: AsyncEngine, calendar: str, tasks: str, courses: int, timed: int, skipped: list[str]
) -> None:
    """Two weeks of different kind go through the same code, their tasks too."""
    task_file = read_tasks((EXAMPLES / tasks).read_bytes())
    report = await import_timetable("ann", engine, content=(EXAMPLES / calendar).read_bytes(), term=task_file.term)
    assert (len(report.courses), len(report.timed_events)) == (courses, timed)
    assert [entry.name for entry in report.skipped] == skipped
    assert any(course.embeddable for course in report.courses)
    assert any(set(m.weeks) <= set(range(2, 19, 2)) and len(m.weeks) > 1 for c in report.courses for m in c.meetings)
    imported = await import_tasks("ann", engine, task_file)
    assert len(imported.class_ids) == 3
    assert imported.item_count >= 14
    assert await counts(engine) == [1, courses + timed, report.section_rows, 3]


async def test_a_task_list_becomes_classes_in_order(engine: AsyncEngine) -> None:
    """Classes and items keep the order of the file, with all their wishes."""
    tasks = read_tasks((EXAMPLES / "tasks.json").read_bytes())
    imported = await import_tasks("ann", engine, tasks)
    async with engine.connect() as conn:
        records = await load_classes("ann", conn)
    assert tuple(record.row.id for record in records) == imported.class_ids
    assert [record.row.name for record in records] == [task_class.name for task_class in tasks.classes]
    for record, task_class in zip(records, tasks.classes, strict=True):
        assert [item.content for item in record.row.items] == [item.content for item in task_class.items]
        assert {item.status for item in record.row.items} == {"pending"}
        assert record.row.total_slots == task_class.total_slots
        assert record.preferences.excluded_sections == task_class.excluded_sections
        assert record.preferences.preferred_sections == task_class.preferred_sections
        assert record.preferences.strategy == task_class.strategy
        assert record.preferences.allow_embed is task_class.allow_embed
