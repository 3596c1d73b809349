"""Answer the question of a paused run: the answer is stored first, then the workflow is woken (PAUSE-2 and PAUSE-3)."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.client import (
    Client,
    WorkflowHandle,
    WorkflowUpdateFailedError,
    WorkflowUpdateRPCTimeoutOrCancelledError,
)
from temporalio.service import RPCError

from domain.errors import AlreadyAnswered, RunNotPaused
from services.start_run import ANSWER_SECONDS, workflow_id
from storage.run_questions import RunQuestion, answer_question, load_question
from storage.runs import RunRecord, load_run
from workflows.connection import OUTAGES, is_away, is_unknown_workflow
from workflows.messages import AnswerNotice

_SHOWN = 80
_UNHEARD = (WorkflowUpdateFailedError, WorkflowUpdateRPCTimeoutOrCancelledError)

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person says to a question of a run; the text has 1 to 500 characters."""

    run_id: str
    question_id: str
    text: str


async def answer_run(
    owner: str, engine: AsyncEngine, client: Client, answer: Answer, now: datetime, turn: str = ""
) -> tuple[RunRecord, RunQuestion]:
    """The run as it was found and its question with the answer; the same answer again changes nothing.

    While Temporal or its workers are away the answer stands alone, and the reconciler wakes the run (rule EDGE-55).

    Args:
        turn: id of the workflow that the run tells what becomes of it (rule TURN-6); empty for none.

    Raises:
        NotFound: no such run of this owner, or it did not ask this question.
        AlreadyAnswered: another answer stands.
        RunNotPaused: the run has gone on without an answer, or has ended.
    """
    async with engine.begin() as connection:
        run = await load_run(owner, connection, answer.run_id, lock=True)
        question = await _answered(owner, connection, run, answer, now)
    if question.closed_at is None and run.is_open:
        await wake_run(client, run, question, turn)
    return run, question


async def _answered(
    owner: str, connection: AsyncConnection, run: RunRecord, answer: Answer, now: datetime
) -> RunQuestion:
    question = await load_question(owner, connection, run.id, answer.question_id)
    if question.answer is None:
        if run.status != "paused" or question.closed_at is not None:
            raise RunNotPaused(_not_paused(run, question), run_id=run.id, question_id=question.question_id)
        await answer_question(owner, connection, run.id, question.question_id, answer.text, now)
        return await load_question(owner, connection, run.id, question.question_id)
    if question.answer != answer.text:
        shown = question.answer if len(question.answer) <= _SHOWN else f"{question.answer[:_SHOWN]}…"
        message = f"question {question.question_id!r} was answered {shown!r}: a question takes one answer"
        raise AlreadyAnswered(message, run_id=run.id, question_id=question.question_id)
    return question


def _not_paused(run: RunRecord, question: RunQuestion) -> str:
    asked = f"question {question.question_id!r} of run {run.id!r} takes no answer any more"
    if run.is_open:
        return f"{asked}, the run has gone on without one: say it in a refine run after this one"
    return f"{asked}, the run has ended as {run.status}: start another one"


async def wake_run(client: Client, run: RunRecord, question: RunQuestion, turn: str = "") -> bool:
    """Tell the workflow of a run that its question is answered; False where it could not be told, or need not be.

    Raises:
        RPCError: Temporal refused.
    """
    try:
        await _told(
            client.get_workflow_handle(workflow_id(run)), AnswerNotice(question.step, turn), question.question_id
        )
    except _UNHEARD as error:
        # It has gone on already, or the reconciler tells it later.
        _log.info("run not woken", run=run.id, reason=str(error))
        return False
    except OUTAGES as error:
        if not (is_away(error) or (isinstance(error, RPCError) and is_unknown_workflow(error))):
            raise
        _log.warning("run not woken", run=run.id, reason=str(error) or "no answer in time")
        return False
    return True


async def _told(handle: WorkflowHandle[Any, Any], notice: AnswerNotice, update_id: str) -> None:
    async with asyncio.timeout(ANSWER_SECONDS):
        await handle.execute_update("run.answered", notice, id=update_id)
