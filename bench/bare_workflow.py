"""What a run is compared with: a workflow with as many activities that do nothing."""

from datetime import timedelta

from temporalio import activity, workflow

QUEUE = "bench"


@activity.defn(name="bench.nothing")
async def nothing(number: int) -> int:
    """Hand the number back."""
    return number


@workflow.defn(name="BareWorkflow")
class BareWorkflow:
    """As many activities in a row as it is told, and nothing else."""

    @workflow.run
    async def run(self, activities: int) -> int:
        """The number of activities executed."""
        for number in range(activities):
            await workflow.execute_activity(nothing, number, start_to_close_timeout=timedelta(seconds=10))
        return activities
