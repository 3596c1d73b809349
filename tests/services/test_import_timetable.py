"""Importing calendar files into a real database (rules IMPORT-12 and IMPORT-17 to IMPORT-21)."""

import asyncio
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import (
    IdempotencyKeyReused,
    InvalidCalendar,
    InvalidTerm,
    NotFound,
)
from domain.term.calendar import DEFAULT_SECTIONS, SectionTime, Term
from domain.term.window import Window
from domain.timetable.choice import Consent, TermChoice
from domain.timetable.difference import Difference
from domain.timetable.report import ImportReport
from services.delete_term import delete_term
from services.import_timetable import import_timetable
from services.make_term import make_term
from services.read_tasks import read_tasks
from storage.schedule import load_events
from storage.tables import metadata, schedule_events
from storage.terms import load_term
from storage.users import ensure_user
from tests.services.calendar_text import vcalendar, vevent

EXAMPLES = Path(__file__).parents[2] / "examples"
TERM = Term(first_monday=date(2026, 8, 31), weeks=18)
END = "DTEND;TZID=Asia/Shanghai:20260831T094000"
WEEKLY = "RRULE:FREQ=WEEKLY;COUNT=3"


ALL = TermChoice.of(TERM)
CONTENT = vcalendar(vevent(END, WEEKLY), vevent(END, "RRULE:FREQ=HOURLY", summary="晨跑"))


async def counts(engine: AsyncEngine) -> dict[str, int]:
    """How many rows each table has, without the empty ones."""
    async with engine.connect() as conn:
        found = {t.name: await conn.scalar(select(func.count()).select_from(t)) for t in metadata.sorted_tables}
    return {name: count for name, count in found.items() if count}


async def imported(engine: AsyncEngine, **arguments: Any) -> ImportReport:
    """An import of Ann's, of the usual file unless another is given."""
    return await import_timetable("ann", engine, **{"content": CONTENT, **arguments})


async def empty_term(engine: AsyncEngine, term: Term = TERM, owner: str = "ann") -> str:
    async with engine.begin() as conn:
        await ensure_user(owner, conn)
    return (await make_term(owner, engine, term)).id


async def test_a_file_becomes_a_term_with_its_events_and_section_rows(engine: AsyncEngine) -> None:
    """What the report says is what the tables hold, and ids follow the order of the file."""
    lunch = vevent("DURATION:PT1H", summary="午餐会", start="DTSTART:20260831T040500Z")
    content = vcalendar(
        vevent(END, WEEKLY, "LOCATION:A-101", summary="高等数学"),
        vevent(END, "DESCRIPTION:第9-10节", "CATEGORIES:可嵌入", summary="讲座"),
        lunch,
        vevent(END, "EXDATE:20260907T000000Z", summary="例外"),
    )
    report = await import_timetable("ann", engine, content=content, choice=ALL)
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
    report = await imported(engine)
    assert report.term == Term(first_monday=date(2026, 8, 31), weeks=3)


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        (TermChoice(first_monday=date(2026, 8, 24)), {"first_monday": date(2026, 8, 24), "weeks": 4}),
        (TermChoice(weeks=18), {"weeks": 18}),
        (TermChoice(weeks=2, zone="Asia/Tokyo"), {"weeks": 2, "zone": "Asia/Tokyo"}),
        (TermChoice(first_monday=date(2026, 9, 7)), {"first_monday": date(2026, 9, 7), "weeks": 2}),
        (ALL, {"weeks": 18}),
    ],
)
async def test_what_is_said_of_the_term_is_taken_and_the_rest_goes_with_it(
    engine: AsyncEngine, choice: TermChoice, expected: dict[str, Any]
) -> None:
    """An earlier Monday makes the term longer, fewer weeks cut it off (IMPORT-17)."""
    report = await imported(engine, choice=choice)
    guessed = {"first_monday": date(2026, 8, 31), "weeks": 3, "zone": "Asia/Shanghai"}
    assert report.term == Term(**{**guessed, **expected})
    async with engine.connect() as conn:
        assert (await load_term("ann", conn, report.term_id or "")).term == report.term


async def test_a_guess_that_does_not_go_with_what_is_said_is_refused(engine: AsyncEngine) -> None:
    """The last Mondays of the calendar are too late for any length; nothing is stored."""
    with pytest.raises(InvalidTerm, match="9999-12-20 leaves the calendar"):
        await imported(engine, choice=TermChoice(first_monday=date(9999, 12, 20), weeks=2))
    assert await counts(engine) == {}


async def test_a_dry_run_reports_the_same_and_stores_nothing(engine: AsyncEngine) -> None:
    """Only the id is missing; not even a user is made."""
    dry = await imported(engine, choice=ALL, dry_run=True, idempotency_key="k")
    assert await counts(engine) == {}
    real = await imported(engine, choice=ALL, idempotency_key="k")
    assert dry.term_id is None
    assert dry == real.model_copy(update={"term_id": None})
    assert [skipped.name for skipped in real.skipped] == ["晨跑"]


@pytest.mark.parametrize("dry_run", [False, True])
@pytest.mark.parametrize(
    ("content", "choice", "message"),
    [
        (b"no calendar at all", TermChoice(), "is no calendar"),
        (vcalendar(), TermChoice(), "the calendar holds no event: choose another export"),
        (vcalendar(), ALL, "the calendar holds no event: choose another export"),
        (vcalendar(vevent(END, "RRULE:FREQ=SECONDLY")), TermChoice(), "no readable event .1 skipped; .*FREQ=SECONDLY"),
        (
            vcalendar(vevent(END, "RRULE:FREQ=SECONDLY")),
            ALL,
            "can be stored in the term 2026-08-31 to 2027-01-03 .1 skipped; '高等数学': FREQ=SECONDLY",
        ),
        (CONTENT, TermChoice(first_monday=date(2030, 1, 7)), "term 2030-01-07 to .*2 skipped; '晨跑': FREQ=HOURLY"),
    ],
)
async def test_a_file_without_anything_to_store_is_refused_and_makes_no_term(
    engine: AsyncEngine, content: bytes, choice: TermChoice, message: str, dry_run: bool
) -> None:
    """An empty term would only be in the way; the error says why it would be empty (IMPORT-19)."""
    with pytest.raises(InvalidCalendar, match=message) as refused:
        await imported(engine, content=content, choice=choice, dry_run=dry_run, idempotency_key="k")
    assert await counts(engine) == {}
    if "skipped" in message:
        skipped = cast(list[dict[str, str]], refused.value.facts["skipped"])
        assert skipped[0].keys() == {"uid", "name", "code", "reason"}


async def test_two_people_import_the_same_file(engine: AsyncEngine) -> None:
    """Identifiers of a file are not ids, and a stranger cannot read the term."""
    first = await imported(engine)
    second = await import_timetable("bob", engine, content=CONTENT)
    assert first.term_id != second.term_id
    async with engine.connect() as conn:
        with pytest.raises(NotFound):
            await load_term("bob", conn, first.term_id or "")


async def test_an_empty_term_takes_a_timetable_once(engine: AsyncEngine) -> None:
    """It is read for that term and raises its version; the second time nothing changes (IMPORT-18, IMPORT-29)."""
    early = tuple(SectionTime(start=time(hour), end=time(hour, 59)) for hour in range(1, 13))
    term_id = await empty_term(engine, TERM.model_copy(update={"sections": early}))
    choice = TermChoice(term_id=term_id)
    dry = await imported(engine, choice=choice, dry_run=True)
    report = await imported(engine, choice=choice)
    assert report == dry
    assert (report.term_id, report.term.sections) == (term_id, early)
    [course] = report.courses
    assert (course.meetings[0].slot_start, course.meetings[0].slot_end) == (8, 9)
    before = await counts(engine)
    for dry_run in (True, False):
        again = await imported(engine, choice=choice, dry_run=dry_run)
        assert again == report.model_copy(update={"difference": Difference()})
    assert await counts(engine) == before
    async with engine.connect() as conn:
        assert (await load_term("ann", conn, term_id)).timetable_version == 2


async def test_of_two_imports_into_one_term_at_a_time_one_is_stored(engine: AsyncEngine) -> None:
    """The other finds that it stands there."""
    choice = TermChoice(term_id=await empty_term(engine))
    outcomes = await asyncio.gather(*(imported(engine, choice=choice) for _ in range(2)))
    assert sorted(outcome.difference is None for outcome in outcomes) == [False, True]
    assert (await counts(engine))["schedules"] == 6
    async with engine.connect() as conn:
        assert (await load_term("ann", conn, choice.term_id or "")).timetable_version == 2


async def test_the_term_of_somebody_else_is_not_found(engine: AsyncEngine) -> None:
    """As if it had never been, also on a dry run."""
    choice = TermChoice(term_id=await empty_term(engine, owner="victim"))
    before = await counts(engine)
    for dry_run in (True, False):
        with pytest.raises(NotFound, match="does not exist"):
            await imported(engine, choice=choice, dry_run=dry_run)
    assert await counts(engine) == before


@pytest.mark.parametrize("at_once", [False, True])
async def test_the_same_key_stores_once_and_reports_the_same(engine: AsyncEngine, at_once: bool) -> None:
    """One after the other and at the same time (IMPORT-21)."""
    calls = [imported(engine, idempotency_key="k") for _ in range(2)]
    first, second = await asyncio.gather(*calls) if at_once else [await call for call in calls]
    assert first == second
    stored = await counts(engine)
    assert (stored["terms"], stored["schedules"]) == (1, 6)
    other = await imported(engine, idempotency_key="another", consent=Consent(twin=True))
    assert other.term_id != first.term_id


async def test_the_same_key_works_for_a_term_that_is_there_already(engine: AsyncEngine) -> None:
    """What the first import put there does not refuse its repetition."""
    choice = TermChoice(term_id=await empty_term(engine))
    first, second = await asyncio.gather(*(imported(engine, choice=choice, idempotency_key="k") for _ in range(2)))
    assert first == second == await imported(engine, choice=choice, idempotency_key="k")
    async with engine.connect() as conn:
        assert (await load_term("ann", conn, first.term_id or "")).timetable_version == 2


@pytest.mark.parametrize(
    "other",
    [
        {"content": vcalendar(vevent(END))},
        {"choice": TermChoice(weeks=4)},
        {"choice": TermChoice(zone="Asia/Tokyo")},
        {"choice": TermChoice(sections=(*DEFAULT_SECTIONS[:11], SectionTime(start=time(22), end=time(23))))},
    ],
)
async def test_the_same_key_with_another_file_or_choice_is_refused(engine: AsyncEngine, other: dict[str, Any]) -> None:
    """Nothing is stored a second time."""
    await imported(engine, idempotency_key="k")
    before = await counts(engine)
    with pytest.raises(IdempotencyKeyReused, match="'k' was used for another import_timetable"):
        await imported(engine, idempotency_key="k", **other)
    assert await counts(engine) == before


async def test_the_key_of_a_term_that_was_removed_makes_no_other(engine: AsyncEngine) -> None:
    """It stays gone (EDGE-20)."""
    report = await imported(engine, idempotency_key="k")
    await delete_term("ann", engine, report.term_id or "", 1)
    with pytest.raises(NotFound, match="does not exist"):
        await imported(engine, idempotency_key="k")
    assert "terms" not in await counts(engine)


async def test_a_refused_import_leaves_the_key_free(engine: AsyncEngine) -> None:
    """The next file under it counts."""
    with pytest.raises(InvalidCalendar):
        await imported(engine, content=b"", idempotency_key="k")
    assert (await imported(engine, idempotency_key="k")).term_id


async def test_many_events_are_stored_whole(engine: AsyncEngine) -> None:
    """More than fit into one statement, in the order of the file."""
    names = [f"会 {number:04}" for number in range(1200)]
    lunch = [vevent("DURATION:PT1H", summary=name, start="DTSTART:20260831T040500Z") for name in names]
    report = await imported(engine, content=vcalendar(vevent(END), *lunch))
    async with engine.connect() as conn:
        stored = (await conn.execute(select(schedule_events.c.name).order_by("id"))).scalars().all()
    assert [event.name for event in report.timed_events] == names
    assert stored == ["高等数学", *names]


@pytest.mark.parametrize(
    ("calendar", "tasks", "courses", "timed", "skipped"),
    [("timetable.ics", "tasks.json", 11, 0, []), ("exchange.ics", "exchange-tasks.json", 8, 5, [])],
)
async def test_the_examples_are_imported_whole(
    engine: AsyncEngine, calendar: str, tasks: str, courses: int, timed: int, skipped: list[str]
) -> None:
    """Two weeks of different kind go through the same code, each in the term that its task list gives."""
    term = read_tasks((EXAMPLES / tasks).read_bytes()).term
    report = await imported(engine, content=(EXAMPLES / calendar).read_bytes(), choice=TermChoice.of(term))
    assert report.term == term
    assert (len(report.courses), len(report.timed_events)) == (courses, timed)
    assert [entry.name for entry in report.skipped] == skipped
    assert any(course.embeddable for course in report.courses)
    assert any(set(m.weeks) <= set(range(2, 19, 2)) and len(m.weeks) > 1 for c in report.courses for m in c.meetings)
    stored = await counts(engine)
    assert (stored["schedule_events"], stored["schedules"]) == (courses + timed, report.section_rows)
