"""What the tests of the production shape share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from runtime.embedded.postgres import PostgresServer
from tests.deploy.servers import make_like_the_image


@pytest.fixture
async def bare_server(tmp_path: Path) -> AsyncIterator[PostgresServer]:
    """A PostgreSQL of the test's own, with one superuser named postgres and nothing of ours."""
    server = PostgresServer(tmp_path / "postgres", print, durable=False)
    await server.start()
    await make_like_the_image(server)
    yield server
    await server.stop()
