"""From the events of a file to the timetable of a term (rules IMPORT-5 to IMPORT-10)."""

from collections.abc import Iterable
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


class _Assembly:
    """Takes events in the order of the file."""

    def __init__(self, term: Term, occupation: Occupation) -> None:
        self._term = term
        self._occupation = occupation
        self._timed: list[TimedEvent] = []
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
        return Timetable(courses=taken.courses, timed_events=tuple(self._timed), skipped=tuple(taken.skipped))

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
        self._occupation.take(_holder(event), cells)

    def _skip(self, event: CalendarEvent, code: SkipCode, reason: str) -> None:
        self._occupation.skip(_holder(event), code, reason)


def is_embeddable(event: CalendarEvent) -> bool:
    """Whether other tasks may be done in an event: by its mark, or by 「（水课）」 in its name (rule IMPORT-9)."""
    return event.marked_embeddable or is_filler(event.summary)


def _holder(event: CalendarEvent) -> Holder:
    course, embeddable = without_sections(event.summary), is_embeddable(event)
    return Holder(event.uid, event.summary, course, embeddable, event.location, event.teacher)
