"""The nodes of a refine run as ledgered steps."""

import asyncio

from temporalio import activity

from activities.jobs import route
from activities.ledger import Ledger
from activities.pausing import pausing, resumed
from activities.solving import SolverProcesses
from domain.errors import OutOfTerm, PreviewNotFound
from domain.refine.calendar import Calendar
from domain.refine.memory import RefineMemory
from domain.refine.nodes import NodeName, open_memory, run_node, without_composites
from domain.refine.pausing import resume
from domain.refine.route import may_take_long
from domain.refine.stages import stage
from domain.requests import RefineRequest
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult
from domain.term.calendar import Term
from services.plan_classes import classes_of
from storage.previews import load_preview
from storage.runs import load_run
from storage.terms import load_term
from workflows.messages import StepInput, StepOutcome
from workflows.ports import RefineSteps

# A proof may take longer than a person waits. The run then goes on task by task, as after any failed composite.
_ROUTE_SECONDS = 40


class LedgeredRefineSteps(RefineSteps):
    """Each node reads the row before it, applies its rules, and stores the row after it.

    Args:
        endpoint: id of the endpoint whose model is asked in runs that begin here; None where there is none.
        composite_route: whether runs that begin here may use the composite tools.
    """

    def __init__(
        self, ledger: Ledger, solvers: SolverProcesses, endpoint: str | None = None, *, composite_route: bool = True
    ) -> None:
        self._ledger = ledger
        self._solvers = solvers
        self._endpoint = endpoint
        self._composite_route = composite_route

    @activity.defn(name="refine.context")
    async def context(self, step: StepInput) -> StepOutcome:
        """Load the preview to refine; verdict ``model`` where one will be asked, else ``done`` (rule RUN-12)."""
        return await self._ledger.step(step, lambda: self._open(step))

    @activity.defn(name="refine.contract")
    async def contract(self, step: StepInput) -> StepOutcome:
        """Settle what is asked and what must hold."""
        return await self._node("contract", step)

    @activity.defn(name="refine.plan")
    async def plan(self, step: StepInput) -> StepOutcome:
        """Lay out how to get there."""
        return await self._node("plan", step)

    @activity.defn(name="refine.slice")
    async def slice(self, step: StepInput) -> StepOutcome:
        """Cut out the weeks, days, sections and tasks meant."""
        return await self._node("slice", step)

    @activity.defn(name="refine.route")
    async def route(self, step: StepInput) -> StepOutcome:
        """One attempt of a composite tool, or none where none is asked."""

        async def compute() -> NodeResult[RefineMemory]:
            state, memory = await self._ledger.previous(step, RefineMemory)
            if not may_take_long(memory):
                return await asyncio.to_thread(run_node, "route", state, memory)
            try:
                async with asyncio.timeout(_ROUTE_SECONDS):
                    return await self._solvers.run(route, state, memory)
            except TimeoutError:
                return run_node("route", state, without_composites(memory))

        return await self._ledger.step(step, compute)

    @activity.defn(name="refine.react")
    async def react(self, step: StepInput) -> StepOutcome:
        """One round: decide on one tool call and execute it."""

        async def compute() -> NodeResult[RefineMemory]:
            return await asyncio.to_thread(run_node, "react", *await self._ledger.previous(step, RefineMemory))

        return await self._ledger.step(step, compute, pausing(self._ledger, step))

    @activity.defn(name="refine.resume")
    async def resume(self, step: StepInput) -> StepOutcome:
        """Go on after a question: with the answer that stands by now, or without one."""
        return await resumed(self._ledger, step, RefineMemory, resume)

    @activity.defn(name="refine.hard_check")
    async def hard_check(self, step: StepInput) -> StepOutcome:
        """Check the arrangement and restore class order."""
        return await self._node("hard_check", step)

    @activity.defn(name="refine.repair")
    async def repair(self, step: StepInput) -> StepOutcome:
        """The one repair after a failed check."""
        return await self._node("repair", step)

    @activity.defn(name="refine.summary")
    async def summary(self, step: StepInput) -> StepOutcome:
        """Say in a few sentences what came out."""
        return await self._node("summary", step)

    async def _node(self, name: NodeName, step: StepInput) -> StepOutcome:
        async def compute() -> NodeResult[RefineMemory]:
            return await asyncio.to_thread(run_node, name, *await self._ledger.previous(step, RefineMemory))

        return await self._ledger.step(step, compute)

    async def _open(self, step: StepInput) -> NodeResult[RefineMemory]:
        async with self._ledger.engine.connect() as connection:
            run = await load_run(step.user_id, connection, step.run_id)
            if run.base_revision is None:
                raise PreviewNotFound(f"session {run.session_id!r} has no preview to refine: start a plan run first")
            base = await load_preview(step.user_id, connection, run.session_id, run.base_revision)
            term = await load_term(step.user_id, connection, run.term_id)
            state = ScheduleState.model_validate_json(base.state)
            classes = await classes_of(step.user_id, connection, state)
        request = RefineRequest.model_validate(run.request)
        groups = [record.preferences for record in classes]
        week, calendar = _week_of(term.term, request), Calendar(term=term.term, today=request.today)
        memory = open_memory(
            state,
            request.message,
            week,
            calendar=calendar,
            groups=groups,
            composite_route=self._composite_route,
        )
        data = {"revision": base.revision, "tasks": len(state.tasks)}
        event = stage(memory.locale, "context.loading", data=data, revision=base.revision)
        chosen = memory.model_copy(update={"endpoint": self._endpoint})
        verdict = "done" if self._endpoint is None else "model"
        return NodeResult(state, chosen, verdict, f"preview revision {base.revision}", (event,))


def _week_of(term: Term, request: RefineRequest) -> int | None:
    """The week in which the message was said, by which 这周 is understood; None outside the term."""
    try:
        return term.position(request.today)[0] if request.today else None
    except OutOfTerm:
        return None
