"""From the events of a file to the timetable of a term (rules IMPORT-5 to IMPORT-10)."""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from domain.errors import InvalidCalendar
from domain.term.calendar import Term
from domain.timetable.calendar import Calendar, CalendarEvent, SkipCode, Skipped
from domain.timetable.course import Cell, Course, TimedEvent, Timetable, meetings_of
from domain.timetable.recurrence import occurrences
from domain.timetable.sections import clocked_cells, stated_cells, stated_sections, without_sections

MAX_OCCURRENCES = 20_000
MAX_COLLISIONS = 10_000

_FILLER = re.compile(r"[（(]\s*水课\s*[）)]")


@dataclass(slots=True)
class _Draft:
    """A course under construction."""

    cells: set[Cell] = field(default_factory=set)
    locations: dict[str, None] = field(default_factory=dict)


def timetable_of(calendar: Calendar, term: Term) -> Timetable:
    """The courses, timed events and skipped entries of a calendar in a term.

    Raises:
        InvalidCalendar: more than 20,000 occurrences lie inside the term, or more than 10,000 collisions.
    """
    assembly = _Assembly(term, list(calendar.skipped))
    for event in calendar.events:
        assembly.add(event)
    return assembly.timetable()


class _Assembly:
    """Takes events in the order of the file; whoever comes first keeps a section (rule IMPORT-10)."""

    def __init__(self, term: Term, skipped: list[Skipped]) -> None:
        self._term = term
        self._skipped = skipped
        self._drafts: dict[tuple[str, bool], _Draft] = {}
        self._owner: dict[Cell, tuple[str, bool]] = {}
        self._timed: list[TimedEvent] = []
        self._seen = 0
        self._collisions = 0

    def add(self, event: CalendarEvent) -> None:
        """Place every occurrence of an event."""
        try:
            sections = stated_sections(event)
        except ValueError as error:
            self._skip(event, "unsupported", f"{error}: correct the text")
            return
        if sections is not None:
            cells = [stated_cells(start, sections, self._term) for start in self._starts(event)]
            self._occupy(event, frozenset().union(*cells))
        elif event.duration:
            self._occupy(event, self._clocked(event, event.duration))
        else:
            self._skip(event, "unsupported", "it names neither sections nor an end: add DTEND")

    def timetable(self) -> Timetable:
        """The outcome so far."""
        courses = tuple(_course(*key, draft) for key, draft in self._drafts.items() if draft.cells)
        return Timetable(courses=courses, timed_events=tuple(self._timed), skipped=tuple(self._skipped))

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
            end = start.astimezone(UTC) + duration
            cells = clocked_cells(start, end, self._term)
            taken |= cells
            if not cells:
                name = without_sections(event.summary)
                timed = TimedEvent(name=name, location=event.location, starts_at=start, ends_at=end)
                self._timed.append(timed)
        return frozenset(taken)

    def _occupy(self, event: CalendarEvent, cells: frozenset[Cell]) -> None:
        if not cells:
            return
        key = without_sections(event.summary), is_embeddable(event)
        lost: dict[str, set[Cell]] = {}
        draft = self._drafts.setdefault(key, _Draft())
        for cell in sorted(cells):
            owner = self._owner.setdefault(cell, key)
            if owner == key:
                draft.cells.add(cell)
            else:
                lost.setdefault(owner[0], set()).add(cell)
        if event.location:
            draft.locations[event.location] = None
        self._count_collisions(event, len(lost))
        for name, collided in lost.items():
            places = "; ".join(map(str, meetings_of(collided)))
            taken = f"{places}: already taken by {name!r}, which comes first in the file"
            self._skip(event, "collision", f"{taken}; move one of the two and export again")

    def _count_collisions(self, event: CalendarEvent, more: int) -> None:
        self._collisions += more
        if self._collisions > MAX_COLLISIONS:
            raise InvalidCalendar(
                f"more than {MAX_COLLISIONS} times a course wants a section that another has, the last is "
                f"{event.summary!r}: the file holds several timetables, import each for a term of its own"
            )

    def _skip(self, event: CalendarEvent, code: SkipCode, reason: str) -> None:
        self._skipped.append(Skipped(uid=event.uid, name=event.summary, code=code, reason=reason))


def is_embeddable(event: CalendarEvent) -> bool:
    """Whether other tasks may be done in an event: by its mark, or by 「（水课）」 in its name (rule IMPORT-9)."""
    return event.marked_embeddable or bool(_FILLER.search(event.summary))


def _course(name: str, embeddable: bool, draft: _Draft) -> Course:
    location = "; ".join(draft.locations)
    return Course(name=name, location=location, embeddable=embeddable, meetings=meetings_of(draft.cells))
