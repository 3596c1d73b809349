"""The preview of a session: shown, edited by hand, and stepped back in."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Query, Response

from api.declared import Cursor, IdempotencyKey, IfMatch, Limit, answers, etag, matched_revision, problems
from api.edge import CurrentEdge, Owner
from api.ids import ConversationId
from api.links import of_page, of_preview, of_revision, of_run, of_session
from api.schemas.pages import Page, number_before, page_by
from api.schemas.previews import HandEdits, PreviewView, Revert, RevisionView
from services.edit_preview import EditOrder, edit_preview
from services.read_preview import read_preview, read_revisions
from services.step_back import StepBack, step_back
from storage.previews import PreviewRecord

router = APIRouter(prefix="/agent", tags=["previews"])

_SHOWN = answers(200, "ETag", go_on=of_run("/run", "/session") | of_session("/session") | of_preview())
_MADE = answers(200, "ETag", go_on=of_session("/session") | of_preview())
_LISTED = answers(200, go_on=of_page("list_revisions", of_revision("/items/0")))
_Revision = Annotated[int | None, Query(ge=1, le=1_000_000_000, description="an earlier revision than the newest")]


@router.get("/schedule-preview", operation_id="show_preview", responses=_SHOWN | problems(404))
async def show(
    conversation_id: ConversationId, edge: CurrentEdge, owner: Owner, response: Response, revision: _Revision = None
) -> PreviewView:
    """Show the plan of a session: every entry of its window, and every change with its reason."""
    async with edge.reads.connect() as connection:
        preview = await read_preview(owner, connection, conversation_id, revision)
    return _view(preview, response)


@router.get("/schedule-preview/revisions", operation_id="list_revisions", responses=_LISTED | problems(404))
async def index(
    conversation_id: ConversationId, edge: CurrentEdge, owner: Owner, limit: Limit = 50, cursor: Cursor = None
) -> Page[RevisionView]:
    """List the revisions of a plan, newest first."""
    before = number_before(cursor)
    async with edge.reads.connect() as connection:
        found = await read_revisions(owner, connection, conversation_id, limit=limit + 1, before=before)
    return page_by(found, limit, lambda each: RevisionView(**asdict(each)), lambda each: str(each.revision))


@router.post(
    "/schedule-state",
    operation_id="edit_preview",
    responses=_MADE | problems(404, 409, 412, 428, body=True),
)
async def edit(
    order: HandEdits,
    edge: CurrentEdge,
    owner: Owner,
    response: Response,
    if_match: IfMatch = None,
    key: IdempotencyKey = None,
) -> PreviewView:
    """Edit the newest plan of a session by hand: all edits make one new revision, or none is made.

    ``If-Match`` names the newest revision. What is moved by hand is pinned: a run moves it only if its request names
    it. An edit that cannot be made is answered with the code of its tool and its number as ``edit``, counted from 0.
    Where nothing would change the answer is the newest revision as it is.
    """
    asked = EditOrder(order.conversation_id, matched_revision(if_match), order.edits, key)
    return _view(await edit_preview(owner, edge.engine, asked, edge.now()), response)


@router.post(
    "/schedule-preview/revert",
    operation_id="step_back",
    responses=_MADE | problems(404, 409, 412, 428, body=True),
)
async def revert(
    order: Revert,
    edge: CurrentEdge,
    owner: Owner,
    response: Response,
    if_match: IfMatch = None,
    key: IdempotencyKey = None,
) -> PreviewView:
    """Step back to an earlier revision, which becomes a new one on top of the newest; that one ``If-Match`` names."""
    asked = StepBack(order.conversation_id, order.revision, matched_revision(if_match), key)
    return _view(await step_back(owner, edge.engine, asked, edge.now()), response)


def _view(preview: PreviewRecord, response: Response) -> PreviewView:
    response.headers["ETag"] = etag(preview.revision)
    return PreviewView(
        **preview.body,
        term_id=preview.term_id,
        timetable_version=preview.timetable_version,
        created_at=preview.created_at,
    )
