"""Start a run: its row first, then its workflow, so that nothing runs that nobody knows of (rule RUN-1)."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.client import Client
from temporalio.common import SearchAttributePair, TypedSearchAttributes, WorkflowIDReusePolicy
from temporalio.exceptions import WorkflowAlreadyStartedError

from domain.errors import PreviewNotFound, RefineDisabled
from domain.plan.rest import from_now_on
from domain.preview.revisions import preview_expired
from domain.requests import PlanRequest, RefineRequest
from domain.term.window import Window
from services.once import id_once
from services.run_rules import USUAL_RULES, RunRules
from services.session_state import session_ended
from services.ulids import ascending_ulids
from storage.run_bases import RunBase, lock_base
from storage.runs import BaseMoved, RunRecord, insert_run, load_run
from storage.sessions import SessionRecord, insert_session
from workflows import attributes
from workflows.connection import OUTAGES, is_away
from workflows.messages import RunInput
from workflows.policies import RUN_QUEUE

ANSWER_SECONDS = 3
"""How long a caller waits for Temporal; what it did not hear of in that time happens later."""

_log = structlog.get_logger()
_WORKFLOWS = {"plan": "PlanRun", "refine": "RefineRun"}


@dataclass(frozen=True, slots=True)
class RunOrder:
    """A request for a run.

    Attributes:
        session_id: the session it takes place in; None for a new one, in which only a plan run can start (EDGE-48).
        idempotency_key: the caller's; the same key gives the same run, and so the same session.
    """

    session_id: str | None
    request: PlanRequest | RefineRequest
    idempotency_key: str | None = None


async def start_run(
    owner: str, engine: AsyncEngine, client: Client, order: RunOrder, now: datetime, rules: RunRules = USUAL_RULES
) -> RunRecord:
    """The run that the order starts, or the one that an earlier order with the same key started.

    While Temporal is away the row stands alone, and the reconciler starts the workflow later (rule EDGE-46).

    Raises:
        RunInProgress: the session has an open run.
        TooManyRuns: the owner has as many open runs as one may have (rule EDGE-47).
        PreviewNotFound: there is nothing to refine in the session, or its preview has expired.
        NotFound: no such session, term or class of this owner.
        InvalidWindow, OutOfTerm: the window is reversed or leaves the term.
        IdempotencyKeyReused: the key was used with another request.
        InvalidInput: the key is empty or too long (rule EDGE-20).
        RefineDisabled: the order is to refine, and that is switched off (rule EDGE-57).
        SessionEnded: the session has ended (rule SESSION-5).
    """
    async with engine.begin() as connection:
        run = await reserve_run(owner, connection, order, now, rules)
    await launch(owner, client, run, rules)
    return run


async def reserve_run(
    owner: str, connection: AsyncConnection, order: RunOrder, now: datetime, rules: RunRules = USUAL_RULES
) -> RunRecord:
    """The row of the run that the order asks for, without its workflow; raises as ``start_run`` does."""
    new_session_id, new_id = ascending_ulids(2)
    # As it was sent: without a day, the same order counts as the same on the next day too.
    body = {"session": order.session_id, "request": order.request.model_dump(mode="json")}
    run_id = await id_once(owner, connection, "start_run", order.idempotency_key, body, new_id)
    if run_id != new_id:
        return await load_run(owner, connection, run_id)
    if isinstance(order.request, RefineRequest):
        _check_refinable(order, rules)
    return await make_run(owner, connection, order, (new_session_id, run_id), now, only_unended=True)


def _check_refinable(order: RunOrder, rules: RunRules) -> None:
    if not rules.refine_enabled:
        raise RefineDisabled("refining is switched off here: edit the preview by hand, or start a plan run")
    if order.session_id is None:
        raise PreviewNotFound("a new session has no preview to refine: name the session, or start a plan run first")


async def make_run(
    owner: str,
    connection: AsyncConnection,
    order: RunOrder,
    new_ids: tuple[str, str],
    now: datetime,
    *,
    only_unended: bool = False,
) -> RunRecord:
    """The row of a new run, in a new session where the order names none; the key of the order is the caller's to mind.

    Args:
        new_ids: of the session that may have to be made, and of the run.
        only_unended: whether a session that has ended takes no run; it takes those of turns from before its end.

    Raises:
        DaywrightError: as ``start_run`` does.
    """
    session_id, run_id = new_ids
    if order.session_id is None:
        await insert_session(owner, connection, SessionRecord(id=session_id, created_at=now))
    while True:
        base = await _base(owner, connection, order.session_id or session_id, order.request, only_unended)
        run = _new_run(base, order.session_id or session_id, order.request, run_id, now)
        with suppress(BaseMoved):
            await insert_run(owner, connection, run)
            return run


async def _base(
    owner: str,
    connection: AsyncConnection,
    session_id: str,
    request: PlanRequest | RefineRequest,
    only_unended: bool,
) -> RunBase:
    asked = (request.term_id, request.class_ids or ()) if isinstance(request, PlanRequest) else ()
    base = await lock_base(owner, connection, session_id, *asked)
    if only_unended and base.ended_at is not None:
        raise session_ended(session_id)
    return base


def _new_run(
    base: RunBase, session_id: str, request: PlanRequest | RefineRequest, run_id: str, now: datetime
) -> RunRecord:
    if base.term is None:
        raise PreviewNotFound(f"session {session_id!r} has no preview to refine: start a plan run first")
    if isinstance(request, PlanRequest):
        if request.days is not None:
            Window.between(base.term.term, *request.days)
        request = _planned_now(request, base.term.term.zone, now)
    else:
        if base.expired_at is not None:
            raise preview_expired(session_id, base.expired_at)
        request = _dated(request, base.term.term.zone, now)
    return RunRecord(
        id=run_id,
        session_id=session_id,
        term_id=base.term.id,
        kind=request.kind,
        base_revision=base.revision,
        base_timetable_version=base.term.timetable_version,
        request=request.model_dump(mode="json"),
        created_at=now,
    )


def _dated(request: RefineRequest, zone: str, now: datetime) -> RefineRequest:
    """The request with the day on which it was said (rule EDGE-49)."""
    if request.today is not None:
        return request
    return request.model_copy(update={"today": now.astimezone(ZoneInfo(zone)).date()})


def _planned_now(request: PlanRequest, zone: str, now: datetime) -> PlanRequest:
    """The request with what depends on the moment at which the run is made (rules PLAN-6 and PLAN-20)."""
    is_settled = request.days is not None and request.class_ids is not None and not (request.message or "").strip()
    if not is_settled and request.said_at is None:
        request = request.model_copy(update={"said_at": now})
    if request.days is None or request.not_before is not None:
        return request
    return request.model_copy(update={"not_before": from_now_on(*request.days, zone, now)})


def workflow_id(run: RunRecord) -> str:
    """The id under which operators find a run in Temporal."""
    return f"{run.kind}:{run.session_id}:{run.id}"


async def start_workflow(owner: str, client: Client, run: RunRecord, rules: RunRules = USUAL_RULES) -> bool:
    """Start the workflow of a run's row; False for one that was started before, which is left alone.

    Raises:
        RPCError: Temporal refused, or could not be reached; another of ``OUTAGES`` where it did not answer in time.
    """
    pairs = [SearchAttributePair(attributes.USER, owner), SearchAttributePair(attributes.SESSION, run.session_id)]
    try:
        # The client tries a call again for ten seconds, whatever the time-out of the call itself is.
        async with asyncio.timeout(ANSWER_SECONDS):
            await client.start_workflow(
                _WORKFLOWS[run.kind],
                _input(owner, run, rules),
                id=workflow_id(run),
                task_queue=RUN_QUEUE,
                id_reuse_policy=WorkflowIDReusePolicy.REJECT_DUPLICATE,
                search_attributes=TypedSearchAttributes(pairs),
                static_summary=f"{run.kind} run {run.id}",
            )
    except WorkflowAlreadyStartedError:
        return False
    return True


def _input(owner: str, run: RunRecord, rules: RunRules) -> RunInput:
    seconds = max(1, round(rules.wait_limit.total_seconds()))
    return RunInput(user_id=owner, session_id=run.session_id, run_id=run.id, wait_limit_seconds=seconds)


async def launch(owner: str, client: Client, run: RunRecord, rules: RunRules = USUAL_RULES) -> None:
    """Start the workflow of a run that is open; where Temporal is away the reconciler does it later (rule EDGE-46)."""
    # Starting again is harmless: the id of the workflow is taken. It is needed where the first caller died here.
    if not run.is_open:
        return
    try:
        await start_workflow(owner, client, run, rules)
    except OUTAGES as error:
        if not is_away(error):
            raise
        _log.warning("run waits for Temporal", run=run.id, reason=str(error) or "no answer in time")
