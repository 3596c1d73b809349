"""An API to ask: the real application, served on the loopback, over the database and the Temporal of the tests."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

import httpx2
import uvicorn
from temporalio.client import Client

from api.app import build_app
from api.edge import Edge, EdgeOptions
from runtime.api_process import listener_on
from runtime.clock import now
from services.issue_key import issue_key
from storage.api_keys import KeyScope
from storage.engine import create_engine
from storage.notifications import Notifications
from tests.warm import with_known_routes

OWNER = "student"
HOSTS = frozenset({"127.0.0.1", "localhost"})
# Left to itself every client reads all certificates, for longer than most of what is asked takes.
_NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


@dataclass(frozen=True)
class ServedEdge:
    """A running API and what is behind it."""

    url: str
    edge: Edge

    async def key(self, user: str = OWNER, scope: KeyScope = "person") -> str:
        """A new key of a user."""
        return (await issue_key(user, self.edge.engine, now(), scope=scope)).text

    async def expired_key(self, user: str = OWNER) -> str:
        """A key that was good until a moment ago."""
        yesterday = now() - timedelta(days=1)
        return (await issue_key(user, self.edge.engine, yesterday, expires_at=now())).text

    def client(self, key: str | None, below: str = "") -> httpx2.AsyncClient:
        """A client that sends the key with every request, to addresses below one."""
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        return httpx2.AsyncClient(base_url=self.url + below, headers=headers, timeout=60, verify=_NO_CERTIFICATES)


@asynccontextmanager
async def served_edge(
    database: str, client: Client, clock: Callable[[], datetime] = now, **options: Any
) -> AsyncIterator[ServedEdge]:
    """An API over a database, until the context is left.

    Args:
        options: fields of ``EdgeOptions`` that differ from those of a local server.
    """
    engine = create_engine(database)
    reads = engine.execution_options(isolation_level="AUTOCOMMIT")
    listener = listener_on("127.0.0.1", 0)
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    told = replace(EdgeOptions(public_url=url, hosts=HOSTS, rate="100000/minute", run_rate="10000/minute"), **options)
    async with Notifications(engine) as notifications:
        edge = Edge(engine, reads, client, notifications, clock, told)
        config = uvicorn.Config(
            with_known_routes(build_app(edge)),
            lifespan="off",
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=1,
        )
        server = _Quiet(config)
        serving = asyncio.create_task(server.serve([listener]))
        try:
            yield ServedEdge(url, edge)
        finally:
            server.should_exit = True
            await serving
            await engine.dispose()


class _Quiet(uvicorn.Server):
    """A server that leaves the signals to the test session."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield
