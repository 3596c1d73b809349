"""What stands in a term, as an import finds it (rule IMPORT-29)."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from domain.commit.images import EventImage, SectionImage
from domain.timetable.course import Cell, Course, TimedEvent, meetings_of


@dataclass(frozen=True)
class HeldTerm:
    """All events of a term and all its section rows, by id."""

    events: tuple[EventImage, ...] = ()
    sections: tuple[SectionImage, ...] = ()

    @property
    def courses(self) -> list[EventImage]:
        """The courses that take sections."""
        return [event for event in self.events if event.type == "course" and event.starts_at is None]

    @property
    def timed(self) -> list[EventImage]:
        """What is shown at its time."""
        return [event for event in self.events if event.type == "course" and event.starts_at is not None]

    @property
    def tasks(self) -> list[EventImage]:
        """Placed tasks, those that are embedded too."""
        return [event for event in self.events if event.type == "task"]

    @cached_property
    def rows(self) -> Mapping[str, Mapping[Cell, SectionImage]]:
        """The section rows of each event that takes any."""
        rows: dict[str, dict[Cell, SectionImage]] = defaultdict(dict)
        for row in self.sections:
            rows[row.event_id][cell_of(row)] = row
        return rows

    @cached_property
    def guests(self) -> Mapping[str, list[SectionImage]]:
        """The section rows that point at each guest."""
        rows: dict[str, list[SectionImage]] = defaultdict(list)
        for row in self.sections:
            if row.guest_event_id is not None:
                rows[row.guest_event_id].append(row)
        return rows

    def rows_of(self, event_id: str) -> Mapping[Cell, SectionImage]:
        """The section rows of an event."""
        return self.rows.get(event_id, {})


def cell_of(row: SectionImage) -> Cell:
    """The section that a row takes."""
    return Cell(row.week, row.day_of_week, row.section)


def course_of(event: EventImage, rows: Mapping[Cell, SectionImage]) -> Course:
    """A course as it stands."""
    return Course(
        name=event.name,
        location=event.location,
        teacher=event.teacher,
        embeddable=event.can_be_embedded,
        meetings=meetings_of(rows),
    )


def timed_event_of(event: EventImage) -> TimedEvent:
    """A timed event as it stands."""
    assert event.starts_at is not None
    assert event.ends_at is not None
    return TimedEvent(name=event.name, location=event.location, starts_at=event.starts_at, ends_at=event.ends_at)
