"""Confirm: one preview becomes part of the timetable (rules CONFIRM-6 and CONFIRM-8)."""

from temporalio import workflow

# Nothing of it has state, so it need not be imported anew for every workflow.
with workflow.unsafe.imports_passed_through():
    from workflows.messages import CommitInput, CommitResult
    from workflows.policies import local_commit_options
    from workflows.ports import CommitSteps
    from workflows.run import MISTAKES


@workflow.defn(name="ConfirmCommit", failure_exception_types=MISTAKES)
class ConfirmCommit:
    """Writes a preview into the timetable. Its id is ``commit:{commit}``."""

    @workflow.run
    async def run(self, commit: CommitInput) -> CommitResult:
        """What became of it; a refusal is an outcome like any other."""
        summary = f"confirm revision {commit.revision}"
        return await workflow.execute_local_activity_method(
            CommitSteps.confirm, commit, summary=summary, **local_commit_options()
        )
