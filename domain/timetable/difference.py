"""What importing into a term that holds a timetable changes there (rules IMPORT-29 to IMPORT-31)."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from domain.commit.standing import Standing
from domain.timetable.calendar import Skipped
from domain.timetable.course import Course, Meeting, TimedEvent

DifferenceKind = Literal["added", "removed", "changed"]

DisplacedCode = Literal["section_taken", "host_gone", "host_closed", "host_moved", "host_shared"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class CourseDifference(_Frozen):
    """A course that comes, goes, or is another than it was.

    Attributes:
        event_id: the event, which stays through every change; null where it is new.
        before, after: the course as it stood, and as the file has it; null where there is none.
        meetings_gone, meetings_come: sections of weeks that only one of the two takes.
    """

    kind: DifferenceKind
    event_id: str | None
    before: Course | None
    after: Course | None
    meetings_gone: tuple[Meeting, ...] = ()
    meetings_come: tuple[Meeting, ...] = ()


class TimedDifference(_Frozen):
    """An event without sections that comes, goes, or has another time or place; members as of a course."""

    kind: DifferenceKind
    event_id: str | None
    before: TimedEvent | None
    after: TimedEvent | None


class DisplacedTask(_Frozen):
    """A placed task that loses its place and waits again.

    Attributes:
        code: a course takes its sections (``section_taken``), or its host goes (``host_gone``), takes no tasks any more
            (``host_closed``), leaves its sections (``host_moved``) or grows together with what hosts another there
            (``host_shared``).
        item_id: the class item; null for a task of no class, which leaves the timetable.
        event_id: the event that goes.
        before: where it stood.
        by: names of the courses that take its sections, or of its host.
        message: all of it in one sentence.
    """

    code: DisplacedCode
    task: str
    item_id: str | None
    event_id: str
    before: Standing
    by: tuple[str, ...]
    message: str


class Difference(_Frozen):
    """All that an import changes in a term; courses and timed events in the order of the file, then those that go.

    Attributes:
        tasks_left: tasks of the file that do not stand in the term, and do not come into it (IMPORT-32).
    """

    courses: tuple[CourseDifference, ...] = ()
    timed_events: tuple[TimedDifference, ...] = ()
    displaced: tuple[DisplacedTask, ...] = ()
    tasks_left: tuple[Skipped, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether the timetable is as the file says."""
        return not (self.courses or self.timed_events)
