"""The plan run: what is meant, the placement, and a model's adjustments of it, as a preview (rules RUN-1 to RUN-6)."""

from datetime import timedelta

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from workflows.messages import RunInput, RunResult, StepOutcome
    from workflows.policies import SOLVER_QUEUE, ActivityOptions, model_options, step_options
    from workflows.ports import ModelSteps, PlanSteps

from workflows.run import ASK, MISTAKES, NodeFailed, Run


@workflow.defn(name="PlanRun", failure_exception_types=MISTAKES)
class PlanRun(Run):
    """Places the tasks of some classes in a window. Its id is ``plan:{session}:{run}``."""

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
        opened = await self._opened()
        if opened.verdict == "declined":
            return await self.close("cancelled", "declined", opened.brief)
        if opened.verdict != "done":
            raise NodeFailed(opened)
        placed = await self.step("place", PlanSteps.place, "place all tasks", _solving())
        if placed.verdict == "react":
            await self._react()
        elif placed.verdict != "done":
            raise NodeFailed(placed)
        return await self.save_preview()

    async def _opened(self) -> StepOutcome:
        """What is to be placed; the person is asked where request and message leave it open (rule PLAN-22)."""
        opened = await self.step("analyze", PlanSteps.analyze, "load timetable and tasks")
        while opened.verdict == "ask":
            told = "with the answer" if await self.wait_for_answer() else "without an answer"
            opened = await self.step("resume", PlanSteps.resume, f"go on {told}")
        return opened

    async def _react(self) -> None:
        """Rounds in which a model may adjust the placement; none fails the run (rules PLAN-24 and RUN-16)."""
        verdict = "continue"
        while verdict == "continue":
            number = self._progress.rounds + 1
            if self.worked < timedelta(seconds=self._run.time_limit_seconds) / 2:
                summary = f"ask the model: react, round {number}"
                await self.step(f"{ASK}react", ModelSteps.ask_of_plan, summary, model_options())
            verdict = (await self.step("react", PlanSteps.react, f"adjust, round {number}")).verdict
            self._progress.rounds += 1


def _solving() -> ActivityOptions:
    return step_options(SOLVER_QUEUE, limit=timedelta(minutes=5))
