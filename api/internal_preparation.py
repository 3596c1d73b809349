"""What services report of preparations and ask about them, with keys of services (rules PREP-22 to PREP-28)."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from api.declared import answers, problems
from api.edge import CurrentEdge, Owner
from api.ids import TaskId
from api.links import of_reported, of_task
from api.preparation_views import context_view, kept_view, reported_view
from api.schemas.preparation import (
    ForgottenView,
    KeptSnapshotView,
    Name,
    ReportedSessionView,
    SessionDraft,
    SnapshotDraft,
    Temperature,
)
from api.schemas.preparation_context import ContextView
from domain.schedule.state import Locale
from services.forget_history import forget_history
from services.read_preparation import read_context
from services.report_session import SessionReport, report_session
from services.report_snapshot import SnapshotReport, report_snapshot

router = APIRouter(prefix="/internal/preparation", tags=["services"])

_SESSION_THERE = {200: {"model": ReportedSessionView, "description": "It was there; its facts are these now."}}
_SNAPSHOT_THERE = {200: {"model": KeptSnapshotView, "description": "The same row was there: nothing was stored."}}
_Booker = Annotated[Name, Path(description="the booker, as sessions are reported")]
_Temp = Annotated[Temperature | None, Query(alias="currentTemp", description="outdoors, in °C; else as triggered")]
_Locale = Annotated[Locale | None, Query(description="language of the briefing; else that of the preparation")]


@router.post(
    "/sessions",
    status_code=201,
    operation_id="report_session",
    responses=answers(201, go_on=of_reported()) | _SESSION_THERE | problems(404, 409, body=True),
)
async def report(draft: SessionDraft, edge: CurrentEdge, owner: Owner, response: Response) -> ReportedSessionView:
    """Report a session: a meeting whose room is to be prepared, or other facts of one that was reported.

    Other times move the meeting, ``cancelled`` calls it off, the same again changes nothing. Where the meeting is over
    or was called off other times are refused with ``preparation_ended``.
    """
    told = SessionReport(**draft.model_dump())
    reported = await report_session(owner, edge.engine, edge.client, told, edge.now())
    response.status_code = 201 if reported.is_new else 200
    return reported_view(reported.record)


@router.post(
    "/snapshots",
    status_code=201,
    operation_id="report_snapshot",
    responses=answers(201, go_on=of_task()) | _SNAPSHOT_THERE | problems(404, body=True),
)
async def keep(draft: SnapshotDraft, edge: CurrentEdge, owner: Owner, response: Response) -> KeptSnapshotView:
    """Report what happened in a room: a row of settings with its source.

    The same row again is not stored twice: the answer is 200 with ``duplicate``. A row that cannot be kept is refused
    with ``snapshot_invalid``, and a session that was not reported with ``preparation_not_found``.
    """
    told = SnapshotReport(draft.session_id, draft.recorded_at, draft.source, draft.operator_id, draft.snapshot)
    kept = await report_snapshot(owner, edge.engine, told, edge.now())
    response.status_code = 201 if kept.is_new else 200
    return kept_view(kept)


@router.get("/tasks/{task_id}/context", operation_id="show_task_context", responses=answers(200) | problems(404))
async def context(
    task_id: TaskId, edge: CurrentEdge, owner: Owner, current_temp: _Temp = None, locale: _Locale = None
) -> ContextView:
    """Show what a model is to be told for a preparation: whose meeting it is, and what that person decided before."""
    found = await read_context(owner, edge.reads, task_id, edge.now(), current_temp=current_temp, locale=locale)
    return context_view(found)


@router.delete("/people/{booker_id}/history", operation_id="forget_person", responses=answers(200) | problems())
async def forget(booker_id: _Booker, edge: CurrentEdge, owner: Owner) -> ForgottenView:
    """Forget the history of a booker; of one who has none nothing is removed.

    Preparations that are over are removed. Those at hand lose what they were told, and count for nothing afterwards.
    """
    gone = await forget_history(owner, edge.engine, booker_id)
    return ForgottenView(removed=gone.removed, kept=gone.kept)
