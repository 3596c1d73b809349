"""The timetable of a term: weeks and days as people read them."""

from typing import Annotated

from fastapi import APIRouter, Path

from api.declared import problems
from api.edge import CurrentEdge, Owner
from api.ids import TermId
from api.schemas.moments import Day
from domain.schedule.week import DayView, WeekView
from services.read_week import read_day, read_week

router = APIRouter(tags=["timetable"])

_Week = Annotated[int, Path(ge=1, le=60, description="number of a week of the term, from 1", examples=[5])]
_Day = Annotated[Day, Path(description="a day of the term", examples=["2026-09-28"])]


@router.get("/terms/{term_id}/weeks/{week}", operation_id="show_week", responses=problems(404))
async def week(term_id: TermId, week: _Week, edge: CurrentEdge, owner: Owner) -> WeekView:
    """Show what stands in a week, day by day: a run of sections is one entry, a guest comes after its host.

    A week that the term does not have is ``out_of_term``.
    """
    return await read_week(owner, edge.reads, term_id, week)


@router.get("/terms/{term_id}/days/{day}", operation_id="show_day", responses=problems(404))
async def day(term_id: TermId, day: _Day, edge: CurrentEdge, owner: Owner) -> DayView:
    """Show what stands on a day; one that the term does not have is ``out_of_term``."""
    return await read_day(owner, edge.reads, term_id, day)
