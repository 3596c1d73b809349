"""Two activities of one type at the same time, each given another word."""

import asyncio
from datetime import timedelta

from temporalio import activity, workflow


@activity.defn(name="say")
async def say(word: str) -> str:
    """Give back the word."""
    return word


@workflow.defn(name="Pair")
class Pair:
    """Says two words at once."""

    @workflow.run
    async def run(self) -> tuple[str, str]:
        """Both words, in their order."""
        return await asyncio.gather(
            workflow.execute_activity(say, "first", start_to_close_timeout=timedelta(seconds=10)),
            workflow.execute_activity(say, "second", start_to_close_timeout=timedelta(seconds=10)),
        )
