"""Expiry: a preview that nobody has touched for long is shown no more (rules PREVIEW-20 and PREVIEW-21)."""

from datetime import timedelta

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from workflows.messages import ExpiryInput
    from workflows.policies import commit_options
    from workflows.ports import PreviewSteps

from workflows.timers import sleep


# A mistake of ours stops it only until it is mended: nobody waits for it, and days of waiting would be lost.
@workflow.defn(name="PreviewExpiry")
class PreviewExpiry:
    """Waits until a preview is due. Its id is ``expire:{session}``."""

    @workflow.run
    async def run(self, preview: ExpiryInput) -> str:
        """What became of it: ``expired``, or ``gone`` where there is none."""
        while True:
            look = await workflow.execute_activity_method(
                PreviewSteps.expire, preview, summary="expire the preview if it is due", **commit_options()
            )
            if look.wait_seconds <= 0:
                return look.status
            await sleep(timedelta(seconds=look.wait_seconds), "the preview is kept")
            if workflow.info().is_continue_as_new_suggested():
                workflow.continue_as_new(preview)
