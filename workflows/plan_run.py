"""The plan run: rough placement of all tasks into a preview (rules RUN-1 to RUN-6)."""

from datetime import timedelta

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from workflows.messages import RunInput, RunResult
    from workflows.policies import SOLVER_QUEUE, step_options
    from workflows.ports import PlanSteps

from workflows.run import MISTAKES, NodeFailed, Run


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
        loaded = await self.step("analyze", PlanSteps.analyze, "load timetable and tasks")
        if loaded.verdict != "done":
            raise NodeFailed(loaded)
        solving = step_options(SOLVER_QUEUE, limit=timedelta(minutes=5))
        placed = await self.step("place", PlanSteps.place, "place all tasks", solving)
        if placed.verdict != "done":
            raise NodeFailed(placed)
        return await self.save_preview()
