from io import StringIO

import pytest
from rich.console import Console
from temporalio.testing import WorkflowEnvironment

from api.schemas.runs import PlanOrder
from domain.errors import DaywrightError
from runtime.cli.screen import Screen
from runtime.client.address import Address
from runtime.client.api import Api
from runtime.demo import watched
from tests.edge import OWNER, served_edge
from tests.week import Week


async def test_a_run_that_nobody_begins_is_noticed(database: str, temporal: WorkflowEnvironment) -> None:
    """Where another Daywright takes its steps, the sentence says how to part the two (STACK-1)."""
    async with (
        served_edge(database, temporal.client) as served,
        Week.stored(database, temporal.client) as week,
        Api(Address(served.url, await served.key(OWNER))) as api,
    ):
        run = await api.start_run(PlanOrder(**week.request.model_dump()))
        with pytest.raises(DaywrightError, match=f"run {run.id} was not begun .* DAYWRIGHT_TEMPORAL_NAMESPACE"):
            await watched(api, run, Screen(Console(file=StringIO())), "zh-CN", grace_seconds=0.5)
        await api.cancel_run(run.id)
