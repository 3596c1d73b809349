"""What stands in a term, as it is exported: events with their meetings and lasting names (rules EXPORT-1, EXPORT-3)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from domain.term.calendar import Term
from domain.timetable.course import Cell, Meeting, meetings_of


@dataclass(frozen=True, slots=True)
class HeldSection:
    """A section that an event takes; as a guest where ``host`` names the event in which it is embedded."""

    row_id: str
    week: int
    day_of_week: int
    section: int
    host: str | None = None

    @property
    def cell(self) -> Cell:
        """Where it lies in the term."""
        return Cell(self.week, self.day_of_week, self.section)


@dataclass(frozen=True, slots=True)
class HeldEvent:
    """An event of a term with all its sections.

    Attributes:
        class_name: the class of the item that a task carries out, if any.
        created_at: when it was stored.
        sections: in any order; of a guest they are those of its host.
        starts_at, ends_at: set together, where it takes no section.
    """

    id: str
    type: Literal["course", "task"]
    name: str
    created_at: datetime
    location: str = ""
    teacher: str = ""
    embeddable: bool = False
    class_name: str = ""
    sections: tuple[HeldSection, ...] = ()
    starts_at: datetime | None = None
    ends_at: datetime | None = None

    @property
    def is_guest(self) -> bool:
        """Whether it stands in another event."""
        return any(section.host is not None for section in self.sections)


@dataclass(frozen=True, slots=True)
class HeldTerm:
    """A term with all that stands in it.

    Attributes:
        version: that of its timetable.
    """

    term: Term
    version: int
    events: tuple[HeldEvent, ...]

    def in_order(self) -> Sequence[HeldEvent]:
        """Those that take sections, then their guests, then those that take none; by id.

        A reader that gives a section to whoever comes first gives it to the host.
        """
        return sorted(self.events, key=lambda event: (not event.sections, event.is_guest, event.id))


@dataclass(frozen=True, slots=True)
class HeldMeeting:
    """One meeting of an event under a name that lasts."""

    uid: str
    meeting: Meeting


def meetings_held(event: HeldEvent) -> Iterator[HeldMeeting]:
    """The meetings of an event in the order of days and sections, named as EXPORT-3 says."""
    rows = {section.cell: section.row_id for section in event.sections}
    oldest = min(rows.values(), default="")
    for meeting in meetings_of(rows):
        row = min(rows[cell] for cell in _cells(meeting))
        yield HeldMeeting(event.id if row == oldest else f"{event.id}-{row}", meeting)


def _cells(meeting: Meeting) -> Iterable[Cell]:
    for week in meeting.weeks:
        for section in range(meeting.slot_start, meeting.slot_end + 1):
            yield Cell(week, meeting.day_of_week, section)
