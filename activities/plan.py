"""The nodes of a plan run as ledgered steps."""

import asyncio

from temporalio import activity

from activities.jobs import place_all
from activities.ledger import Ledger
from activities.solving import SolverProcesses
from domain.errors import SolverTimeLimit
from domain.plan.memory import ClassPreference, PlanMemory
from domain.plan.nodes import analyze
from domain.plan.rest import earliest_place, of_items
from domain.requests import PlanRequest
from domain.schedule.rows import load_state
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult
from domain.term.window import Window
from storage.classes import load_classes
from storage.runs import load_run
from storage.schedule import load_events
from storage.terms import load_term
from workflows.messages import StepInput, StepOutcome
from workflows.ports import PlanSteps

# Below the time-out of the step: another attempt would take as long.
_PLACE_SECONDS = 240


class LedgeredPlanSteps(PlanSteps):
    """Loads what is to be placed, and places it."""

    def __init__(self, ledger: Ledger, solvers: SolverProcesses) -> None:
        self._ledger = ledger
        self._solvers = solvers

    @activity.defn(name="plan.analyze")
    async def analyze(self, step: StepInput) -> StepOutcome:
        """Load the window, the timetable and the tasks to place."""

        async def compute() -> NodeResult[PlanMemory]:
            return analyze(*await self._load(step))

        return await self._ledger.step(step, compute)

    @activity.defn(name="plan.place")
    async def place(self, step: StepInput) -> StepOutcome:
        """Find the best first placement of all tasks."""

        async def compute() -> NodeResult[PlanMemory]:
            before = await self._ledger.previous(step, PlanMemory)
            try:
                async with asyncio.timeout(_PLACE_SECONDS):
                    return await self._solvers.run(place_all, *before)
            except TimeoutError:
                raise SolverTimeLimit(f"no plan was found in {_PLACE_SECONDS} s: plan fewer classes at once") from None

        return await self._ledger.step(step, compute)

    async def _load(self, step: StepInput) -> tuple[ScheduleState, PlanMemory]:
        async with self._ledger.engine.connect() as connection:
            run = await load_run(step.user_id, connection, step.run_id)
            request = PlanRequest.model_validate(run.request)
            term = await load_term(step.user_id, connection, run.term_id)
            window = Window.between(term.term, request.first, request.last)
            events = await load_events(step.user_id, connection, run.term_id, window)
            classes = await load_classes(step.user_id, connection, request.class_ids)
        rows = [record.row for record in classes]
        state = load_state(window, events, rows).model_copy(update={"locale": request.locale})
        if request.item_ids is not None:
            state = of_items(state, request.item_ids)
        earliest = None if request.not_before is None else earliest_place(term.term, window, request.not_before)
        preferences = tuple(ClassPreference.of(record.preferences) for record in classes)
        return state, PlanMemory(request=request, preferences=preferences, earliest=earliest)
