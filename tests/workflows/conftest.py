"""A worker of this process, on the session's Temporal and the test's own database."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from runtime.clock import now
from storage.engine import create_engine
from tests.sample import is_passed_over
from tests.week import Gate, Week
from worker.build import Limits, working


@pytest.fixture
def gate() -> Gate:
    """Open unless a test names the node to hold."""
    return Gate()


_CACHED, _REPLAYED = "[cached", "[replayed at every step"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A workflow that is replayed at every step does all that a cached one does, so of the latter a part is tried.

    Tests of cached ones alone are all tried.
    """
    twins = {item.nodeid.replace(_REPLAYED, _CACHED) for item in items if _REPLAYED in item.nodeid}
    left_out = [item for item in items if item.nodeid in twins and _is_outside_the_sample(item.nodeid)]
    if left_out:
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=left_out)


def _is_outside_the_sample(test: str) -> bool:
    return _CACHED in test and is_passed_over(test.partition("[")[0], 4)


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
