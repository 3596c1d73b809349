"""A served API over a database of the test's own."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from tests.edge import ServedEdge, served_edge


@pytest.fixture
async def served(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[ServedEdge]:
    """An API without a worker: runs that are started stay queued."""
    async with served_edge(database, temporal.client) as edge:
        yield edge
