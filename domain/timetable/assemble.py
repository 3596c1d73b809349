"""From the events of a file to the timetable of a term (rules IMPORT-5 to IMPORT-10 and IMPORT-32)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from domain.errors import InvalidCalendar
from domain.term.calendar import Term
from domain.timetable.calendar import Calendar, CalendarEvent, SkipCode
from domain.timetable.course import Cell, TimedEvent, Timetable, is_filler
from domain.timetable.occupation import Holder, Occupation
from domain.timetable.recurrence import occurrences
from domain.timetable.sections import clocked_cells, stated_cells, stated_sections, without_sections

MAX_OCCURRENCES = 20_000

# What names no end is at a moment, and takes the section in which that lies.
_MOMENT = timedelta(minutes=1)


def timetable_of(calendar: Calendar, term: Term) -> Timetable:
    """The courses, timed events and skipped entries of a calendar in a term.

    Raises:
        InvalidCalendar: more than 20,000 occurrences lie inside the term, or more than 10,000 collisions.
    """
    assembly = _Assembly(term, Occupation(calendar.skipped))
    for event in calendar.events:
        assembly.add(event)
    return assembly.timetable()


@dataclass(frozen=True, slots=True)
class _Task:
    """A task whose sections are gathered from its entries."""

    holder: Holder
    is_guest: bool
    cells: set[Cell] = field(default_factory=set)


class _Assembly:
    """Takes events in the order of the file."""

    def __init__(self, term: Term, occupation: Occupation) -> None:
        self._term = term
        self._occupation = occupation
        self._timed: list[TimedEvent] = []
        self._tasks: dict[str, _Task] = {}
        self._seen = 0

    def add(self, event: CalendarEvent) -> None:
        """Place every occurrence of an event."""
        try:
            sections = stated_sections(event)
        except ValueError as error:
            self._skip(event, "unsupported", f"{error}: correct the text")
            return
        if event.whole_day:
            self._show(event, event.duration or _MOMENT, self._starts(event))
        elif sections is not None:
            cells = [stated_cells(start, sections, self._term) for start in self._starts(event)]
            self._occupy(event, frozenset().union(*cells))
        else:
            self._occupy(event, self._clocked(event, event.duration or _MOMENT))

    def timetable(self) -> Timetable:
        """The outcome so far."""
        taken = self._occupation
        self._place_tasks()
        return Timetable(
            courses=taken.courses,
            timed_events=tuple(self._timed),
            skipped=tuple(taken.skipped),
            tasks=taken.tasks,
        )

    def _place_tasks(self) -> None:
        """Tasks stand between courses or in them, and guests in what is there then (rule IMPORT-32)."""
        tasks = sorted(self._tasks.values(), key=lambda task: task.is_guest)
        for task in tasks:
            cells = frozenset(task.cells)
            if not (task.is_guest and self._occupation.embed(task.holder, cells)):
                self._occupation.take(task.holder, cells)
        self._tasks = {}

    def _starts(self, event: CalendarEvent) -> tuple[datetime, ...]:
        found = occurrences(event, self._term)
        self._seen += len(found.starts)
        if self._seen > MAX_OCCURRENCES:
            raise InvalidCalendar(
                f"more than {MAX_OCCURRENCES} occurrences lie inside the term, the last of {event.summary!r}: "
                "split the file"
            )
        self._note_outside(event, found.clipped, bool(found.starts))
        return found.starts

    def _note_outside(self, event: CalendarEvent, clipped: bool, some: bool) -> None:
        term = f"the term {self._term.first_monday} to {self._term.last_day}"
        if not some:
            self._skip(event, "outside_term", f"no occurrence starts inside {term}: import it for its own term")
        elif clipped:
            self._skip(
                event, "outside_term", f"occurrences outside {term} are left out: give a longer term to keep them"
            )

    def _clocked(self, event: CalendarEvent, duration: timedelta) -> frozenset[Cell]:
        taken: set[Cell] = set()
        for start in self._starts(event):
            cells = clocked_cells(start, start.astimezone(UTC) + duration, self._term)
            taken |= cells
            if not cells:
                self._show(event, duration, [start])
        return frozenset(taken)

    def _show(self, event: CalendarEvent, duration: timedelta, starts: Iterable[datetime]) -> None:
        name = without_sections(event.summary)
        for start in starts:
            end = start + duration if event.whole_day else start.astimezone(UTC) + duration
            self._timed.append(TimedEvent(name=name, location=event.location, starts_at=start, ends_at=end))

    def _occupy(self, event: CalendarEvent, cells: frozenset[Cell]) -> None:
        holder = _holder(event)
        if holder.task is None:
            self._occupation.take(holder, cells)
        elif cells:
            self._tasks.setdefault(holder.task, _Task(holder, event.is_guest)).cells.update(cells)

    def _skip(self, event: CalendarEvent, code: SkipCode, reason: str) -> None:
        self._occupation.skip(_holder(event), code, reason)


def is_embeddable(event: CalendarEvent) -> bool:
    """Whether other tasks may be done in an event: by its mark, or by 「（水课）」 in its name (rule IMPORT-9)."""
    return event.marked_embeddable or is_filler(event.summary)


def _holder(event: CalendarEvent) -> Holder:
    course, embeddable = without_sections(event.summary), is_embeddable(event)
    return Holder(event.uid, event.summary, course, embeddable, event.location, event.teacher, _task_of(event))


def _task_of(event: CalendarEvent) -> str | None:
    """What the entries of one task have in common: the first part of their identifiers (rule EXPORT-3)."""
    if not (event.is_task or event.is_guest):
        return None
    return f"{event.uid.partition('@')[0].partition('-')[0]} {event.summary}"
