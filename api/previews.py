"""The preview of a session."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from api.declared import answers, etag, problems
from api.edge import CurrentEdge, Owner
from api.ids import ConversationId
from api.links import of_run, of_session
from api.schemas.previews import PreviewView
from domain.errors import PreviewNotFound
from storage.previews import latest_preview, load_preview

router = APIRouter(prefix="/agent", tags=["previews"])

_SHOWN = answers(200, "ETag", go_on=of_run("/run", "/session") | of_session("/session"))
_Revision = Annotated[int | None, Query(ge=1, le=1_000_000_000, description="an earlier revision than the newest")]


@router.get("/schedule-preview", operation_id="show_preview", responses=_SHOWN | problems(404))
async def show(
    conversation_id: ConversationId, edge: CurrentEdge, owner: Owner, response: Response, revision: _Revision = None
) -> PreviewView:
    """Show the plan of a session: every entry of its window, and every change with its reason."""
    async with edge.reads.connect() as connection:
        if revision is None:
            preview = await latest_preview(owner, connection, conversation_id)
        else:
            preview = await load_preview(owner, connection, conversation_id, revision)
    if preview is None:
        raise PreviewNotFound(f"session {conversation_id[:40]!r} has no preview: start a plan run in it first")
    response.headers["ETag"] = etag(preview.revision)
    return PreviewView(
        **preview.body,
        term_id=preview.term_id,
        timetable_version=preview.timetable_version,
        created_at=preview.created_at,
    )
