"""Runs that wait for an answer: what wakes them, what ends the wait, and what stays as it was (rules PAUSE-1 to 7)."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest
from temporalio.api.common.v1 import WorkflowExecution
from temporalio.api.workflowservice.v1 import DeleteWorkflowExecutionRequest
from temporalio.client import WorkflowFailureError, WorkflowUpdateFailedError
from temporalio.exceptions import CancelledError
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from domain.errors import AlreadyAnswered, NotFound, RunInProgress, RunNotPaused
from domain.refine.memory import RefineMemory
from runtime.clock import now
from services.answer_run import Answer, answer_run
from services.cancel_run import cancel_run
from services.reconcile import Reconciled, reconcile
from services.start_run import workflow_id
from storage.engine import create_engine
from storage.run_events import read_events
from storage.runs import RunRecord
from storage.steps import read_step
from tests.asking import QUESTIONS, SAID, AskingRefineSteps, Paused, question_of
from tests.chaos.test_killed_worker import ledger_of
from tests.week import OWNER, Gate, Week, refine_request
from worker.build import Limits, working
from workflows.connection import is_unknown_workflow
from workflows.messages import AnswerNotice

MOVE = "把第5周周五的任务都挪到周六"

CACHED = pytest.mark.parametrize("week", [500], indirect=True, ids=["cached"])
"""For what the services decide: a workflow that is replayed at every step would only take longer."""


@pytest.fixture(autouse=True)
def asking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers whose runs ask in their first round."""
    monkeypatch.setattr("worker.build.LedgeredRefineSteps", AskingRefineSteps)


async def memory_of(week: Week, run: RunRecord, name: str) -> RefineMemory:
    """The memory after the first step of this name."""
    rows = [row for row in await ledger_of(week.engine, run) if row[1] == name]
    return RefineMemory.model_validate_json(rows[0][5])


async def names(week: Week, run: RunRecord) -> list[str]:
    return [row[1] for row in await ledger_of(week.engine, run)]


async def paused(week: Week) -> Paused:
    """A run of a new session that waits for its answer."""
    return await Paused.of(week, await week.start(await week.planned_session(), refine_request(MOVE)))


async def test_an_answer_goes_into_the_run_which_then_completes(week: Week) -> None:
    """The question is told and shown, the run is paused, and the answer is what the next rounds know."""
    waiting = await paused(week)
    assert list(waiting.question.questions) == list(QUESTIONS)
    await waiting.answer()
    ended = await week.finished(waiting.run)
    # Rules can make nothing of this answer, and do not pass over that (rule REACT-16).
    assert (ended.status, ended.outcome_code) == ("completed", "not_met")
    known = (await memory_of(week, waiting.run, "resume")).question
    assert known is not None
    assert (known.text, known.closed) == (SAID, True)
    async with week.engine.connect() as connection:
        step = await read_step(OWNER, connection, "run", ended.id, waiting.question.step + 1)
        told = await read_events(OWNER, connection, ended.id)
    assert step is not None
    assert (step.name, step.decided_by) == ("resume", "person")
    stages = [event.stage for event in told]
    assert stages.index("schedule_refine.react.need_info") < stages.index("schedule_refine.react.answered")
    assert [event.seq for event in told] == list(range(1, len(told) + 1))
    assert await question_of(week, ended) is None
    # What was asked and said stands in the database alone.
    history = (await week.client.get_workflow_handle(workflow_id(ended)).fetch_history()).to_json()
    assert "run.answered" in history
    said = [form for word in (*QUESTIONS, SAID) for form in (word, word.encode("unicode_escape").decode())]
    assert [form for form in said if form in history] == []


async def test_without_an_answer_the_run_goes_on_after_the_wait_limit(
    week: Week, temporal: WorkflowEnvironment
) -> None:
    """A day passes; then it completes by itself, and says that nothing was answered."""
    waiting = await paused(week)
    handle = week.client.get_workflow_handle(workflow_id(waiting.run))
    await temporal.fast_forward(handle, timedelta(hours=25))
    ended = await week.finished(waiting.run)
    assert (ended.status, ended.outcome_code) == ("completed", "completed")
    known = (await memory_of(week, ended, "resume")).question
    assert known is not None
    assert (known.text, known.closed) == (None, True)
    with pytest.raises(RunNotPaused, match="ended as completed"):
        await waiting.answer()


@CACHED
async def test_a_wait_is_no_part_of_the_time_limit(week: Week, temporal: WorkflowEnvironment) -> None:
    """A run that waited for hours, far beyond its time limit, goes on when it is answered and still has its time."""
    waiting = await paused(week)
    handle = week.client.get_workflow_handle(workflow_id(waiting.run))
    await temporal.fast_forward(handle, timedelta(hours=20))
    assert (await week.row(waiting.run)).status == "paused"
    await waiting.answer()
    assert (await week.finished(waiting.run)).status == "completed"


@CACHED
async def test_the_same_answer_again_is_the_same_and_another_is_refused(week: Week) -> None:
    """Sent together, before and after the run has gone on; the first one counts, and one step takes it."""
    waiting = await paused(week)
    answers = await asyncio.gather(*(waiting.answer() for _ in range(4)))
    assert len({question.answered_at for _, question in answers}) == 1
    with pytest.raises(AlreadyAnswered, match=SAID):
        await waiting.answer("下午")
    await week.finished(waiting.run)
    assert (await waiting.answer())[1].answered_at == answers[0][1].answered_at
    with pytest.raises(AlreadyAnswered, match=SAID):
        await waiting.answer("下午")
    assert (await names(week, waiting.run)).count("resume") == 1


@CACHED
async def test_of_different_answers_at_once_one_is_taken(week: Week) -> None:
    """Exactly one is stored, the others are told so, and the run goes on with that one."""
    waiting = await paused(week)
    said = [f"第{number}个回答" for number in range(5)]
    outcomes = await asyncio.gather(*(waiting.answer(text) for text in said), return_exceptions=True)
    taken = [text for text, outcome in zip(said, outcomes, strict=True) if isinstance(outcome, tuple)]
    assert len(taken) == 1
    assert sum(isinstance(outcome, AlreadyAnswered) for outcome in outcomes) == 4
    await week.finished(waiting.run)
    known = (await memory_of(week, waiting.run, "resume")).question
    assert known is not None
    assert known.text == taken[0]


async def test_an_answer_and_the_wait_limit_at_once_go_on_once(week: Week, temporal: WorkflowEnvironment) -> None:
    """Either the answer is taken and used, or it is refused and the run goes on without it; never half of both."""
    waiting = await paused(week)
    handle = week.client.get_workflow_handle(workflow_id(waiting.run))
    _, outcome = await asyncio.gather(
        temporal.fast_forward(handle, timedelta(hours=25)), waiting.answer(), return_exceptions=True
    )
    await week.finished(waiting.run)
    known = (await memory_of(week, waiting.run, "resume")).question
    assert known is not None
    assert known.text == (SAID if isinstance(outcome, tuple) else None)
    assert isinstance(outcome, tuple | RunNotPaused), outcome
    assert (await names(week, waiting.run)).count("resume") == 1


@CACHED
async def test_an_answer_stored_while_the_run_goes_on_without_one_counts(
    week: Week, gate: Gate, temporal: WorkflowEnvironment
) -> None:
    """The wait is over and the step that goes on is at work; what is stored before its row still counts."""
    gate.node = "resume"
    waiting = await paused(week)
    handle = week.client.get_workflow_handle(workflow_id(waiting.run))
    # No time is skipped while a step is at work, so this does not end before the step does.
    skipping = asyncio.create_task(temporal.fast_forward(handle, timedelta(hours=25)))
    await asyncio.wait_for(gate.reached.wait(), 60)
    await waiting.answer()
    gate.opened.set()
    assert (await week.finished(waiting.run)).status == "completed"
    await asyncio.wait_for(skipping, 60)
    known = (await memory_of(week, waiting.run, "resume")).question
    assert known is not None
    assert known.text == SAID


async def test_a_paused_run_is_cancelled_at_once(week: Week) -> None:
    """The row is closed, the session is free, and an answer that comes later is refused."""
    waiting = await paused(week)
    await cancel_run(OWNER, week.engine, week.client, waiting.run.id, now())
    handle = week.client.get_workflow_handle(workflow_id(waiting.run))
    with pytest.raises(WorkflowFailureError) as failure:
        await asyncio.wait_for(handle.result(), 60)
    assert isinstance(failure.value.cause, CancelledError)
    assert (await week.row(waiting.run)).status == "cancelled"
    with pytest.raises(RunNotPaused, match="ended as cancelled"):
        await waiting.answer()
    again = await Paused.of(week, await week.start(waiting.run.session_id, refine_request(MOVE)))
    await again.answer()
    assert (await week.finished(again.run)).status == "completed"


@CACHED
async def test_a_paused_run_waits_for_its_own_answer_only(week: Week) -> None:
    """It holds its session, says that it waits, and nothing but its answer makes it go on."""
    waiting = await paused(week)
    with pytest.raises(RunInProgress, match=waiting.run.id):
        await week.start(waiting.run.session_id, refine_request(MOVE))
    asked = waiting.question.question_id
    for owner, said in (
        ("stranger", Answer(waiting.run.id, asked, SAID)),
        (OWNER, Answer("01K6F0Q2M3N4P5R6S7T8V9W0XA", asked, SAID)),
        (OWNER, Answer(waiting.run.id, "q1-ffffffffffff", SAID)),
    ):
        with pytest.raises(NotFound):
            await answer_run(owner, week.engine, week.client, said, now())
    handle = week.client.get_workflow_handle(workflow_id(waiting.run))
    await waiting.is_waited_for()
    with pytest.raises(WorkflowUpdateFailedError):
        await handle.execute_update("run.answered", AnswerNotice(waiting.question.step - 1), id="stale")
    assert (await week.row(waiting.run)).status == "paused"
    assert "stale" not in (await handle.fetch_history()).to_json()
    await waiting.answer()
    assert (await week.finished(waiting.run)).status == "completed"


@asynccontextmanager
async def at_work(week: Week, database: str, cached: int = 500) -> AsyncIterator[None]:
    """A worker of its own, until the context is left."""
    engine = create_engine(database)
    async with working(week.client, Ledger(engine, now), Limits(cached_workflows=cached)):
        yield
    await engine.dispose()


async def test_an_answer_while_no_worker_is_there_waits_for_one(database: str, temporal: WorkflowEnvironment) -> None:
    """It is stored and accepted; once a worker is there the reconciler wakes the run, again and again if need be."""
    async with Week.stored(database, temporal.client) as week:
        async with at_work(week, database):
            waiting = await paused(week)
        await waiting.answer()
        assert (await week.row(waiting.run)).status == "paused"
        async with at_work(week, database):
            done = await reconcile(week.engine, week.client, now() + timedelta(seconds=10))
            assert (await week.finished(waiting.run)).status == "completed"
        assert done == Reconciled(woken=(waiting.run.id,))
        assert (await names(week, waiting.run)).count("resume") == 1


async def test_a_run_that_temporal_lost_takes_the_answer_that_was_given(
    database: str, temporal: WorkflowEnvironment
) -> None:
    """It begins again, comes to the same question by the ledger, and goes on with the answer."""
    async with Week.stored(database, temporal.client) as week, at_work(week, database):
        waiting = await paused(week)
        before = await ledger_of(week.engine, waiting.run)
        await lose(week, waiting.run)
        await waiting.answer()
        later = now() + timedelta(seconds=10)
        assert await reconcile(week.engine, week.client, later) == Reconciled(started=(waiting.run.id,))
        async with asyncio.timeout(60):
            while await reconcile(week.engine, week.client, later) != Reconciled(woken=(waiting.run.id,)):
                await asyncio.sleep(0.2)
        assert (await week.finished(waiting.run)).status == "completed"
        assert (await ledger_of(week.engine, waiting.run))[: len(before)] == before
        assert (await names(week, waiting.run)).count("resume") == 1


async def lose(week: Week, run: RunRecord) -> None:
    """Let Temporal forget the workflow of a run."""
    client, target = week.client, workflow_id(run)
    execution = WorkflowExecution(workflow_id=target)
    order = DeleteWorkflowExecutionRequest(namespace=client.namespace, workflow_execution=execution)
    await client.workflow_service.delete_workflow_execution(order)
    async with asyncio.timeout(60):
        while await _is_known(week, target):
            await asyncio.sleep(0.2)


async def _is_known(week: Week, target: str) -> bool:
    try:
        await week.client.get_workflow_handle(target).describe()
    except RPCError as error:
        return not is_unknown_workflow(error)
    return True
