"""Days that are held as other days, and the way back (rules OVERRIDE-2 to OVERRIDE-6)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from domain.commit.images import EventImage, SectionImage
from domain.term.calendar import Term
from domain.term.overrides import KeptRow, Override, TermDay
from domain.timetable.course import Cell, Course, Timetable, meetings_of
from domain.timetable.decision import Decision, decision
from domain.timetable.held import HeldTerm
from domain.timetable.overriding import (
    Overriding,
    courses_by_day,
    held_after,
    imported_rows,
    overridden,
    overridden_timetable,
)

NOW = datetime(2026, 9, 1, tzinfo=UTC)
TERM = Term(first_monday=date(2026, 8, 31), weeks=2)
DAYS = [TERM.first_monday + timedelta(days=number) for number in range(14)]
IDS = count(1)


def new_ids(_: Timetable) -> Iterator[str]:
    return (f"{number:026}" for number in IDS)


def held(**courses: Iterable[Cell]) -> HeldTerm:
    """A term with these courses, each in its own sections."""
    events = tuple(
        EventImage(id=name, type="course", name=name, can_be_embedded=name == "talk", created_at=NOW)
        for name in courses
    )
    rows = (
        SectionImage(id=f"{name}-{cell.week}-{cell.day_of_week}-{cell.section}", event_id=name, **cell._asdict())
        for name, cells in courses.items()
        for cell in cells
    )
    return HeldTerm(events, tuple(rows))


def decided(overriding: Overriding, overrides: Iterable[Override]) -> Decision:
    return decision(overriding, overrides, new_ids, NOW)


def after(overriding: Overriding, overrides: Iterable[Override]) -> Overriding:
    """The term once these are its overrides."""
    made = decided(overriding, overrides)
    return Overriding(overriding.term, held_after(overriding.held, made.found.images), made.standing)


def rows_of(overriding: Overriding) -> set[SectionImage]:
    return set(overriding.held.sections)


def places_of(overriding: Overriding) -> dict[Cell, str]:
    return {Cell(row.week, row.day_of_week, row.section): row.event_id for row in overriding.held.sections}


@st.composite
def terms(draw: st.DrawFn) -> Overriding:
    """Three courses, of which one stands on a day or two only."""
    cells = [Cell(week, day, section) for week in (1, 2) for day in range(1, 8) for section in (1, 2)]
    takers = draw(st.lists(st.sampled_from("abc-"), min_size=len(cells), max_size=len(cells)))
    standing = {name: [cell for cell, taker in zip(cells, takers, strict=True) if taker == name] for name in "abc"}
    return Overriding(TERM, held(**{name: found for name, found in standing.items() if found}), ())


@st.composite
def overrides_of_days(draw: st.DrawFn) -> list[Override]:
    """Up to five days, held as others of which some are held otherwise themselves."""
    chosen = draw(st.lists(st.sampled_from(DAYS), unique=True, min_size=1, max_size=5))
    made = []
    for day in chosen:
        source = draw(st.none() | st.sampled_from([other for other in DAYS if other != day]))
        week, day_of_week = TERM.position(source) if source else (None, None)
        made.append(Override(day=day, as_week=week, as_day_of_week=day_of_week))
    return made


@given(terms(), overrides_of_days(), st.randoms())
def test_the_order_does_not_matter_and_removing_brings_every_row_back(
    term: Overriding, chosen: list[Override], random: Random
) -> None:
    """One by one in any order is all at once; taken back in any order, the rows are the very same as before."""
    together, one_by_one = after(term, chosen), term
    order = list(chosen)
    random.shuffle(order)
    for number in range(len(order)):
        one_by_one = after(one_by_one, order[: number + 1])
    assert places_of(one_by_one) == places_of(together)
    assert [one.override for one in one_by_one.standing] == [one.override for one in together.standing]
    random.shuffle(order)
    while order:
        order.pop()
        one_by_one = after(one_by_one, order)
        assert places_of(one_by_one) == places_of(after(term, order))
    assert rows_of(one_by_one) == rows_of(term)
    assert set(one_by_one.held.events) == set(term.held.events)


@given(terms(), overrides_of_days())
def test_each_day_has_the_courses_of_the_day_that_it_is_held_as(term: Overriding, chosen: list[Override]) -> None:
    """By the original timetable; all other days are as they were, and the same again changes nothing."""
    now = after(term, chosen)
    before = places_of(term)
    plan = {TermDay(*TERM.position(one.day)): one.source for one in chosen}
    wanted: dict[Cell, str] = {}
    for day in DAYS:
        here = TermDay(*TERM.position(day))
        source = plan.get(here, here)
        if source is not None:
            wanted |= {Cell(*here, n): before[Cell(*source, n)] for n in (1, 2) if Cell(*source, n) in before}
    assert places_of(now) == wanted
    again = decided(now, chosen)
    assert again.found.difference.is_empty
    assert again.standing == now.standing
    assert {day: set(names) for day, names in now.names_by_day().items()} == {
        day: set(names) for day, names in term.names_by_day().items()
    }


@given(terms(), overrides_of_days())
def test_the_file_that_was_imported_still_says_what_stands_there(term: Overriding, chosen: list[Override]) -> None:
    """And what it says of the days that are held otherwise is what is kept already (OVERRIDE-7)."""
    file = term.timetable_under({})
    now = after(term, chosen)
    assert overridden_timetable(file, now.plan) == now.timetable_under(now.plan)
    assert imported_rows(now.original(), now.held, file.courses, iter(())) == now.original()


def test_two_days_are_held_as_each_other() -> None:
    """Each has what the other has of itself, not what that one is held as."""
    plan = {TermDay(1, 1): TermDay(1, 2), TermDay(1, 2): TermDay(1, 1)}
    assert overridden([Cell(1, 1, 3), Cell(1, 2, 5), Cell(1, 3, 7)], plan) == {
        Cell(1, 1, 5),
        Cell(1, 2, 3),
        Cell(1, 3, 7),
    }


def test_tasks_in_the_way_are_named_with_their_guests() -> None:
    """One stands where a course comes, one in a course that goes; both lose their places only in what is worked out."""
    term = held(maths=[Cell(1, 1, 1), Cell(1, 2, 1)], talk=[Cell(1, 3, 3)])
    tasks = [EventImage(id=name, name=name, item_id=f"item {name}", created_at=NOW) for name in ("free", "guest")]
    rows = [
        row.model_copy(update={"guest_event_id": "guest"}) if row.event_id == "talk" else row for row in term.sections
    ]
    rows.append(SectionImage(id="free row", event_id="free", week=1, day_of_week=6, section=1))
    overriding = Overriding(TERM, HeldTerm((*term.events, *tasks), tuple(rows)), ())
    saturday = Override(day=date(2026, 9, 5), as_week=1, as_day_of_week=1)
    made = decided(overriding, [saturday, Override(day=date(2026, 9, 2))])
    assert [(task.code, task.task, task.by) for task in made.found.difference.displaced] == [
        ("section_taken", "free", ("maths",)),
        ("host_moved", "guest", ("talk",)),
    ]
    assert {touched.row_id for touched in made.found.images.items} == {"item free", "item guest"}
    assert made.standing[0].kept == (KeptRow(row_id="talk-1-3-3", event_id="talk", section=3),)
    assert decided(overriding, []).found.difference.is_empty


def test_courses_are_listed_by_their_days_in_the_order_of_sections() -> None:
    """Each once."""
    courses = [("late", [Cell(1, 1, 5), Cell(1, 1, 6)]), ("early", [Cell(1, 1, 1), Cell(2, 3, 1)])]
    assert courses_by_day(courses) == {TermDay(1, 1): ["early", "late"], TermDay(2, 3): ["early"]}


def test_a_course_without_sections_left_stays() -> None:
    """It is in the timetable, with no meeting."""
    file = Timetable(
        courses=(Course(name="talk", location="", embeddable=False, meetings=meetings_of([Cell(1, 3, 3)])),),
        timed_events=(),
        skipped=(),
    )
    [course] = overridden_timetable(file, {TermDay(1, 3): None}).courses
    assert course.meetings == ()
