"""Start a run: its row first, then its workflow, so that nothing runs that nobody knows of (rule RUN-1)."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.client import Client
from temporalio.common import SearchAttributePair, TypedSearchAttributes, WorkflowIDReusePolicy
from temporalio.exceptions import WorkflowAlreadyStartedError

from domain.canonical import digest
from domain.errors import NotFound, PreviewNotFound
from domain.requests import PlanRequest, RefineRequest
from domain.term.window import Window
from services.ulids import ascending_ulids
from storage.classes import load_classes
from storage.idempotency import remember
from storage.previews import latest_preview
from storage.runs import RunRecord, insert_run, load_run
from storage.sessions import load_session
from storage.terms import load_term
from workflows import attributes
from workflows.messages import RunInput
from workflows.policies import RUN_QUEUE

_WORKFLOWS = {"plan": "PlanRun", "refine": "RefineRun"}


@dataclass(frozen=True, slots=True)
class RunOrder:
    """A request for a run.

    Attributes:
        idempotency_key: the caller's; the same key gives the same run.
    """

    session_id: str
    request: PlanRequest | RefineRequest
    idempotency_key: str | None = None


async def start_run(owner: str, engine: AsyncEngine, client: Client, order: RunOrder, now: datetime) -> RunRecord:
    """The run that the order starts, or the one that an earlier order with the same key started.

    Raises:
        RunInProgress: the session has an open run.
        PreviewNotFound: there is nothing to refine in the session.
        NotFound: no such session, term or class of this owner.
        InvalidWindow, OutOfTerm: the window is reversed or leaves the term.
        IdempotencyKeyReused: the key was used with another request.
    """
    async with engine.begin() as connection:
        run = await reserve_run(owner, connection, order, now)
    # Starting again is harmless: the id of the workflow is taken. It is needed where the first caller died here.
    if run.is_open:
        await start_workflow(owner, client, run)
    return run


async def reserve_run(owner: str, connection: AsyncConnection, order: RunOrder, now: datetime) -> RunRecord:
    """The row of the run that the order asks for, without its workflow; raises as ``start_run`` does."""
    [run_id] = ascending_ulids(1)
    if order.idempotency_key is not None:
        body = {"session": order.session_id, "request": order.request.model_dump(mode="json")}
        answer = {"run_id": run_id}
        first = await remember(owner, connection, "start_run", order.idempotency_key, digest(body), answer)
        if first != answer:
            return await load_run(owner, connection, first["run_id"])
    run = await _new_run(owner, connection, order, run_id, now)
    await insert_run(owner, connection, run)
    return run


async def _new_run(owner: str, connection: AsyncConnection, order: RunOrder, run_id: str, now: datetime) -> RunRecord:
    session = await load_session(owner, connection, order.session_id)
    base = await latest_preview(owner, connection, session.id)
    if isinstance(order.request, PlanRequest):
        term_id = order.request.term_id
        await _check_plan(owner, connection, order.request)
    elif base is None:
        raise PreviewNotFound(f"session {session.id!r} has no preview to refine: start a plan run first")
    else:
        term_id = base.term_id
    return RunRecord(
        id=run_id,
        session_id=session.id,
        term_id=term_id,
        kind=order.request.kind,
        base_revision=base.revision if base else None,
        base_timetable_version=(await load_term(owner, connection, term_id)).timetable_version,
        request=order.request.model_dump(mode="json"),
        created_at=now,
    )


async def _check_plan(owner: str, connection: AsyncConnection, request: PlanRequest) -> None:
    term = await load_term(owner, connection, request.term_id)
    Window.between(term.term, request.first, request.last)
    known = {record.row.id for record in await load_classes(owner, connection, request.class_ids)}
    for class_id in request.class_ids:
        if class_id not in known:
            raise NotFound(f"task class {class_id!r} does not exist: choose one of your own classes")


def workflow_id(run: RunRecord) -> str:
    """The id under which operators find a run in Temporal."""
    return f"{run.kind}:{run.session_id}:{run.id}"


async def start_workflow(owner: str, client: Client, run: RunRecord) -> None:
    """Start the workflow of a run's row; one that was started before is left alone."""
    pairs = [SearchAttributePair(attributes.USER, owner), SearchAttributePair(attributes.SESSION, run.session_id)]
    try:
        await client.start_workflow(
            _WORKFLOWS[run.kind],
            RunInput(user_id=owner, session_id=run.session_id, run_id=run.id),
            id=workflow_id(run),
            task_queue=RUN_QUEUE,
            id_reuse_policy=WorkflowIDReusePolicy.REJECT_DUPLICATE,
            search_attributes=TypedSearchAttributes(pairs),
            static_summary=f"{run.kind} run {run.id}",
        )
    except WorkflowAlreadyStartedError:
        return
