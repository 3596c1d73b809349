"""Random timetables, as rows, and what comes back of them."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from hypothesis import strategies as st

from domain.export.held import HeldEvent, HeldSection, HeldTerm
from domain.term.calendar import Term
from domain.timetable.course import Cell, Course, PlacedTask, meetings_of

ZONES = ("Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo")
STORED = datetime(2026, 8, 1, tzinfo=UTC)
HOSTILE = (
    "高等数学",
    "=cmd|' /C calc'!A0",
    "+1, a; b",
    "'=quoted",
    "''=twice",
    'Say "hi", \\n; ok\\',
    "-1",
    "@sum(A1)",
    "<b>&amp; 'x'",
    "BEGIN:VEVENT",
    "线性代数（二）：矩阵与向量空间，从定义到应用" * 4,
    "数学🎓👨‍👩‍👧",
)


def ulid(number: int) -> str:
    """An id; they ascend with the numbers."""
    return f"01K0000000000000000000{number:04d}"


@st.composite
def terms(draw: st.DrawFn) -> Term:
    """A term of some weeks in some zone, over a change of clocks or not."""
    monday = date(2026, 8, 31) + timedelta(weeks=draw(st.integers(0, 40)))
    return Term(first_monday=monday, weeks=draw(st.integers(1, 20)), zone=draw(st.sampled_from(ZONES)))


@st.composite
def timetables(draw: st.DrawFn) -> HeldTerm:
    """Courses of any weeks, every other week or scattered, on several days, of which no two want a section."""
    term = draw(terms())
    names = draw(st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=5, unique=True))
    taken: set[tuple[int, int, int]] = set()
    rows = iter(range(1000, 9999))
    events = []
    for number, name in enumerate(names):
        cells: set[tuple[int, int, int]] = set()
        for _ in range(draw(st.integers(1, 3))):
            day, first = draw(st.integers(1, 7)), draw(st.integers(1, 12))
            last = draw(st.integers(first, min(12, first + 3)))
            for week in draw(weeks_in(term.weeks)):
                cells |= {(week, day, section) for section in range(first, last + 1)}
        cells -= taken
        taken |= cells
        sections = tuple(HeldSection(ulid(next(rows)), *cell) for cell in sorted(cells))
        place, teacher = draw(st.sampled_from(("", "A-101, 东区; 二楼", "=A1"))), draw(st.sampled_from(("", "王老师")))
        if sections:
            events.append(
                HeldEvent(ulid(number), "course", name, STORED, place, teacher, draw(st.booleans()), "", sections)
            )
    return HeldTerm(term, 3, tuple(events))


@st.composite
def planned(draw: st.DrawFn) -> HeldTerm:
    """Such a timetable with tasks between its courses and, where courses are embeddable, in them."""
    held = draw(timetables())
    taken = {section.cell for event in held.events for section in event.sections}
    rows = iter(range(5000, 9999))
    tasks: list[HeldEvent] = []
    for number in range(draw(st.integers(0, 3))):
        week, day, first = draw(st.integers(1, held.term.weeks)), draw(st.integers(1, 7)), draw(st.integers(1, 11))
        cells = [cell for cell in (Cell(week, day, first), Cell(week, day, first + 1)) if cell not in taken]
        taken.update(cells)
        sections = tuple(HeldSection(ulid(next(rows)), *cell) for cell in cells)
        if sections:
            tasks.append(
                HeldEvent(ulid(100 + number), "task", f"任务{number}", STORED, class_name="类", sections=sections)
            )
    for number, host in enumerate(event for event in held.events if event.embeddable):
        of_one_day = [section for section in host.sections if section.cell[:2] == host.sections[0].cell[:2]]
        sections = tuple(replace(section, host=host.id) for section in of_one_day[: draw(st.integers(0, 2))])
        if sections:
            tasks.append(HeldEvent(ulid(200 + number), "task", f"嵌入{number}", STORED, sections=sections))
    return replace(held, events=(*held.events, *tasks))


def weeks_in(weeks: int) -> st.SearchStrategy[list[int]]:
    """All weeks, the odd or even ones, or any."""
    every = list(range(1, weeks + 1))
    halves = [half for half in (every, every[::2], every[1::2]) if half]
    return st.one_of(st.sampled_from(halves), st.lists(st.sampled_from(every), min_size=1, unique=True))


def courses_of(held: HeldTerm) -> list[Course]:
    """The courses as an import has them."""
    return [
        Course(
            name=event.name,
            location=event.location,
            teacher=event.teacher,
            embeddable=event.embeddable,
            meetings=meetings_of(section.cell for section in event.sections),
        )
        for event in held.events
        if event.type == "course"
    ]


def tasks_of(held: HeldTerm) -> list[PlacedTask]:
    """The tasks as an import has them, guests last."""
    tasks = sorted((event for event in held.events if event.type == "task"), key=lambda event: event.is_guest)
    return [
        PlacedTask(
            name=event.name,
            embedded=event.is_guest,
            meetings=meetings_of(section.cell for section in event.sections),
        )
        for event in tasks
    ]
