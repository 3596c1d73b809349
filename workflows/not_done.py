"""Not done: a placed task waits again (rule READ-7)."""

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from workflows.messages import CommitResult, NotDoneInput
    from workflows.policies import commit_options
    from workflows.ports import CommitSteps

from workflows.run import MISTAKES


@workflow.defn(name="NotDone", failure_exception_types=MISTAKES)
class NotDone:
    """Takes a task that was not done out of the timetable. Its id is ``commit:{commit}``."""

    @workflow.run
    async def run(self, commit: NotDoneInput) -> CommitResult:
        """What became of it; a refusal is an outcome like any other."""
        return await workflow.execute_activity_method(
            CommitSteps.not_done, commit, summary="let a task wait again", **commit_options()
        )
