"""The courses of a term become those of a file, and tasks stay where they can (rules IMPORT-29 and IMPORT-30)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from itertools import count
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.commit.images import EventImage, Images, SectionImage, Touched
from domain.timetable.course import Cell, Course, TimedEvent, Timetable, meetings_of
from domain.timetable.difference import Difference
from domain.timetable.held import HeldTerm, cell_of, course_of, timed_event_of
from domain.timetable.replacement import replacement

NOW = datetime(2026, 9, 1, tzinfo=UTC)
CELLS = [Cell(week, day, section) for week in (1, 2) for day in (1, 2) for section in range(1, 6)]
NAMES = ["高等数学", "大学英语", "讲座"]
IDS = count(1)


def new_ids() -> Iterator[str]:
    return (f"{number:026}" for number in IDS)


def course(name: str, *cells: Cell, embeddable: bool = False, location: str = "") -> Course:
    return Course(name=name, location=location, embeddable=embeddable, meetings=meetings_of(cells))


def timetable(*courses: Course, timed: Sequence[TimedEvent] = ()) -> Timetable:
    return Timetable(courses=courses, timed_events=tuple(timed), skipped=())


def carried_out(held: HeldTerm, images: Images) -> HeldTerm:
    """The term as it is when the images are written; what they say is there must be there."""
    events: dict[str, EventImage] = {event.id: event for event in held.events}
    sections: dict[str, SectionImage] = {row.id: row for row in held.sections}
    write(events, images.events)
    write(sections, images.sections)
    return HeldTerm(
        tuple(sorted(events.values(), key=lambda event: event.id)),
        tuple(sorted(sections.values(), key=lambda row: row.place)),
    )


def write(table: dict[str, Any], changes: Iterable[Touched[Any]]) -> None:
    for touched in changes:
        assert table.pop(touched.row_id, None) == touched.before
        if touched.after is not None:
            table[touched.row_id] = touched.after


def holding(wanted: Timetable) -> HeldTerm:
    """A term into which a file was imported."""
    return carried_out(HeldTerm(), replacement(HeldTerm(), wanted, new_ids(), NOW).images)


def with_task(held: HeldTerm, name: str, *cells: Cell) -> HeldTerm:
    """The term with a task: in the course that holds the sections, else in sections of its own."""
    [event_id, *row_ids] = [next(new_ids()) for _ in range(len(cells) + 1)]
    task = EventImage(id=event_id, name=name, item_id=f"item of {name}", created_at=NOW)
    inside = [row for row in held.sections if cell_of(row) in cells]
    if inside:
        rows = [row.model_copy(update={"guest_event_id": event_id}) if row in inside else row for row in held.sections]
    else:
        own = zip(row_ids, cells, strict=True)
        rows = [
            *held.sections,
            *(SectionImage(id=row_id, event_id=event_id, **cell._asdict()) for row_id, cell in own),
        ]
    return HeldTerm((*held.events, task), tuple(sorted(rows, key=lambda row: row.place)))


@st.composite
def files(draw: st.DrawFn) -> Timetable:
    """A small file: each section to one course at most, and some events without sections."""
    kinds = [(name, embeddable) for name in NAMES for embeddable in (False, True)]
    owners = draw(st.lists(st.sampled_from([None, *kinds, *kinds[:3]]), min_size=len(CELLS), max_size=len(CELLS)))
    courses = []
    for kind in draw(st.permutations(kinds)):
        cells = [cell for cell, owner in zip(CELLS, owners, strict=True) if owner == kind]
        if cells:
            location = draw(st.sampled_from(["", "A-101"]))
            courses.append(course(kind[0], *cells, embeddable=kind[1], location=location))
    return timetable(*courses, timed=draw(st.lists(timed_events(), max_size=4)))


@st.composite
def timed_events(draw: st.DrawFn) -> TimedEvent:
    zone = timezone(timedelta(hours=draw(st.sampled_from([0, 8]))))
    start = (NOW + timedelta(days=draw(st.integers(0, 2)))).astimezone(zone)
    name, location = draw(st.sampled_from(["午餐会", "体检"])), draw(st.sampled_from(["", "食堂"]))
    return TimedEvent(name=name, location=location, starts_at=start, ends_at=start + timedelta(hours=1))


@st.composite
def terms(draw: st.DrawFn) -> HeldTerm:
    """A term that holds a file and tasks: in free sections, and one at most in each occurrence of a course."""
    held = holding(draw(files()))
    wanted = {event.id: course_of(event, held.rows_of(event.id)) for event in held.courses}
    taken = {cell_of(row) for row in held.sections}
    runs = [run for one in wanted.values() if one.embeddable for run in occurrences(one)]
    runs += [[cell] for cell in CELLS if cell not in taken]
    for number, run in enumerate(runs):
        if draw(st.booleans()):
            held = with_task(held, f"任务 {number}", *run[: draw(st.integers(1, len(run)))])
    return held


def occurrences(one: Course) -> Iterator[list[Cell]]:
    for meeting in one.meetings:
        for week in meeting.weeks:
            yield [Cell(week, meeting.day_of_week, n) for n in range(meeting.slot_start, meeting.slot_end + 1)]


def shown(events: Iterable[TimedEvent]) -> Counter[tuple[str, str, datetime, datetime]]:
    return Counter(
        (one.name, one.location, one.starts_at.astimezone(UTC), one.ends_at.astimezone(UTC)) for one in events
    )


@given(terms(), files())
def test_what_the_difference_says_makes_the_term_what_the_file_says(held: HeldTerm, wanted: Timetable) -> None:
    """Applied, it leads to the courses of the file, and importing the file again changes nothing."""
    found = replacement(held, wanted, new_ids(), NOW)
    after = carried_out(held, found.images)
    courses = [course_of(event, after.rows_of(event.id)) for event in after.courses]
    assert sorted(courses, key=str) == sorted(wanted.courses, key=str)
    assert shown(map(timed_event_of, after.timed)) == shown(wanted.timed_events)
    assert len({row.place for row in after.sections}) == len(after.sections)
    again = replacement(after, wanted, new_ids(), NOW)
    assert (again.difference, again.images) == (Difference(), Images())


@given(terms(), files())
def test_what_is_told_is_what_changes(held: HeldTerm, wanted: Timetable) -> None:
    """Courses as they were and as they become, with the sections that go and come."""
    difference = replacement(held, wanted, new_ids(), NOW).difference
    for one in difference.courses:
        old = set(one.before.cells()) if one.before else set()
        new = set(one.after.cells()) if one.after else set()
        gone, come = (
            {*course("", embeddable=False).model_copy(update={"meetings": told}).cells()}
            for told in (one.meetings_gone, one.meetings_come)
        )
        assert (gone, come) == (old - new, new - old)
        assert one.kind == ("added" if not one.before else "removed" if not one.after else "changed")
    stood = Counter(str(course_of(event, held.rows_of(event.id))) for event in held.courses)
    stood.subtract(str(one.before) for one in difference.courses if one.before)
    stood.update(str(one.after) for one in difference.courses if one.after)
    assert +stood == Counter(map(str, wanted.courses))


@given(terms(), files())
def test_tasks_stay_where_they_are_or_are_named(held: HeldTerm, wanted: Timetable) -> None:
    """Those named, all of need, lose every section, and their items wait; no host has two tasks at once."""
    found = replacement(held, wanted, new_ids(), NOW)
    after = carried_out(held, found.images)
    named = {task.event_id for task in found.difference.displaced}
    assert {event.id for event in held.tasks} - {event.id for event in after.tasks} == named
    assert {one.row_id for one in found.images.items} == {task.item_id for task in found.difference.displaced}
    for task in held.tasks:
        old = {row.id for row in held.sections if task.id in (row.event_id, row.guest_event_id)}
        new = {row.id for row in after.sections if task.id in (row.event_id, row.guest_event_id)}
        assert new == (set() if task.id in named else old)
    for event in after.courses:
        rows = after.rows_of(event.id)
        assert event.can_be_embedded or not any(row.guest_event_id for row in rows.values())
        for run in occurrences(course_of(event, rows)):
            assert len({rows[cell].guest_event_id for cell in run} - {None}) <= 1
    check_need(held, wanted, named)


def check_need(held: HeldTerm, wanted: Timetable, named: set[str]) -> None:
    """No task is displaced without need: in free sections where no course comes, in a course that stays as it was."""
    taken = {cell for one in wanted.courses for cell in one.cells()}
    for task in held.tasks:
        own = held.rows_of(task.id)
        if own:
            assert (task.id in named) == bool(own.keys() & taken)
    same = {str(one) for one in wanted.courses}
    for event in held.courses:
        rows = held.rows_of(event.id)
        if str(course_of(event, rows)) in same:
            assert not {row.guest_event_id for row in rows.values()} & named


@given(terms(), files())
def test_events_and_sections_that_stay_keep_their_ids(held: HeldTerm, wanted: Timetable) -> None:
    """A course of the same name and kind is the same event, and a section that it keeps is the same row."""
    after = carried_out(held, replacement(held, wanted, new_ids(), NOW).images)
    old = {(event.name, event.can_be_embedded): event for event in held.courses}
    for event in after.courses:
        before = old.get((event.name, event.can_be_embedded))
        if before is None:
            continue
        assert (event.id, event.created_at) == (before.id, before.created_at)
        kept, now = held.rows_of(before.id), after.rows_of(event.id)
        assert all(now[cell].id == kept[cell].id for cell in kept.keys() & now.keys())


A, B = Cell(1, 1, 1), Cell(1, 1, 2)
FAR = Cell(2, 2, 5)


def test_a_course_of_another_name_in_all_its_sections_is_the_same_event() -> None:
    """It was renamed, so its guest stays."""
    held = with_task(holding(timetable(course("讲座", A, B, embeddable=True))), "背单词", A)
    found = replacement(held, timetable(course("大学英语", A, B, embeddable=True)), new_ids(), NOW).difference
    [one] = found.courses
    assert (one.kind, one.event_id, found.displaced) == ("changed", held.courses[0].id, ())
    assert (one.meetings_gone, one.meetings_come) == ((), ())


def test_every_reason_is_told_in_the_language_of_the_task() -> None:
    """By code, with who is to blame, and where the task stood."""
    lecture = course("讲座", A, B, embeddable=True)
    free, inside = Cell(1, 2, 4), Cell(1, 1, 1)
    cases: list[tuple[str, tuple[Cell, ...], Timetable, str, str]] = [
        ("Read", (free,), timetable(lecture, course("高等数学", free)), "section_taken", "to '高等数学'"),
        ("背单词", (inside,), timetable(course("高等数学", FAR)), "host_gone", "「讲座」已不在那里"),
        ("Read", (inside,), timetable(course("讲座", A, B)), "host_closed", "'讲座' takes no tasks any more"),
        ("背单词", (inside,), timetable(course("讲座", B, embeddable=True)), "host_moved", "「讲座」已不在这些节次"),
    ]
    for name, cells, wanted, code, told in cases:
        held = with_task(holding(timetable(lecture)), name, *cells)
        [task] = replacement(held, wanted, new_ids(), NOW).difference.displaced
        assert (task.code, task.task, task.item_id) == (code, name, f"item of {name}")
        assert told in task.message
        assert [place.key for place in task.before.places] == [(1, *cells[0][1:], cells[0].section)]


def test_of_two_guests_whose_host_grows_together_the_later_one_gives_way() -> None:
    """An occurrence of a host takes one (STATE-6)."""
    held = holding(timetable(course("讲座", Cell(1, 1, 1), Cell(1, 1, 3), embeddable=True)))
    for name, section in (("背单词", 1), ("读论文", 3)):
        held = with_task(held, name, Cell(1, 1, section))
    grown = course("讲座", *(Cell(1, 1, section) for section in (1, 2, 3)), embeddable=True)
    [task] = replacement(held, timetable(grown), new_ids(), NOW).difference.displaced
    assert (task.code, task.task) == ("host_shared", "读论文")
