"""Import of a file as the timetable of a term."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from api.declared import IdempotencyKey, Responses, answers, problems
from api.edge import CurrentEdge, Owner
from api.ids import OptionalTermId
from api.links import of_term
from api.schemas.imports import ImportCounts, ImportedTerm, ImportView
from api.schemas.moments import Day, Flag
from api.uploads import file_body, uploaded
from domain.timetable.choice import Consent, TermChoice
from domain.timetable.report import ImportReport
from services.import_timetable import import_timetable

router = APIRouter(prefix="/timetable", tags=["timetable"])

MEDIA_TYPES = ("text/calendar", "text/csv", "application/json", "application/octet-stream")

_CALENDAR = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n…\r\nEND:VCALENDAR\r\n"
_TABLE = "课程名称,星期,开始节数,结束节数,老师,地点,周数\r\n高等数学,1,1,2,王老师,A-101,1-5、7-11单\r\n"
_ARRANGED = {"start_week": 1, "end_week": 16, "day_of_week": 1, "start_section": 1, "end_section": 2, "weeks": "all"}
_COURSES = {
    "courses": [
        {
            "course_name": "高等数学",
            "location": "A-101",
            "is_allow_tasks": False,
            "arrangements": [_ARRANGED],
        }
    ]
}
_SCHEMAS: dict[str, dict[str, Any]] = {
    "text/calendar": {"type": "string", "examples": [_CALENDAR]},
    "text/csv": {"type": "string", "examples": [_TABLE]},
    "application/json": {"type": "object", "required": ["courses"], "examples": [_COURSES]},
    "application/octet-stream": {"type": "string", "examples": [_CALENDAR]},
}
_BODY = file_body({media_type: {"schema": _SCHEMAS[media_type]} for media_type in MEDIA_TYPES})
_DONE: Responses = {
    200: {"model": ImportView, "description": "Nothing was stored: a dry run, or the term holds all of it already"},
    **answers(201, "Location", go_on=of_term("/term")),
}


class ImportQuery(BaseModel):
    """What is said of an import in its address; what is left out of the term is guessed from the file."""

    model_config = ConfigDict(frozen=True)

    dry_run: Flag = Field(default=False, description="report what would be stored, and store nothing")
    first_monday: Day | None = Field(default=None, description="first day of week 1", examples=["2026-08-31"])
    weeks: int | None = Field(default=None, ge=1, le=60, description="length of the term")
    zone: str | None = Field(
        default=None, min_length=1, max_length=64, description="zone of the term", examples=["Asia/Shanghai"]
    )
    term_id: OptionalTermId = Field(default=None, description="a term whose courses become those of the file")
    displace: Flag = Field(default=False, description="let tasks wait again whose places courses now need")
    new: Flag = Field(default=False, description="make a new term even where another holds the very same")

    @property
    def choice(self) -> TermChoice:
        """The term that is meant.

        Raises:
            InvalidTerm: no term can be of what is said.
            InvalidInput: a term is named and more is said of it.
        """
        return TermChoice(self.first_monday, self.weeks, self.zone, term_id=self.term_id)

    @property
    def consent(self) -> Consent:
        """What is agreed to."""
        return Consent(displace=self.displace, twin=self.new)


@router.post(
    "/import",
    status_code=201,
    operation_id="import_timetable",
    responses=_DONE | problems(404, 409, body=True),
    openapi_extra=_BODY,
)
async def create(
    request: Request,
    edge: CurrentEdge,
    owner: Owner,
    response: Response,
    said: Annotated[ImportQuery, Query()],
    key: IdempotencyKey = None,
) -> ImportView:
    """Import a file as the timetable of a new term, or of one that is there.

    It may be iCalendar, CSV with the columns of WakeUp's template, or JSON, in UTF-8, UTF-16 or GBK, of at most 5 MB;
    its kind is told by its text. What is not said of the term is guessed from the file; CSV and JSON name no dates, so
    ``first_monday`` must be said with them. What cannot be stored is skipped, by name and with the
    reason; a file of which nothing can be stored is refused. With ``dry_run`` nothing is stored and the answer is 200.

    In a term that holds a timetable the courses become those of the file; ``difference`` tells what comes, goes and
    changes, and is empty where nothing does. Placed tasks stay. Those whose places courses need are named; unless
    ``displace`` is said the import is then refused with ``tasks_displaced``. A second term with the very same courses
    is refused with ``same_timetable`` unless ``new`` is said; a dry run names the first one in ``same_as``.
    """
    choice = said.choice
    report = await import_timetable(
        owner,
        edge.engine,
        content=await uploaded(request, MEDIA_TYPES),
        choice=choice,
        consent=said.consent,
        dry_run=said.dry_run,
        idempotency_key=key,
        readers=edge.readers,
    )
    if said.dry_run or _changed_nothing(report):
        response.status_code = 200
    else:
        response.headers["Location"] = f"/api/v1/terms/{report.term_id}"
    return _view(report)


def _changed_nothing(report: ImportReport) -> bool:
    return report.difference is not None and report.difference.is_empty


def _view(report: ImportReport) -> ImportView:
    counts = ImportCounts(
        courses=len(report.courses),
        section_rows=report.section_rows,
        timed_events=len(report.timed_events),
        tasks=len(report.tasks),
        skipped=len(report.skipped),
    )
    return ImportView(
        term=ImportedTerm.of(report.term, id=report.term_id),
        counts=counts,
        courses=report.courses,
        timed_events=report.timed_events,
        tasks=report.tasks,
        skipped=report.skipped,
        difference=report.difference,
        same_as=report.same_as,
        proposals=report.proposals,
    )
