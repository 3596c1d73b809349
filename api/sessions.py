"""Sessions: opened, listed, shown, renamed, forked, ended, resumed, and opened inside one another (SESSION-11)."""

from fastapi import APIRouter, Response

from api.declared import Cursor, IdempotencyKey, Limit, answers, problems
from api.edge import CurrentEdge, Edge, Owner
from api.ids import SessionId
from api.links import of_page, of_session
from api.schemas.pages import Page, id_before, page_of
from api.schemas.sessions import ForkDraft, SessionDraft, SessionTitle, SessionView
from services.end_session import end_session
from services.fork_session import ForkOrder, fork_session
from services.open_child import open_child
from services.open_session import open_session
from services.rename_session import rename_session
from services.resume_session import resume_session
from services.session_state import state_of
from storage.sessions import SessionOverview, list_sessions, load_overview, load_session

router = APIRouter(prefix="/sessions", tags=["sessions"])

_OPENED = answers(201, "Location", go_on=of_session())
_LISTED = answers(200, go_on=of_page("list_sessions", of_session("/items/0/id")))
_SHOWN = answers(200, go_on=of_session())
_CHILDREN = answers(200, go_on=of_page("list_children", of_session("/items/0/id"), "session_id"))


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
    return _made(opened, edge, response)


@router.get("", operation_id="list_sessions", responses=_LISTED | problems())
async def index(edge: CurrentEdge, owner: Owner, limit: Limit = 50, cursor: Cursor = None) -> Page[SessionView]:
    """List the sessions, newest first."""
    before = id_before(cursor)
    async with edge.reads.connect() as connection:
        found = await list_sessions(owner, connection, before=before, limit=limit + 1)
    return page_of(found, limit, lambda session: _view(session, edge))


@router.get("/{session_id}", operation_id="show_session", responses=_SHOWN | problems(404))
async def show(session_id: SessionId, edge: CurrentEdge, owner: Owner) -> SessionView:
    """Show a session."""
    async with edge.reads.connect() as connection:
        return _view(await load_overview(owner, connection, session_id), edge)


@router.patch("/{session_id}", operation_id="rename_session", responses=_SHOWN | problems(404, 409, body=True))
async def rename(session_id: SessionId, named: SessionTitle, edge: CurrentEdge, owner: Owner) -> SessionView:
    """Give a session another title; a title that is found for it later does not take its place."""
    return _view(await rename_session(owner, edge.engine, session_id, named.title, edge.now()), edge)


@router.post(
    "/{session_id}/fork", status_code=201, operation_id="fork_session", responses=_OPENED | problems(404, body=True)
)
async def fork(
    session_id: SessionId,
    edge: CurrentEdge,
    owner: Owner,
    response: Response,
    draft: ForkDraft | None = None,
    key: IdempotencyKey = None,
) -> SessionView:
    """Fork a session: another one begins with a copy of its log, or of the first ``length`` entries of it.

    The fork has neither the previews, runs and turns nor the reminders of the session. One that has ended can be forked
    too.
    """
    asked = draft or ForkDraft()
    order = ForkOrder(session_id, asked.length, asked.title, key)
    return _made(await fork_session(owner, edge.engine, order, edge.now()), edge, response)


@router.post("/{session_id}/end", operation_id="end_session", responses=_SHOWN | problems(404))
async def end(session_id: SessionId, edge: CurrentEdge, owner: Owner) -> SessionView:
    """End a session: nothing can be said, started or changed in it until it is resumed.

    What is under way goes on to its end. Its reminders are kept and wait. One that has ended stays as it is.
    """
    return _view(await end_session(owner, edge.engine, edge.client, session_id, edge.now()), edge)


@router.post("/{session_id}/resume", operation_id="resume_session", responses=_SHOWN | problems(404))
async def resume(session_id: SessionId, edge: CurrentEdge, owner: Owner) -> SessionView:
    """Resume a session that has ended or is cold; reminders that were due meanwhile are then delivered.

    One that is live stays as it is.
    """
    return _view(await resume_session(owner, edge.engine, edge.client, session_id, edge.now()), edge)


@router.post(
    "/{session_id}/children",
    status_code=201,
    operation_id="open_child",
    responses=_OPENED | problems(404, 409, body=True),
)
async def create_child(
    session_id: SessionId,
    edge: CurrentEdge,
    owner: Owner,
    response: Response,
    draft: SessionDraft | None = None,
    key: IdempotencyKey = None,
) -> SessionView:
    """Open a session inside another one; it begins with an empty log and has no reminders."""
    title = draft.title if draft else ""
    return _made(await open_child(owner, edge.engine, session_id, edge.now(), title, key), edge, response)


@router.get("/{session_id}/children", operation_id="list_children", responses=_CHILDREN | problems(404))
async def children(
    session_id: SessionId, edge: CurrentEdge, owner: Owner, limit: Limit = 50, cursor: Cursor = None
) -> Page[SessionView]:
    """List the sessions that were opened inside a session and those that were forked from it, newest first."""
    before = id_before(cursor)
    async with edge.reads.connect() as connection:
        await load_session(owner, connection, session_id)
        found = await list_sessions(owner, connection, before=before, limit=limit + 1, parent_id=session_id)
    return page_of(found, limit, lambda session: _view(session, edge))


def _made(session: SessionOverview, edge: Edge, response: Response) -> SessionView:
    response.headers["Location"] = f"/api/v1/sessions/{session.id}"
    return _view(session, edge)


def _view(session: SessionOverview, edge: Edge) -> SessionView:
    return SessionView(
        id=session.id,
        title=session.title,
        created_at=session.created_at,
        state=state_of(session, edge.now()),
        active_at=session.active_at,
        ended_at=session.ended_at,
        role=session.role,
        parent_id=session.parent_id,
        seed_length=session.seed_length,
        last_seq=session.last_seq,
        active_turn=session.active_turn,
        revision=session.revision,
        open_run=session.open_run,
    )
