"""The workers of one process, one for each task queue."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from importlib.metadata import version
from typing import Any

from temporalio.client import Client
from temporalio.worker import Worker

from activities.asking import LedgeredModelSteps
from activities.commits import StoredCommitSteps
from activities.ledger import Ledger
from activities.models.client import ModelClients
from activities.plan import LedgeredPlanSteps
from activities.preparation import PreparationWorks
from activities.preparation_asks import LedgeredPreparationModelSteps
from activities.preparation_ports import PreparationPorts
from activities.previews import StoredPreviewSteps
from activities.refine import LedgeredRefineSteps
from activities.reminders import StoredReminderSteps
from activities.runs import LedgeredRunSteps
from activities.solving import SolverProcesses
from activities.turn_asks import LedgeredTurnModelSteps
from activities.turn_desk import TurnDesk
from activities.turn_ledger import TurnLedger
from domain.models.patience import Patience
from domain.plan.memory import PlanReact
from services.reminder_desk import Clock, ReminderDesk
from services.run_rules import USUAL_RULES, RunRules
from storage.clock import database_clock
from worker.preparations import preparation_steps
from worker.turns import turn_steps
from workflows.confirm_commit import ConfirmCommit
from workflows.not_done import NotDone
from workflows.plan_run import PlanRun
from workflows.policies import MODEL_QUEUE, RUN_QUEUE, SOLVER_QUEUE
from workflows.preparation import MeetingPreparation
from workflows.preview_expiry import PreviewExpiry
from workflows.refine_run import RefineRun
from workflows.reminder import Reminder
from workflows.turn import Turn
from workflows.undo import Undo

# After a crash the server offers a workflow to its old worker for this long before any other may have it.
_STICKY = timedelta(seconds=1)
_GRACE = timedelta(seconds=5)
# Left to itself the library reads the code of every loaded module for this, for most of a second at each start.
_BUILD = f"daywright-{version('daywright')}"
# Left to itself the client holds heartbeats back for most of the time-out, and a cancel with them.
_HEARTBEAT_THROTTLE = timedelta(milliseconds=500)

WORKFLOWS: tuple[type, ...] = (
    PlanRun,
    RefineRun,
    ConfirmCommit,
    NotDone,
    Undo,
    PreviewExpiry,
    Reminder,
    Turn,
    MeetingPreparation,
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one worker process takes on at a time, and how long it keeps a preview after its last revision.

    Attributes:
        composite_route: whether runs that begin here may use the composite tools (rule ROUTE-6).
        plan_react: the rounds after the placement of plan runs that begin here (rule PLAN-24).
        asks: model calls at a time, those that wait for their turn at an endpoint counted.
        patience: how long a run waits for a model that is away.
        hardened_framing: whether due reminders tell a model that their content is data (rule REMIND-23).
        run_rules: of the runs that turns start (rule TURN-7).
    """

    steps: int = 50
    solves: int = 2
    asks: int = 20
    cached_workflows: int = 500
    keep_previews: timedelta = timedelta(days=30)
    patience: Patience = field(default_factory=Patience)
    composite_route: bool = True
    plan_react: PlanReact = field(default_factory=lambda: PlanReact(enabled=True))
    hardened_framing: bool = False
    run_rules: RunRules = USUAL_RULES


@asynccontextmanager
async def working(
    client: Client,
    ledger: Ledger,
    limits: Limits | None = None,
    models: ModelClients | None = None,
    clock: Clock = database_clock,
    ports: PreparationPorts | None = None,
) -> AsyncIterator[None]:
    """Serve the three queues while the body runs, and close the clients of models afterwards.

    Args:
        models: the endpoints; runs that begin here ask the first. Without one the built-in policy answers.
        clock: by which reminders are due, and preparations go on.
        ports: what preparations reach outside; None for nothing.
    """
    solvers, clients, limits = SolverProcesses(), models or ModelClients(()), limits or Limits()
    desk = ReminderDesk(ledger.engine, client, clock)
    solvers.warm_up()
    try:
        await clients.load()
        async with AsyncExitStack() as running:
            for worker in _workers(client, ledger, solvers, limits, clients, desk, ports or PreparationPorts()):
                await running.enter_async_context(worker)
            yield
    finally:
        await clients.close()
        await solvers.close()


def _workers(
    client: Client,
    ledger: Ledger,
    solvers: SolverProcesses,
    limits: Limits,
    clients: ModelClients,
    desk: ReminderDesk,
    ports: PreparationPorts,
) -> list[Worker]:
    endpoint = next((endpoint.id for endpoint in clients.endpoints), None)
    plan = LedgeredPlanSteps(ledger, solvers, endpoint, limits.plan_react)
    refine = LedgeredRefineSteps(ledger, solvers, endpoint, composite_route=limits.composite_route)
    models = LedgeredModelSteps(ledger, clients, limits.patience)
    runs, commits = LedgeredRunSteps(ledger), StoredCommitSteps(ledger.engine, ledger.now)
    previews = StoredPreviewSteps(ledger.engine, ledger.now, limits.keep_previews)
    reminders = StoredReminderSteps(ledger.engine, hardened=limits.hardened_framing, clock=desk.clock)
    turns = TurnDesk(TurnLedger(ledger), client, endpoint, limits.run_rules)
    asks = LedgeredTurnModelSteps(turns.ledger, clients, limits.patience)
    works = PreparationWorks(ledger.engine, ledger.now, desk.clock, ports, endpoint)
    rooms = LedgeredPreparationModelSteps(works, clients, limits.patience)
    nodes = [refine.context, refine.contract, refine.plan, refine.slice, refine.react, refine.hard_check]
    steps = [
        *nodes,
        *(refine.resume, refine.repair, refine.summary),
        *(plan.analyze, plan.resume, plan.react),
        *(runs.save_preview, runs.close),
        *(commits.confirm, commits.not_done, commits.undo),
        *(previews.expire, reminders.look, reminders.deliver),
        *turn_steps(turns, desk),
        *preparation_steps(works),
    ]
    return [
        _worker(client, RUN_QUEUE, steps, limits.steps, WORKFLOWS, limits.cached_workflows),
        _worker(client, SOLVER_QUEUE, [plan.place, refine.route], limits.solves),
        # Served without an endpoint too, so that a run that began with one can go on.
        _worker(client, MODEL_QUEUE, [models.ask, models.ask_of_plan, asks.ask, rooms.ask], limits.asks),
    ]


def _worker(
    client: Client, queue: str, steps: Sequence[Any], at_once: int, workflows: Sequence[type] = (), cached: int = 0
) -> Worker:
    return Worker(
        client,
        task_queue=queue,
        activities=steps,
        workflows=workflows,
        build_id=_BUILD,
        max_cached_workflows=cached,
        max_concurrent_activities=at_once,
        sticky_queue_schedule_to_start_timeout=_STICKY,
        graceful_shutdown_timeout=_GRACE,
        max_heartbeat_throttle_interval=_HEARTBEAT_THROTTLE,
        default_heartbeat_throttle_interval=_HEARTBEAT_THROTTLE,
    )
