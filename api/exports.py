"""A term as files to be kept: iCalendar, a table, a picture of a week."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from api.declared import Responses, problems
from api.edge import CurrentEdge, Owner
from api.ids import TermId
from domain.export.calendar_file import MOST_ALARM_MINUTES
from domain.schedule.state import Locale
from services.export_picture import drawn
from services.export_term import draw_week, export_calendar, export_table

router = APIRouter(prefix="/terms", tags=["export"])

CALENDAR, TABLE, SVG, PNG = "text/calendar", "text/csv", "image/svg+xml", "image/png"

Alarm = Annotated[
    int | None,
    Query(ge=0, le=MOST_ALARM_MINUTES, description="minutes before each start at which an alarm is due", examples=[15]),
]
_Week = Annotated[int, Path(ge=1, le=60, description="number of a week of the term, from 1", examples=[5])]
_Locale = Annotated[Locale, Query(description="language of what stands beside the names")]


def file_of(media_type: str, description: str, example: str = "") -> Responses:
    """How a route declares that it answers with a file."""
    schema: dict[str, Any] = {"type": "string"} if media_type != PNG else {"type": "string", "format": "binary"}
    shown = {"example": example} if example else {}
    return {200: {"description": description, "content": {media_type: {"schema": schema, **shown}}}}


@router.get(
    "/{term_id}/export.ics",
    operation_id="export_calendar",
    response_class=Response,
    responses=file_of(CALENDAR, "The file", "BEGIN:VCALENDAR\r\n…\r\nEND:VCALENDAR\r\n") | problems(404),
)
async def calendar(term_id: TermId, edge: CurrentEdge, owner: Owner, alarm: Alarm = None) -> Response:
    """Take a term away as an iCalendar file, with all that stands in it.

    Courses and tasks are events that repeat by weeks, in the zone of the term; each keeps its ``UID`` when it is moved.
    Imported again it gives the same courses.
    """
    content = await export_calendar(owner, edge.reads, term_id, alarm)
    return _download(content, CALENDAR, f"timetable-{term_id}.ics")


@router.get(
    "/{term_id}/export.csv",
    operation_id="export_table",
    response_class=Response,
    responses=file_of(TABLE, "The table", "课程名称,星期,开始节数,结束节数,老师,地点,周数,可嵌入\r\n") | problems(404),
)
async def table(term_id: TermId, edge: CurrentEdge, owner: Owner) -> Response:
    """Take the courses of a term away as CSV, in the columns of WakeUp's template and one for embeddable courses.

    It is UTF-8 with a byte order mark. What a spreadsheet would take for a formula has an apostrophe before it, which
    an import takes away again.
    """
    return _download(await export_table(owner, edge.reads, term_id), TABLE, f"timetable-{term_id}.csv")


@router.get(
    "/{term_id}/weeks/{week}/image.svg",
    operation_id="draw_week",
    response_class=Response,
    responses=file_of(SVG, "The picture", '<svg xmlns="http://www.w3.org/2000/svg">…</svg>') | problems(404),
)
async def svg(term_id: TermId, week: _Week, edge: CurrentEdge, owner: Owner, locale: _Locale = "zh-CN") -> Response:
    """Show a week as a picture in SVG; a week that the term does not have is ``out_of_term``."""
    picture = await draw_week(owner, edge.reads, term_id, week, edge.now(), locale)
    return Response(picture, media_type=SVG)


@router.get(
    "/{term_id}/weeks/{week}/image.png",
    operation_id="draw_week_png",
    response_class=Response,
    responses=file_of(PNG, "The picture") | problems(404, 409),
)
async def png(term_id: TermId, week: _Week, edge: CurrentEdge, owner: Owner, locale: _Locale = "zh-CN") -> Response:
    """Show a week as a picture in PNG, drawn with the fonts of the server.

    Where those have no Latin letters, or no Chinese ones for Chinese text, it is ``fonts_missing``.
    """
    picture = await draw_week(owner, edge.reads, term_id, week, edge.now(), locale)
    return Response(await drawn(picture), media_type=PNG)


def _download(content: bytes, media_type: str, name: str) -> Response:
    told = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=f"{media_type}; charset=utf-8", headers=told)
