"""A served API over a database of the test's own."""

import uuid
from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from runtime.embedded.postgres import PostgresServer
from tests.api.watched import Watched, api_process
from tests.edge import ServedEdge, served_edge


@pytest.fixture
async def served(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[ServedEdge]:
    """An API without a worker: runs that are started stay queued."""
    async with served_edge(database, temporal.client) as edge:
        yield edge


@pytest.fixture(scope="module")
async def watched(
    postgres: PostgresServer,
    database_template: str,
    temporal: WorkflowEnvironment,
    tmp_path_factory: pytest.TempPathFactory,
) -> AsyncIterator[Watched]:
    """The API as a process, over a database that the tests of one module share."""
    name = f"watched_{uuid.uuid4().hex}"
    admin = await postgres.connect()
    await admin.execute(f"CREATE DATABASE {name} TEMPLATE {database_template}")
    program, url = api_process(postgres.database_url(name), temporal.client, tmp_path_factory.mktemp("api"))
    await program.start()
    watching = Watched(url, postgres.database_url(name), temporal.client.service_client.config.target_host)
    yield watching
    watching.close()
    await program.stop()
    await admin.execute(f"DROP DATABASE {name} WITH (FORCE)")
    await admin.close()
