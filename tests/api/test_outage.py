"""PostgreSQL stops while the API serves, and comes back (rules EDGE-7 and CLI-2)."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from temporalio.testing import WorkflowEnvironment

from api.schemas.problems import PROBLEM_MEDIA_TYPE
from runtime.client.address import Address
from runtime.client.api import Api
from runtime.embedded.postgres import PostgresServer
from storage.migrate import upgrade
from tests.edge import ServedEdge, served_edge

SESSIONS = "/api/v1/sessions"


@dataclass(frozen=True)
class Stoppable:
    """A served API over a PostgreSQL that only it uses."""

    served: ServedEdge
    postgres: PostgresServer
    key: str


@pytest.fixture
async def stoppable(temporal: WorkflowEnvironment, tmp_path: Path) -> AsyncIterator[Stoppable]:
    server = PostgresServer(tmp_path, print, durable=False)
    await server.start()
    try:
        await upgrade(server.url)
        async with served_edge(server.url, temporal.client) as served:
            yield Stoppable(served, server, await served.key())
    finally:
        await server.stop()


@asynccontextmanager
async def signed_in(stoppable: Stoppable) -> AsyncIterator[httpx2.AsyncClient]:
    """A browser that was signed in by a link, with what its own page sends."""
    async with stoppable.served.client(stoppable.key) as program, stoppable.served.client(None) as browser:
        link = (await program.post("/api/v1/auth/links")).json()["url"]
        assert (await browser.get(link)).status_code == 200
        browser.headers.update({"Origin": stoppable.served.url, "X-Daywright": "1"})
        yield browser


async def test_while_the_database_is_away_every_credential_is_told_to_come_back(stoppable: Stoppable) -> None:
    """A key and a cookie, on a read and on a write, also where the socket has gone; then all serves."""
    async with stoppable.served.client(stoppable.key) as program, signed_in(stoppable) as browser:
        await stoppable.postgres.stop()
        shutil.rmtree(stoppable.postgres.socket_folder, ignore_errors=True)
        for client in (program, browser):
            for answer in (await client.get(SESSIONS), await client.post(SESSIONS, json={})):
                assert (answer.status_code, answer.json()["code"]) == (503, "unavailable"), answer.text
                assert answer.headers["content-type"] == PROBLEM_MEDIA_TYPE
                assert answer.headers["retry-after"] == "1"
                assert answer.headers["x-request-id"] == answer.json()["request"]
        await stoppable.postgres.start()
        for client in (program, browser):
            assert (await client.post(SESSIONS, json={})).status_code == 201
            assert len((await client.get(SESSIONS)).json()["items"]) > 0


async def test_a_client_that_asks_meanwhile_has_its_answer_afterwards(stoppable: Stoppable) -> None:
    """It sends the request again as it is told, and the write is done once."""
    await stoppable.postgres.stop()
    async with Api(Address(stoppable.served.url, stoppable.key)) as api:
        asked = asyncio.create_task(api.sessions())
        async with stoppable.served.client(stoppable.key) as other:
            assert (await other.get(SESSIONS)).status_code == 503
        await stoppable.postgres.start()
        assert (await asked).items == ()
