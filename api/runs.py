"""Runs: started, listed, shown, answered, cancelled."""

from typing import Annotated

from fastapi import APIRouter, Query, Response
from sqlalchemy.ext.asyncio import AsyncConnection

from api.declared import Cursor, IdempotencyKey, Limit, answers, problems
from api.edge import CurrentEdge, Edge, Owner
from api.ids import ConversationId, RunId
from api.links import of_page, of_paused_run, of_run
from api.schemas.pages import Page, id_before, page_of
from api.schemas.runs import (
    AnswerBody,
    AnswerTaken,
    RunAccepted,
    RunLimitsView,
    RunLinks,
    RunOrderBody,
    RunQuestionView,
    RunStatus,
    RunView,
)
from services.answer_run import Answer, answer_run
from services.cancel_run import cancel_run
from services.run_limits import limits_of
from services.start_run import RunOrder, start_run, workflow_id
from storage.run_questions import open_question
from storage.runs import RunRecord, list_runs, load_run
from storage.sessions import load_session

router = APIRouter(prefix="/runs", tags=["runs"])

_ACCEPTED = answers(202, "Location", go_on=of_run())
_LISTED = answers(200, go_on=of_page("list_runs", of_run("/items/0/id", "/items/0/session_id")))
_SHOWN = answers(200, go_on=of_paused_run())
_ANSWERED = answers(202, go_on=of_run())
_ENDING = answers(202, go_on=of_run())


@router.post("", status_code=202, operation_id="start_run", responses=_ACCEPTED | problems(404, 409, body=True))
async def create(
    order: RunOrderBody, edge: CurrentEdge, owner: Owner, response: Response, key: IdempotencyKey = None
) -> RunAccepted:
    """Start a run: ``plan`` places the tasks of some classes, ``refine`` changes the newest preview of a session.

    What a plan is of may be said in words: its days, its classes, and what holds for them in this plan alone. Where
    days or classes stay open the run pauses with a proposal, which ``answer`` takes or changes.

    It is accepted once its row is written; follow its events, or ask for it again. A session has at most one open run:
    a second is refused with ``run_in_progress`` and the open one as ``run_id``. Where refining is switched off an order
    to refine is refused with ``refine_disabled``.
    """
    asked = RunOrder(order.session_id, order.request, key)
    run = await start_run(owner, edge.engine, edge.client, asked, edge.now(), edge.options.run_rules)
    response.headers["Location"] = address_of(run)
    return accepted(run, edge)


@router.get("", operation_id="list_runs", responses=_LISTED | problems(404))
async def index(
    edge: CurrentEdge,
    owner: Owner,
    session_id: ConversationId | None = None,
    status: Annotated[RunStatus | None, Query(description="only those that stand so")] = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> Page[RunView]:
    """List the runs, newest first: all, those of a session, or those that stand so."""
    before = id_before(cursor)
    async with edge.reads.connect() as connection:
        if session_id is not None:
            await load_session(owner, connection, session_id)
        found = await list_runs(owner, connection, before=before, limit=limit + 1, session_id=session_id, status=status)
        asked = {run.id: await _question(owner, connection, run, edge) for run in found}
    return page_of(found, limit, lambda run: _view(run, edge, asked[run.id]))


@router.get("/{run_id}", operation_id="show_run", responses=_SHOWN | problems(404))
async def show(run_id: RunId, edge: CurrentEdge, owner: Owner) -> RunView:
    """Show a run as it stands, and while it is paused what it asks."""
    async with edge.reads.connect() as connection:
        run = await load_run(owner, connection, run_id)
        return _view(run, edge, await _question(owner, connection, run, edge))


@router.post(
    "/{run_id}/answer", status_code=202, operation_id="answer_run", responses=_ANSWERED | problems(404, 409, body=True)
)
async def answer(run_id: RunId, said: AnswerBody, edge: CurrentEdge, owner: Owner) -> AnswerTaken:
    """Answer the question of a paused run, which then goes on.

    It is accepted once it is stored. The same answer again is answered alike; another one is refused with
    ``already_answered``, and one for which the run waits no more with ``run_not_paused``.
    """
    given = Answer(run_id, said.question_id, said.answer)
    run, question = await answer_run(owner, edge.engine, edge.client, given, edge.now())
    taken = {"question_id": question.question_id, "answered_at": question.answered_at}
    return AnswerTaken.model_validate({**dict(accepted(run, edge)), **taken})


@router.post("/{run_id}/cancel", status_code=202, operation_id="cancel_run", responses=_ENDING | problems(404))
async def cancel(run_id: RunId, edge: CurrentEdge, owner: Owner) -> RunView:
    """Ask a run to stop; its events tell when it has. A run that has ended stays as it is."""
    run = await cancel_run(owner, edge.engine, edge.client, run_id, edge.now())
    async with edge.reads.connect() as connection:
        return _view(run, edge, await _question(owner, connection, run, edge))


def address_of(run: RunRecord) -> str:
    """Where a run is shown."""
    return f"/api/v1/runs/{run.id}"


def _links(run: RunRecord, edge: Edge) -> RunLinks:
    address = address_of(run)
    return RunLinks(
        self=address,
        events=f"{address}/events",
        cancel=f"{address}/cancel",
        answer=f"{address}/answer",
        trace=f"{address}/trace",
        preview=f"/api/v1/agent/schedule-preview?conversation_id={run.session_id}",
        web_ui=edge.options.web_ui_link(workflow_id(run)),
    )


def accepted(run: RunRecord, edge: Edge) -> RunAccepted:
    """A run that was started, as programs see it."""
    return RunAccepted(
        id=run.id, session_id=run.session_id, kind=run.kind, created_at=run.created_at, links=_links(run, edge)
    )


async def _question(owner: str, connection: AsyncConnection, run: RunRecord, edge: Edge) -> RunQuestionView | None:
    question = await open_question(owner, connection, run.id) if run.status == "paused" else None
    if question is None:
        return None
    return RunQuestionView(
        question_id=question.question_id,
        questions=list(question.questions),
        asked_at=question.asked_at,
        waits_until=question.asked_at + edge.options.run_rules.wait_limit,
        answered_at=question.answered_at,
    )


def _view(run: RunRecord, edge: Edge, question: RunQuestionView | None) -> RunView:
    return RunView(
        id=run.id,
        session_id=run.session_id,
        term_id=run.term_id,
        kind=run.kind,
        status=run.status,
        code=run.outcome_code,
        detail=run.outcome_detail,
        base_revision=run.base_revision,
        request=run.request,
        limits=RunLimitsView(**limits_of(run.kind)._asdict()),
        last_seq=run.last_seq,
        created_at=run.created_at,
        finished_at=run.finished_at,
        question=question,
        links=_links(run, edge),
    )
