"""A person's preparations: asked for, shown, moved, adjusted, confirmed; and what they teach (PREP-25 to PREP-28)."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Response

from api.declared import Cursor, IdempotencyKey, Limit, answers, problems
from api.edge import CurrentEdge, Owner
from api.ids import PreparationId
from api.links import of_page, of_preparation
from api.preparation_views import context_view, detail_view, preparation_view
from api.schemas.pages import Page, id_before, page_of
from api.schemas.preparation import (
    AdjustmentDraft,
    DecisionView,
    ForgottenView,
    Name,
    PreparationDetailView,
    PreparationDraft,
    PreparationPatch,
    PreparationView,
    Temperature,
)
from api.schemas.preparation_context import ContextView
from domain.schedule.state import Locale
from services.forget_history import forget_history
from services.move_preparation import Move, move_preparation
from services.read_preparation import read_context, read_history, read_preparation, read_preparations
from services.report_session import USUAL_ZONE, SessionReport, report_session
from services.request_preparation import PreparationDesk, Word, request_adjustment, request_confirmation
from storage.preparations import HistoryQuery
from storage.zones import known_zone

router = APIRouter(prefix="/preparation", tags=["preparation"])

_MADE = answers(201, "Location", go_on=of_preparation())
_SHOWN = answers(200, go_on=of_preparation())
_LISTED = answers(200, go_on=of_page("list_preparations", of_preparation("/items/0")))
_HISTORY = answers(200, go_on=of_page("list_history", {}))

_Temp = Annotated[Temperature | None, Query(alias="currentTemp", description="outdoors, in °C; else as triggered")]
_Locale = Annotated[Locale | None, Query(description="language of what is told; else that of the preparation")]
_Booker = Annotated[Name | None, Query(description="of this booker only")]
_Room = Annotated[Name | None, Query(description="in this room only")]


async def _desk_of(edge: CurrentEdge) -> PreparationDesk:
    return PreparationDesk(edge.engine, edge.client, edge.options.commit_wait_seconds)


Desk = Annotated[PreparationDesk, Depends(_desk_of)]


@router.post(
    "/sessions", status_code=201, operation_id="make_preparation", responses=_MADE | problems(404, 409, body=True)
)
async def create(
    draft: PreparationDraft, edge: CurrentEdge, owner: Owner, response: Response, key: IdempotencyKey = None
) -> PreparationView:
    """Have a room prepared for a meeting of whoever asks.

    A session that was there gets what is said now. Where its meeting is over or was called off other times are refused
    with ``preparation_ended``.
    """
    now = edge.now()
    async with edge.reads.connect() as connection:
        zone = await known_zone(owner, connection, now) if draft.zone is None else None
    told = draft.model_dump(exclude={"zone", "meeting_id", "booker_id"})
    report = SessionReport(
        **told,
        meeting_id=draft.meeting_id,
        booker_id=draft.booker_id or owner,
        zone=draft.zone or (zone.key if zone else USUAL_ZONE),
    )
    made = await report_session(owner, edge.engine, edge.client, report, now, key)
    response.headers["Location"] = f"/api/v1/preparation/sessions/{made.record.id}"
    return preparation_view(made.record)


@router.get("/sessions", operation_id="list_preparations", responses=_LISTED | problems())
async def index(edge: CurrentEdge, owner: Owner, limit: Limit = 50, cursor: Cursor = None) -> Page[PreparationView]:
    """List the preparations, newest first, whoever asked for them."""
    found = await read_preparations(owner, edge.reads, id_before(cursor), limit + 1)
    return page_of(found, limit, preparation_view)


@router.get("/sessions/{preparation_id}", operation_id="show_preparation", responses=_SHOWN | problems(404))
async def show(preparation_id: PreparationId, edge: CurrentEdge, owner: Owner) -> PreparationDetailView:
    """Show a preparation: where it stands, what was recommended, what holds, and all that happened."""
    return detail_view(await read_preparation(owner, edge.reads, preparation_id))


@router.patch(
    "/sessions/{preparation_id}", operation_id="move_preparation", responses=_SHOWN | problems(404, 409, body=True)
)
async def change(
    preparation_id: PreparationId, patch: PreparationPatch, edge: CurrentEdge, owner: Owner
) -> PreparationView:
    """Move the meeting, or call it off.

    The trigger goes along with the start, unless another is given. One that lies ahead again means that the room is
    prepared anew.
    """
    move = Move(patch.meeting_start, patch.meeting_end, patch.prep_trigger_at, cancelled=patch.status == "cancelled")
    moved = await move_preparation(owner, edge.engine, edge.client, preparation_id, move, edge.now())
    return preparation_view(moved)


@router.post(
    "/sessions/{preparation_id}/adjust",
    operation_id="adjust_preparation",
    responses=_SHOWN | problems(404, 409, body=True),
)
async def adjust(
    preparation_id: PreparationId,
    draft: AdjustmentDraft,
    edge: CurrentEdge,
    desk: Desk,
    owner: Owner,
    key: IdempotencyKey = None,
) -> PreparationDetailView:
    """Let the room have other settings, until the meeting ends; no recommendation overwrites them.

    A value out of its range is refused with ``snapshot_invalid``; after the end it is ``preparation_ended``.
    """
    await request_adjustment(owner, desk, preparation_id, draft.values, Word(owner, edge.now(), key))
    return detail_view(await read_preparation(owner, edge.reads, preparation_id))


@router.post(
    "/sessions/{preparation_id}/confirm", operation_id="confirm_preparation", responses=_SHOWN | problems(404, 409)
)
async def confirm(
    preparation_id: PreparationId, edge: CurrentEdge, desk: Desk, owner: Owner, key: IdempotencyKey = None
) -> PreparationDetailView:
    """Let what was recommended be executed, but for what was adjusted.

    Where no word is waited for it is refused with ``nothing_to_confirm``.
    """
    await request_confirmation(owner, desk, preparation_id, Word(owner, edge.now(), key))
    return detail_view(await read_preparation(owner, edge.reads, preparation_id))


@router.get(
    "/sessions/{preparation_id}/context", operation_id="show_preparation_context", responses=_SHOWN | problems(404)
)
async def context(
    preparation_id: PreparationId, edge: CurrentEdge, owner: Owner, current_temp: _Temp = None, locale: _Locale = None
) -> ContextView:
    """Show what a model is told for a preparation: the facts, and what its booker decided before."""
    found = await read_context(owner, edge.reads, preparation_id, edge.now(), current_temp=current_temp, locale=locale)
    return context_view(found)


@router.get("/history", operation_id="list_history", responses=_HISTORY | problems())
async def history(
    edge: CurrentEdge,
    owner: Owner,
    limit: Limit = 50,
    cursor: Cursor = None,
    booker_id: _Booker = None,
    room_id: _Room = None,
) -> Page[DecisionView]:
    """List what was learned: what was decided in each preparation, the last reported first.

    Preparations in which nothing was decided are left out, so a page may have fewer than ``limit``.
    """
    wanted = HistoryQuery(booker_id, room_id)
    found = await read_history(owner, edge.reads, wanted, id_before(cursor), limit + 1)
    page = page_of(found, limit, lambda entry: entry)
    decided = [(entry.decision, entry.locale) for entry in page.items if entry.decision is not None]
    items = tuple(DecisionView.of(decision, locale) for decision, locale in decided)
    return Page(items=items, next_cursor=page.next_cursor)


@router.delete("/history", operation_id="forget_history", responses=problems())
async def forget(edge: CurrentEdge, owner: Owner, booker_id: _Booker = None) -> ForgottenView:
    """Forget what was learned, of one booker or of all.

    Preparations that are over are removed. Those at hand lose what they were told, and count for nothing afterwards.
    """
    gone = await forget_history(owner, edge.engine, booker_id)
    return ForgottenView(removed=gone.removed, kept=gone.kept)
