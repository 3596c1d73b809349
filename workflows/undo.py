"""Undo: what a commit wrote is taken back (rules UNDO-1 and UNDO-4)."""

from temporalio import workflow

# Nothing of it has state, so it need not be imported anew for every workflow.
with workflow.unsafe.imports_passed_through():
    from workflows.messages import CommitResult, UndoInput
    from workflows.policies import local_commit_options
    from workflows.ports import CommitSteps
    from workflows.run import MISTAKES


@workflow.defn(name="Undo", failure_exception_types=MISTAKES)
class Undo:
    """Takes a commit back. Its id is ``undo:{commit}``."""

    @workflow.run
    async def run(self, undo: UndoInput) -> CommitResult:
        """What became of it; a refusal is an outcome like any other."""
        return await workflow.execute_local_activity_method(
            CommitSteps.undo, undo, summary="take the commit back", **local_commit_options()
        )
