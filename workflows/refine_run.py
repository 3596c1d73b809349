"""The refine run: seven nodes over the last preview (rules RUN-1 to RUN-6)."""

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from workflows.messages import RunInput, RunResult
    from workflows.policies import SOLVER_QUEUE, step_options
    from workflows.ports import RefineSteps

from workflows.run import MISTAKES, Run


@workflow.defn(name="RefineRun", failure_exception_types=MISTAKES)
class RefineRun(Run):
    """Changes a preview as a message asks. Its id is ``refine:{session}:{run}``."""

    @workflow.init
    def __init__(self, run: RunInput) -> None:
        super().__init__(run)

    @workflow.run
    async def run(self, run: RunInput) -> RunResult:
        """Conduct the run to its end.

        Raises:
            ApplicationError: the run failed; the type is the error's stable code.
        """
        return await self.conduct(self._nodes())

    async def _nodes(self) -> RunResult:
        await self.step("context", RefineSteps.context, "load the preview")
        await self.step("contract", RefineSteps.contract, "settle the contract")
        await self.step("plan", RefineSteps.plan, "lay out the plan")
        await self.step("slice", RefineSteps.slice, "cut out what is meant")
        if not await self._route():
            await self._react()
        await self._hard_check()
        await self.step("summary", RefineSteps.summary, "sum up")
        return await self.save_preview()

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
            summary = f"round {self._progress.rounds + 1}, after: {self._progress.last}"
            verdict = (await self.step("react", RefineSteps.react, summary[:200])).verdict
            self._progress.rounds += 1

    async def _hard_check(self) -> None:
        checked = await self.step("hard_check", RefineSteps.hard_check, "check and restore order")
        if checked.verdict == "repair":
            await self.step("repair", RefineSteps.repair, "repair what the check found")
            await self.step("hard_check", RefineSteps.hard_check, "check again")
