"""Sessions: opened, listed, shown."""

from fastapi import APIRouter, Response

from api.declared import Cursor, IdempotencyKey, Limit, answers, problems
from api.edge import CurrentEdge, Owner
from api.ids import SessionId
from api.links import of_page, of_session
from api.schemas.pages import Page, id_before, page_of
from api.schemas.sessions import SessionDraft, SessionView
from services.open_session import open_session
from storage.sessions import SessionOverview, list_sessions, load_overview

router = APIRouter(prefix="/sessions", tags=["sessions"])

_OPENED = answers(201, "Location", go_on=of_session())
_LISTED = answers(200, go_on=of_page("list_sessions", of_session("/items/0/id")))
_SHOWN = answers(200, go_on=of_session())


@router.post("", status_code=201, operation_id="open_session", responses=_OPENED | problems(body=True))
async def create(
    edge: CurrentEdge,
    owner: Owner,
    response: Response,
    draft: SessionDraft | None = None,
    key: IdempotencyKey = None,
) -> SessionView:
    """Open a session, in which previews are made and refined."""
    title = draft.title if draft else ""
    opened = await open_session(owner, edge.engine, edge.now(), title, idempotency_key=key)
    response.headers["Location"] = f"/api/v1/sessions/{opened.id}"
    async with edge.reads.connect() as connection:
        return _view(await load_overview(owner, connection, opened.id))


@router.get("", operation_id="list_sessions", responses=_LISTED | problems())
async def index(edge: CurrentEdge, owner: Owner, limit: Limit = 50, cursor: Cursor = None) -> Page[SessionView]:
    """List the sessions, newest first."""
    before = id_before(cursor)
    async with edge.reads.connect() as connection:
        found = await list_sessions(owner, connection, before=before, limit=limit + 1)
    return page_of(found, limit, _view)


@router.get("/{session_id}", operation_id="show_session", responses=_SHOWN | problems(404))
async def show(session_id: SessionId, edge: CurrentEdge, owner: Owner) -> SessionView:
    """Show a session."""
    async with edge.reads.connect() as connection:
        return _view(await load_overview(owner, connection, session_id))


def _view(session: SessionOverview) -> SessionView:
    return SessionView(
        id=session.id,
        title=session.title,
        created_at=session.created_at,
        ended_at=session.ended_at,
        parent_id=session.parent_id,
        revision=session.revision,
        open_run=session.open_run,
    )
