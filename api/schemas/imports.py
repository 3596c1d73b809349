"""Imports as programs see them (rules IMPORT-3, IMPORT-12 and IMPORT-16)."""

from datetime import date
from typing import Any, Self

from pydantic import BaseModel, ConfigDict

from api.schemas.classes import ClassView
from api.schemas.terms import SectionView
from domain.ids import Ulid
from domain.term.calendar import Term
from domain.timetable.calendar import Skipped
from domain.timetable.course import Course, PlacedTask, TimedEvent
from domain.timetable.difference import Difference
from services.read_tasks import TaskFile, WindowChoice

_EXAMPLE: dict[str, Any] = {
    "window": {"first": {"week": 5, "day_of_week": 1}, "last": "2026-10-07"},
    "classes": [
        {
            "name": "概率论",
            "total_slots": 4,
            "strategy": "steady",
            "excluded_days_of_week": [6, 7],
            "preferred_sections": [3, 4],
            "items": ["第一章 随机事件", {"content": "第二章 随机变量"}],
        }
    ],
}


class TermForm(BaseModel):
    """What a term is, apart from what stands in it."""

    model_config = ConfigDict(frozen=True)

    first_monday: date
    weeks: int
    zone: str
    sections: tuple[SectionView, ...]

    @classmethod
    def of(cls, term: Term, **members: Any) -> Self:
        """The form of a term."""
        sections = tuple(SectionView(start=section.start, end=section.end) for section in term.sections)
        return cls(first_monday=term.first_monday, weeks=term.weeks, zone=term.zone, sections=sections, **members)


class ImportedTerm(TermForm):
    """The term that a file was read for; without an id where a dry run would make it."""

    id: Ulid | None


class ImportCounts(BaseModel):
    """How much there is of each; ``section_rows`` are the sections that courses and tasks take in all weeks."""

    model_config = ConfigDict(frozen=True)

    courses: int
    section_rows: int
    timed_events: int
    tasks: int
    skipped: int


class ImportView(BaseModel):
    """What an import stored, or would store, and what it leaves out and why.

    Attributes:
        courses: what takes sections, with its meetings.
        timed_events: what takes none, and is shown at its time.
        tasks: what a file that was exported from a timetable has of tasks; they come where nothing stood.
        skipped: what is left out.
        difference: what comes, goes and changes in a term that held a timetable, and which tasks lose their places;
            null where nothing stood there.
        proposals: on how many days the public calendar would change courses; ``propose_overrides`` lists them.
        same_as: id of a term that holds the very same already; told by the dry run of a file that names no term.
    """

    model_config = ConfigDict(frozen=True)

    term: ImportedTerm
    counts: ImportCounts
    courses: tuple[Course, ...]
    timed_events: tuple[TimedEvent, ...]
    tasks: tuple[PlacedTask, ...]
    skipped: tuple[Skipped, ...]
    difference: Difference | None = None
    same_as: Ulid | None = None
    proposals: int = 0


class TaskList(TaskFile):
    """Classes of tasks and, where given, the term and the window that they are for."""

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})


class ImportedTasksView(BaseModel):
    """What the import of a task list stored, and what the list says beside it.

    Attributes:
        classes: in the order of the list.
        term, window: as the list gives them; nothing is stored of them.
    """

    model_config = ConfigDict(frozen=True)

    classes: tuple[ClassView, ...]
    term: TermForm | None
    window: WindowChoice | None
