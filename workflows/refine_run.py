"""The refine run: seven nodes over the last preview, a model asked before some (rules RUN-1 to RUN-6, RUN-12)."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from workflows.messages import RunInput, RunResult, StepOutcome
    from workflows.policies import SOLVER_QUEUE, model_options, step_options
    from workflows.ports import ModelSteps, RefineSteps

from workflows.run import ASK, MISTAKES, Run

Node = Callable[[], Awaitable[StepOutcome]]


@workflow.defn(name="RefineRun", failure_exception_types=MISTAKES)
class RefineRun(Run):
    """Changes a preview as a message asks. Its id is ``refine:{session}:{run}``."""

    @workflow.init
    def __init__(self, run: RunInput) -> None:
        super().__init__(run)
        self._asks = False

    @workflow.run
    async def run(self, run: RunInput) -> RunResult:
        """Conduct the run to its end.

        Raises:
            ApplicationError: the run failed; the type is the error's stable code.
        """
        return await self.conduct(self._nodes())

    async def _nodes(self) -> RunResult:
        opened = await self.step("context", RefineSteps.context, "load the preview")
        self._asks = opened.verdict == "model"
        await self._answered("contract", self._contract)
        await self._answered("plan", self._plan)
        await self._slice()
        if not await self._route():
            await self._react()
        await self._hard_check()
        await self._answered("summary", self._summary)
        return await self.save_preview()

    async def _answered(self, node: str, take: Node) -> StepOutcome:
        """One node with the model asked before, and once more where the answer was malformed."""
        await self._ask(node)
        taken = await take()
        if taken.verdict == "again":
            await self._ask(node)
            taken = await take()
        return taken

    async def _ask(self, node: str, about: str = "") -> None:
        """Ask, unless the model refused, or is so slow that half of the run's time is gone (rule RUN-16)."""
        if self._asks and self.worked < timedelta(seconds=self._run.time_limit_seconds) / 2:
            summary = f"ask the model: {node}{about}"
            asked = await self.step(f"{ASK}{node}", ModelSteps.ask, summary, model_options())
            self._asks = asked.verdict != "refused"

    async def _contract(self) -> StepOutcome:
        return await self.step("contract", RefineSteps.contract, "settle the contract")

    async def _plan(self) -> StepOutcome:
        return await self.step("plan", RefineSteps.plan, "lay out the plan")

    async def _summary(self) -> StepOutcome:
        return await self.step("summary", RefineSteps.summary, "sum up")

    async def _slice(self) -> None:
        """The model is asked only where rules read nothing."""
        if (await self._cut()).verdict == "unread":
            await self._answered("slice", self._cut)

    async def _cut(self) -> StepOutcome:
        return await self.step("slice", RefineSteps.slice, "cut out what is meant")

    async def _route(self) -> bool:
        attempt, verdict = 1, "retry"
        while verdict == "retry":
            options = step_options(SOLVER_QUEUE)
            routed = await self.step("route", RefineSteps.route, f"composite tool, attempt {attempt}", options)
            attempt, verdict = attempt + 1, routed.verdict
        return verdict == "pass"

    async def _react(self) -> None:
        verdict = "continue"
        while verdict == "continue":
            await self._ask("react", f", round {self._progress.rounds + 1}")
            summary = f"round {self._progress.rounds + 1}, after: {self._progress.last}"
            verdict = (await self.step("react", RefineSteps.react, summary[:200])).verdict
            self._progress.rounds += 1
            if verdict == "ask":
                verdict = await self._resume()

    async def _resume(self) -> str:
        told = "with the answer" if await self.wait_for_answer() else "without an answer"
        await self.step("resume", RefineSteps.resume, f"go on {told}")
        return "continue"

    async def _hard_check(self) -> None:
        if (await self._checked("check and restore order")).verdict == "repair":
            await self._answered("repair", self._repair)
            await self._checked("check again")

    async def _repair(self) -> StepOutcome:
        return await self.step("repair", RefineSteps.repair, "repair what the check found")

    async def _checked(self, summary: str) -> StepOutcome:
        """The final check; where rules cannot judge the goal the model is asked, and at most once more."""
        checked = await self.step("hard_check", RefineSteps.hard_check, summary)
        for _ in range(2):
            if checked.verdict == "review":
                await self._ask("review")
                checked = await self.step("hard_check", RefineSteps.hard_check, summary)
        return checked
