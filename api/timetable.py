"""The timetable as people read it: weeks and days of a term, today, and what goes on now."""

from typing import Annotated

from fastapi import APIRouter, Path

from api.declared import answers, problems
from api.edge import CurrentEdge, Owner
from api.ids import TermId
from api.links import of_now, of_today
from api.schemas.moments import Day
from domain.schedule.today import NowView, TodayView
from domain.schedule.week import DayView, WeekView
from services.read_now import read_now, read_today
from services.read_week import read_day, read_week

router = APIRouter(tags=["timetable"])

_Week = Annotated[int, Path(ge=1, le=60, description="number of a week of the term, from 1", examples=[5])]
_Day = Annotated[Day, Path(description="a day of the term", examples=["2026-09-28"])]


@router.get("/terms/{term_id}/weeks/{week}", operation_id="show_week", responses=problems(404))
async def week(term_id: TermId, week: _Week, edge: CurrentEdge, owner: Owner) -> WeekView:
    """Show what stands in a week, day by day: a run of sections is one entry, a guest comes after its host.

    A week that the term does not have is ``out_of_term``.
    """
    return await read_week(owner, edge.reads, term_id, week, edge.now())


@router.get("/terms/{term_id}/days/{day}", operation_id="show_day", responses=problems(404))
async def day(term_id: TermId, day: _Day, edge: CurrentEdge, owner: Owner) -> DayView:
    """Show what stands on a day; one that the term does not have is ``out_of_term``."""
    return await read_day(owner, edge.reads, term_id, day, edge.now())


@router.get("/timetable/today", operation_id="show_today", responses=answers(200, go_on=of_today()) | problems(404))
async def today(edge: CurrentEdge, owner: Owner) -> TodayView:
    """Show what stands today, on the day that it is in the zone of the term, and which tasks are done by now.

    Of several terms that hold the day the newest is shown; where none does the answer is ``no_term_today``.
    """
    return await read_today(owner, edge.reads, edge.now())


@router.get("/timetable/now", operation_id="show_now", responses=answers(200, go_on=of_now()) | problems())
async def now(edge: CurrentEdge, owner: Owner) -> NowView:
    """Show what goes on at this moment, and what comes next, with its day and its start.

    Outside every term nothing goes on; what comes next is then the first of the next term.
    """
    return await read_now(owner, edge.reads, edge.now())
