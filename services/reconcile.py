"""Bring rows of runs and their workflows together again where one of them was lost (rules EDGE-50 to EDGE-55).

Turns, reminders, preparations and timers of previews are looked after in the same round, and logs that recall does not
know yet.
"""

import asyncio
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from itertools import chain

import structlog
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client, WorkflowExecutionStatus
from temporalio.service import RPCError, RPCStatusCode

from services.answer_run import wake_run
from services.close_run import Ending, close_lost_run
from services.index_recall import index_recall
from services.reconcile_conversations import Rejoined, reconcile_conversations
from services.reconcile_preparations import Rejoined as RejoinedPreparations
from services.reconcile_preparations import reconcile_preparations
from services.run_rules import USUAL_RULES, RunRules
from services.start_run import start_workflow, workflow_id
from services.time_previews import time_previews
from services.workflow_status import status_of
from storage.advisory_locks import RECONCILER, trying_lock
from storage.engine import is_outage
from storage.run_questions import open_question
from storage.runs import OwnedRun, open_runs
from workflows.connection import is_away

# Younger runs are being started by those who asked for them.
_GRACE = timedelta(seconds=5)
_PAGE = 10

_CLOSED = {
    WorkflowExecutionStatus.COMPLETED: "completed",
    WorkflowExecutionStatus.FAILED: "failed",
    WorkflowExecutionStatus.CANCELED: "cancelled",
    WorkflowExecutionStatus.TIMED_OUT: "out of time",
}

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Reconciled:
    """Ids of the runs whose workflow was started, whose row was closed, and which were told of an answer."""

    started: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    woken: tuple[str, ...] = ()


async def reconciling(
    engine: AsyncEngine,
    client: Client,
    clock: Callable[[], datetime],
    every_seconds: float = 30.0,
    rules: RunRules = USUAL_RULES,
) -> None:
    """Reconcile now and then for ever; while Temporal or the database is away, say so and try again next time."""
    is_first = True
    while True:
        try:
            done = await reconcile(engine, client, clock(), rules)
            if done != Reconciled():
                _log.info("runs reconciled", started=done.started, closed=done.closed, woken=done.woken)
            await time_previews(engine, client, clock())
            rejoined = await reconcile_conversations(engine, client, clock(), rules, first=is_first)
            is_first = False
            prepared = await reconcile_preparations(engine, client, clock())
            if prepared != RejoinedPreparations():
                _log.info("preparations reconciled", started=prepared.started, closed=prepared.closed)
            indexed = await index_recall(engine)
            if indexed:
                _log.info("logs kept for recall", entries=indexed)
            if rejoined != Rejoined():
                _log.info("conversations reconciled", **{what: len(ids) for what, ids in asdict(rejoined).items()})
        except Exception as error:
            # A reconciler that ends would leave sessions closed for good, whatever it was that went wrong once.
            _log.warning(
                "runs could not be reconciled", exc_info=None if _is_outage(error) else error, reason=str(error)
            )
        await asyncio.sleep(every_seconds)


async def reconcile(engine: AsyncEngine, client: Client, now: datetime, rules: RunRules = USUAL_RULES) -> Reconciled:
    """Go through the open runs once, the oldest first; nothing where another process is at it.

    A run that cannot be reconciled is left to the next time, and does not stop the others.

    Raises:
        One of ``storage.engine.OUTAGES`` or ``workflows.connection.OUTAGES``: the database or Temporal is away; what
            was done until then stays done.
    """
    done = Reconciled()
    async with trying_lock(engine, RECONCILER) as is_ours:
        page = await _page(engine, now, "") if is_ours else []
        while page:
            done = _joined(done, await _reconcile_page(engine, client, page, now, rules))
            page = await _page(engine, now, page[-1].run.id)
    return done


async def _page(engine: AsyncEngine, now: datetime, after_id: str) -> list[OwnedRun]:
    async with engine.connect() as connection:
        return await open_runs(connection, now - _GRACE, after_id, _PAGE)


async def _reconcile_page(
    engine: AsyncEngine, client: Client, page: list[OwnedRun], now: datetime, rules: RunRules = USUAL_RULES
) -> Reconciled:
    asking = (_reconcile_run(engine, client, owned, now, rules) for owned in page)
    outcomes = await asyncio.gather(*asking, return_exceptions=True)
    for owned, outcome in zip(page, outcomes, strict=True):
        if isinstance(outcome, BaseException):
            if _is_outage(outcome):
                raise outcome
            _log.warning("run could not be reconciled", run=owned.run.id, exc_info=outcome)
    return _joined(*(outcome for outcome in outcomes if isinstance(outcome, Reconciled)))


def _joined(*parts: Reconciled) -> Reconciled:
    started, closed, woken = (
        tuple(chain.from_iterable(getattr(part, name) for part in parts)) for name in ("started", "closed", "woken")
    )
    return Reconciled(started, closed, woken)


def _is_outage(error: BaseException) -> bool:
    """Whether the next run would fare the same; a namespace that is missing is as good as a server that is."""
    is_missing_namespace = isinstance(error, RPCError) and error.status is RPCStatusCode.NOT_FOUND
    return is_outage(error) or is_away(error) or is_missing_namespace


async def _reconcile_run(
    engine: AsyncEngine, client: Client, owned: OwnedRun, now: datetime, rules: RunRules
) -> Reconciled:
    status = await status_of(client, workflow_id(owned.run))
    if status is None:
        # Harmless where it was started a moment ago: the id is taken then, and is given only once. A workflow that
        # Temporal has lost begins again at step 0 and finds each step that was done in the ledger.
        is_new = await start_workflow(owned.owner, client, owned.run, rules)
        return Reconciled(started=(owned.run.id,) if is_new else ())
    ending = _ending(status)
    if ending is None:
        is_woken = owned.run.status == "paused" and await _woken(engine, client, owned)
        return Reconciled(woken=(owned.run.id,) if is_woken else ())
    closed = await close_lost_run(owned.owner, engine, owned.run.id, ending, now)
    return Reconciled(closed=(closed.id,) if closed else ())


async def _woken(engine: AsyncEngine, client: Client, owned: OwnedRun) -> bool:
    """Tell a run of an answer that it has not heard of; False where there is none, or it was not told (EDGE-55)."""
    async with engine.connect() as connection:
        question = await open_question(owned.owner, connection, owned.run.id)
    return question is not None and question.answer is not None and await wake_run(client, owned.run, question)


def _ending(status: WorkflowExecutionStatus) -> Ending | None:
    """How a run ends whose workflow has ended without closing it; None for a workflow that goes on."""
    if status is WorkflowExecutionStatus.TERMINATED:
        return Ending("failed", "workflow_terminated", "the run was terminated in Temporal: start it again")
    if status not in _CLOSED:
        return None
    word = _CLOSED[status]
    detail = f"the workflow of the run ended as {word} and left the run open: start it again"
    return Ending("cancelled" if status is WorkflowExecutionStatus.CANCELED else "failed", "workflow_ended", detail)
