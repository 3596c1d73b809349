"""A worker of this process, on the session's Temporal and the test's own database."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from runtime.clock import now
from storage.engine import create_engine
from tests.week import Gate, Week
from worker.build import Limits, working


@pytest.fixture
def gate() -> Gate:
    """Open unless a test names the node to hold."""
    return Gate()


@pytest.fixture(params=[500, 0], ids=["cached", "replayed at every step"])
async def week(
    request: pytest.FixtureRequest, database: str, temporal: WorkflowEnvironment, gate: Gate
) -> AsyncIterator[Week]:
    """The example week with a running worker; once with every workflow replayed at every step."""
    engine = create_engine(database)
    ledger = Ledger(engine, now, gate)
    async with (
        working(temporal.client, ledger, Limits(cached_workflows=request.param)),
        Week.stored(database, temporal.client) as week,
    ):
        yield week
    await engine.dispose()
