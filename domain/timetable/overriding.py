"""Courses on days that are held as other days, and the way back (rules OVERRIDE-2 to OVERRIDE-7)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from domain.commit.images import Image, Images, Touched
from domain.term.calendar import Term
from domain.term.overrides import DayPlan, KeptRow, Override, StandingOverride, TermDay, day_plan
from domain.timetable.course import Cell, Course, Timetable, meetings_of
from domain.timetable.held import HeldTerm, course_of, timed_event_of
from domain.timetable.matching import course_pairs

Rows = Mapping[str, Mapping[Cell, str]]
"""The sections of each course by the original timetable, by the id of its event, with the ids of their rows."""


def overridden(cells: Iterable[Cell], plan: DayPlan) -> set[Cell]:
    """The sections that a course takes in fact, of those that it takes by the original timetable (rule OVERRIDE-2)."""
    by_day: dict[TermDay, list[int]] = defaultdict(list)
    for cell in cells:
        by_day[_day(cell)].append(cell.section)
    own = {Cell(*day, section) for day, sections in by_day.items() if day not in plan for section in sections}
    held = {
        Cell(*day, section) for day, source in plan.items() if source is not None for section in by_day.get(source, ())
    }
    return own | held


def overridden_timetable(timetable: Timetable, plan: DayPlan) -> Timetable:
    """A timetable as it takes place; timed events stay where they are (rule OVERRIDE-3)."""
    if not plan:
        return timetable
    courses = tuple(
        course.model_copy(update={"meetings": meetings_of(overridden(course.cells(), plan))})
        for course in timetable.courses
    )
    return timetable.model_copy(update={"courses": courses})


@dataclass(frozen=True, slots=True)
class Overriding:
    """A term and the overrides in force in it."""

    term: Term
    held: HeldTerm
    standing: tuple[StandingOverride, ...]

    @property
    def plan(self) -> DayPlan:
        """The days that are held otherwise."""
        return day_plan(self.term, (one.override for one in self.standing))

    def original(self) -> Rows:
        """The original timetable: what stands on days without override, and what is kept of the others."""
        plan = self.plan
        rows = {
            event.id: {cell: row.id for cell, row in self.held.rows_of(event.id).items() if _day(cell) not in plan}
            for event in self.held.courses
        }
        for one in self.standing:
            day = self.term.position(one.override.day)
            for kept in one.kept:
                if kept.event_id in rows:
                    rows[kept.event_id][Cell(*day, kept.section)] = kept.row_id
        return rows

    def timetable_under(self, plan: DayPlan) -> Timetable:
        """The courses that stand in the term as they take place under other overrides."""
        original = self.original()
        return Timetable(
            courses=tuple(
                course_of(event, self.held.rows_of(event.id)).model_copy(
                    update={"meetings": meetings_of(overridden(original[event.id], plan))}
                )
                for event in self.held.courses
            ),
            timed_events=tuple(map(timed_event_of, self.held.timed)),
            skipped=(),
        )

    def names_by_day(self) -> Mapping[TermDay, list[str]]:
        """The courses of each day by the original timetable, in the order of their first sections."""
        original, names = self.original(), {event.id: event.name for event in self.held.courses}
        return courses_by_day((names[event_id], cells) for event_id, cells in original.items())


def courses_by_day(courses: Iterable[tuple[str, Iterable[Cell]]]) -> Mapping[TermDay, list[str]]:
    """The names of courses on each day on which they take place, in the order of sections."""
    found: dict[TermDay, list[str]] = defaultdict(list)
    for cell, name in sorted((cell, name) for name, cells in courses for cell in cells):
        if name not in found[_day(cell)]:
            found[_day(cell)].append(name)
    return found


def kept_rows(term: Term, overrides: Iterable[Override], rows: Rows) -> tuple[StandingOverride, ...]:
    """The overrides with what stands on their days by the original timetable (rule OVERRIDE-5)."""
    by_day: dict[TermDay, list[KeptRow]] = defaultdict(list)
    for event_id, cells in rows.items():
        for cell, row_id in sorted(cells.items()):
            by_day[_day(cell)].append(KeptRow(row_id=row_id, event_id=event_id, section=cell.section))
    ordered = sorted(overrides, key=lambda one: one.day)
    return tuple(
        StandingOverride(override=one, kept=tuple(by_day[TermDay(*term.position(one.day))])) for one in ordered
    )


def imported_rows(before: Rows, after: HeldTerm, courses: Collection[Course], ids: Iterator[str]) -> Rows:
    """The original timetable once a file is imported whose courses now stand in the term (rule OVERRIDE-7).

    Args:
        before: the original timetable before.
        after: the term as the import leaves it.
        courses: the courses of the file.
        ids: ids of rows that were never stored.
    """
    rows: dict[str, dict[Cell, str]] = {}
    for event, course in course_pairs(after.courses, after.rows, courses):
        if event is not None and course is not None:
            standing, known = after.rows_of(event.id), before.get(event.id, {})
            rows[event.id] = {
                cell: standing[cell].id if cell in standing else known.get(cell) or next(ids) for cell in course.cells()
            }
    return rows


def held_after(held: HeldTerm, images: Images) -> HeldTerm:
    """A term with these rows written."""
    return HeldTerm(
        events=tuple(_written({event.id: event for event in held.events}, images.events)),
        sections=tuple(_written({row.id: row for row in held.sections}, images.sections)),
    )


def _written(rows: dict[str, Image], touched: Iterable[Touched[Image]]) -> Iterable[Image]:
    for one in touched:
        rows.pop(one.row_id, None)
        if one.after is not None:
            rows[one.row_id] = one.after
    return rows.values()


def _day(cell: Cell) -> TermDay:
    return TermDay(cell.week, cell.day_of_week)
