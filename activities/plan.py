"""The nodes of a plan run as ledgered steps."""

import asyncio

from sqlalchemy.ext.asyncio import AsyncConnection
from temporalio import activity

from activities.jobs import place_all
from activities.ledger import Ledger
from activities.pausing import pausing
from activities.solving import SolverProcesses
from domain.errors import SolverTimeLimit
from domain.plan.memory import PlanMemory, PlanReact
from domain.plan.react import play
from domain.requests import PlanRequest
from domain.steps import NodeResult
from services.open_plan import load_plan_base, open_plan, reopen_plan
from storage.run_questions import close_question
from storage.runs import RunRecord, load_run
from workflows.messages import StepInput, StepOutcome
from workflows.ports import PlanSteps

# Below the time-out of the step: another attempt would take as long.
_PLACE_SECONDS = 240

_USUAL_REACT = PlanReact(enabled=True)

Node = NodeResult[PlanMemory]


class LedgeredPlanSteps(PlanSteps):
    """Settles what is to be placed, places it, and adjusts it as a model says.

    Args:
        endpoint: id of the endpoint whose model is asked in runs that begin here; None where there is none.
        react: the rounds after the placement, of runs that begin here.
    """

    def __init__(
        self,
        ledger: Ledger,
        solvers: SolverProcesses,
        endpoint: str | None = None,
        react: PlanReact = _USUAL_REACT,
    ) -> None:
        self._ledger = ledger
        self._solvers = solvers
        self._endpoint = endpoint
        self._react = react

    @activity.defn(name="plan.analyze")
    async def analyze(self, step: StepInput) -> StepOutcome:
        """Settle what is to be placed, and load window, timetable and tasks; ``ask`` where that is open."""

        async def compute() -> Node:
            async with self._ledger.engine.connect() as connection:
                run = await load_run(step.user_id, connection, step.run_id)
                request = PlanRequest.model_validate(run.request)
                memory = PlanMemory(request=request, endpoint=self._endpoint, react=self._react)
                return await open_plan(connection, await load_plan_base(step.user_id, connection, run), memory)

        return await self._ledger.step(step, compute, pausing(self._ledger, step))

    @activity.defn(name="plan.resume")
    async def resume(self, step: StepInput) -> StepOutcome:
        """Go on after a question: with the answer that stands by now, or as proposed.

        The answer is looked for in the step's own transaction, which holds the run, as in every run (rule PAUSE-4).
        """
        paused = pausing(self._ledger, step)

        async def compute() -> Node:
            return NodeResult(*await self._ledger.previous(step, PlanMemory), verdict="", brief="", events=())

        async def write(connection: AsyncConnection, run: RunRecord, before: Node) -> Node:
            question = await close_question(step.user_id, connection, run.id, self._ledger.now())
            base = await load_plan_base(step.user_id, connection, run)
            answer = question.answer if question else None
            return await paused(connection, run, await reopen_plan(connection, base, before.memory, answer))

        return await self._ledger.step(step, compute, write)

    @activity.defn(name="plan.place")
    async def place(self, step: StepInput) -> StepOutcome:
        """Find the best first placement of all tasks; ``react`` where a model may adjust it."""

        async def compute() -> Node:
            before = await self._ledger.previous(step, PlanMemory)
            try:
                async with asyncio.timeout(_PLACE_SECONDS):
                    return await self._solvers.run(place_all, *before)
            except TimeoutError:
                raise SolverTimeLimit(f"no plan was found in {_PLACE_SECONDS} s: plan fewer classes at once") from None

        return await self._ledger.step(step, compute)

    @activity.defn(name="plan.react")
    async def react(self, step: StepInput) -> StepOutcome:
        """One round after the placement: the calls of a model, each kept only if all rules still hold."""

        async def compute() -> Node:
            return await asyncio.to_thread(play, *await self._ledger.previous(step, PlanMemory))

        return await self._ledger.step(step, compute)
