"""A worker of this process, on the session's Temporal and the test's own database."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger, StepHook
from runtime.clock import now
from storage.engine import create_engine
from tests.week import Gate, Week
from worker.build import Limits, build_workers


@asynccontextmanager
async def working(
    database: str, environment: WorkflowEnvironment, limits: Limits, hook: StepHook
) -> AsyncIterator[Week]:
    engine = create_engine(database)
    async with AsyncExitStack() as running:
        for worker in build_workers(environment.client, Ledger(engine, now, hook), limits):
            await running.enter_async_context(worker)
        yield await running.enter_async_context(Week.stored(database, environment.client))
    await engine.dispose()


@pytest.fixture
def gate() -> Gate:
    """Open unless a test names the node to hold."""
    return Gate()


@pytest.fixture(params=[500, 0], ids=["cached", "replayed at every step"])
async def week(
    request: pytest.FixtureRequest, database: str, temporal: WorkflowEnvironment, gate: Gate
) -> AsyncIterator[Week]:
    """The example week with a running worker; once with every workflow replayed at every step."""
    async with working(database, temporal, Limits(cached_workflows=request.param), gate) as week:
        yield week
