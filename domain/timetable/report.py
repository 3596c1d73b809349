"""What an import did or would do (rules IMPORT-3 and IMPORT-12)."""

from pydantic import BaseModel, ConfigDict

from domain.term.calendar import Term
from domain.timetable.calendar import Skipped
from domain.timetable.course import Course, PlacedTask, TimedEvent
from domain.timetable.difference import Difference


class ImportReport(BaseModel):
    """Outcome of an import.

    Attributes:
        term_id: id of the term, None where it is a new one and the run was dry.
        term: the term as given or as guessed from the file.
        courses: what blocks sections, as stored or as it would be.
        timed_events: what is stored without blocking.
        section_rows: number of section rows behind ``courses`` and those of ``tasks`` that are not embedded.
        skipped: what is not stored, and why.
        difference: what became another in a term that held a timetable, or would; None where nothing stood there.
        tasks: what was placed in the timetable that the file was made of, and is placed in a term where nothing stood.
        proposals: on how many days of the term the public calendar would change its courses (rule OVERRIDE-15).
        same_as: id of another term that holds the very same, where a new one would be made; told by dry runs.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    term_id: str | None
    term: Term
    courses: tuple[Course, ...]
    timed_events: tuple[TimedEvent, ...]
    section_rows: int
    skipped: tuple[Skipped, ...]
    difference: Difference | None = None
    tasks: tuple[PlacedTask, ...] = ()
    same_as: str | None = None
    proposals: int = 0
