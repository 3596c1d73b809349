"""Confirming a preview, what was written, and taking it back."""

from fastapi import APIRouter, Response

from api.declared import Cursor, IdempotencyKey, IfMatch, Limit, answers, etag, matched_version, problems
from api.edge import Actor, CurrentDesk, CurrentEdge, Edge, Owner
from api.ids import CommitId, ConversationId, ItemId, SessionId
from api.links import of_commit, of_foreseen, of_page
from api.schemas.commits import CommitLinks, CommitView, ForeseenConfirmView
from api.schemas.pages import Page, id_before, page_of
from domain.commit.changes import CommitChange
from domain.errors import RevisionMismatch, VersionMismatch
from services.foresee_confirm import foresee_confirm
from services.request_commit import confirm_workflow_id, request_confirm, request_undo
from services.request_not_done import request_not_done
from storage.commits import CommitRecord, list_commits, load_commit
from storage.sessions import load_session

router = APIRouter(tags=["commits"])

_MADE = answers(201, "Location", go_on=of_commit())
_LISTED = answers(200, go_on=of_page("list_commits", of_commit("/items/0")))
_SHOWN = answers(200, go_on=of_commit())
_FORESEEN = answers(200, "ETag", go_on=of_foreseen())


@router.post(
    "/previews/{session_id}/confirm",
    status_code=201,
    operation_id="confirm_preview",
    responses=_MADE | problems(404, 409, 412, 428),
)
async def confirm(
    session_id: SessionId,
    edge: CurrentEdge,
    desk: CurrentDesk,
    owner: Owner,
    actor: Actor,
    response: Response,
    if_match: IfMatch = None,
    key: IdempotencyKey = None,
) -> CommitView:
    """Write the newest preview of a session into the timetable, all of it or nothing.

    ``If-Match`` names its revision. What changed in the timetable since the preview was made stays as it is; where
    that is in the way the answer is ``commit_conflict``, with each of the ``conflicts``. Should the outcome not be
    known in time the answer is 503 ``unavailable`` with ``commit_id``: the same key asks for the same commit again.
    """
    commit = await request_confirm(owner, desk, session_id, _revision(if_match), actor, key)
    response.headers["Location"] = _address(commit)
    return _view(commit, edge)


@router.get(
    "/previews/{session_id}/confirm",
    operation_id="foresee_confirm",
    responses=_FORESEEN | problems(404, 409),
)
async def foresee(session_id: SessionId, edge: CurrentEdge, owner: Owner, response: Response) -> ForeseenConfirmView:
    """Show what a confirm of the newest preview would write into the timetable as it is now, or all that is in its way.

    Nothing is written. What keeps the preview from being confirmed at all is the same refusal as of a confirm.
    """
    foreseen = await foresee_confirm(owner, edge.engine, session_id)
    response.headers["ETag"] = etag(foreseen.revision)
    return ForeseenConfirmView(
        session_id=session_id,
        revision=foreseen.revision,
        locale=foreseen.locale,
        summary=foreseen.summary,
        changes=foreseen.changes,
        conflicts=foreseen.conflicts,
    )


@router.post(
    "/items/{item_id}/not-done", status_code=201, operation_id="not_done", responses=_MADE | problems(404, 409)
)
async def not_done(
    item_id: ItemId,
    edge: CurrentEdge,
    desk: CurrentDesk,
    owner: Owner,
    actor: Actor,
    response: Response,
    key: IdempotencyKey = None,
) -> CommitView:
    """Say that a placed task was not done, or will not be: it leaves the timetable and waits again.

    The commit can be undone like any other. A task that waits already is ``not_arranged``. Should the outcome not be
    known in time the answer is 503 ``unavailable`` with ``commit_id``: the same key asks for the same commit again.
    """
    commit = await request_not_done(owner, desk, item_id, actor, key)
    response.headers["Location"] = _address(commit)
    return _view(commit, edge)


@router.get("/commits", operation_id="list_commits", responses=_LISTED | problems(404))
async def index(
    edge: CurrentEdge,
    owner: Owner,
    session_id: ConversationId | None = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Page[CommitView]:
    """List the commits, newest first: all, or those of a session; refused ones too."""
    before = id_before(cursor)
    async with edge.reads.connect() as connection:
        if session_id is not None:
            await load_session(owner, connection, session_id)
        found = await list_commits(owner, connection, before=before, limit=limit + 1, session_id=session_id)
    return page_of(found, limit, lambda commit: _view(commit, edge))


@router.get("/commits/{commit_id}", operation_id="show_commit", responses=_SHOWN | problems(404))
async def show(commit_id: CommitId, edge: CurrentEdge, owner: Owner) -> CommitView:
    """Show a commit: what it wrote, by whom and when, or why it was refused."""
    async with edge.reads.connect() as connection:
        return _view(await load_commit(owner, connection, commit_id), edge)


@router.post("/commits/{commit_id}/undo", operation_id="undo_commit", responses=_SHOWN | problems(404, 409))
async def undo(
    commit_id: CommitId,
    edge: CurrentEdge,
    desk: CurrentDesk,
    owner: Owner,
    actor: Actor,
    key: IdempotencyKey = None,
) -> CommitView:
    """Take back what a commit wrote, all of it or nothing; later changes elsewhere stay.

    Where later changes rest on it the answer is ``undo_conflict``, with each of the ``dependents``. Undoing what is
    undone changes nothing. Should the outcome not be known in time the answer is 503: ask again with the same key.
    """
    return _view(await request_undo(owner, desk, commit_id, actor, key), edge)


def _revision(if_match: str | None) -> int | None:
    """The revision that If-Match names; None for whichever is the newest."""
    try:
        return matched_version(if_match)
    except VersionMismatch as error:
        raise RevisionMismatch(error.message) from None


def _address(commit: CommitRecord) -> str:
    return f"/api/v1/commits/{commit.id}"


def _view(commit: CommitRecord, edge: Edge) -> CommitView:
    address = _address(commit)
    links = CommitLinks(
        self=address, undo=f"{address}/undo", web_ui=edge.options.web_ui_link(confirm_workflow_id(commit.id))
    )
    return CommitView(
        id=commit.id,
        session_id=commit.session_id,
        revision=commit.revision,
        term_id=commit.term_id,
        kind=commit.kind,
        status=commit.status,
        actor=commit.actor,
        summary=commit.summary,
        changes=tuple(map(CommitChange.model_validate, commit.changes)),
        timetable_version=commit.timetable_version,
        problem=commit.problem,
        created_at=commit.created_at,
        undone_at=commit.undone_at,
        undone_by=commit.undone_by,
        links=links,
    )
