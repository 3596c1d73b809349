"""What the API process does: answer requests until it is told to end (rule STACK-12)."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import timedelta

import uvicorn

from api.app import build_app
from api.edge import Edge, EdgeOptions
from runtime.clock import now
from runtime.settings import Settings
from runtime.starting import started_settings
from services.reconcile import reconciling
from services.run_rules import RunRules
from storage.engine import create_engine
from storage.notifications import Notifications
from workflows.connection import connect

_GRACE_SECONDS = 3


def options_of(settings: Settings) -> EdgeOptions:
    """What the settings say about the edge."""
    names = settings.allowed_hosts.split(",")
    return EdgeOptions(
        public_url=settings.reached_at(),
        hosts=frozenset(name.strip().lower() for name in names if name.strip()),
        rate=settings.rate_limit,
        run_rate=settings.run_rate_limit,
        web_ui_url=settings.web_ui_url,
        namespace=settings.temporal_namespace,
        commit_wait_seconds=settings.commit_wait_seconds,
        run_rules=RunRules(settings.refine_enabled, timedelta(hours=settings.run_wait_hours)),
    )


@asynccontextmanager
async def open_edge(settings: Settings) -> AsyncIterator[Edge]:
    """The parts behind the routes, until the context is left; Temporal may be away meanwhile."""
    if settings.database_url is None or settings.temporal_address is None:
        raise SystemExit("the API needs DATABASE_URL and TEMPORAL_ADDRESS: set both, or use `daywright dev`")
    engine = create_engine(settings.database_url)
    client = await connect(
        settings.temporal_address, settings.temporal_namespace, settings.codec_keys, wait_for_server=False
    )
    try:
        async with Notifications(engine) as notifications:
            reads = engine.execution_options(isolation_level="AUTOCOMMIT")
            yield Edge(engine, reads, client, notifications, now, options_of(settings))
    finally:
        await engine.dispose()


class Server(uvicorn.Server):
    """Uvicorn without its signal handlers, which would end the process before its connections are closed in order."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer, and say so."""
        await super().startup(sockets)
        print("ready", flush=True)  # noqa: T201 - the supervisor waits for this line

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End in order at SIGTERM and SIGINT."""
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, self.stop)
        yield

    def stop(self) -> None:
        """Take no more requests and finish those at hand."""
        self.should_exit = True


async def serve(settings: Settings) -> None:
    """Answer until the process is told to end; open streams then have three seconds to end by themselves."""
    listener = listener_on(settings.api_host, settings.api_port)
    async with open_edge(settings) as edge:
        reconciler = reconciling(edge.engine, edge.client, edge.now, rules=edge.options.run_rules)
        beside = (reconciler, edge.readers.warm_up())
        tasks = [asyncio.create_task(work) for work in beside]
        try:
            await Server(_config(edge)).serve([listener])
        finally:
            for task in tasks:
                task.cancel()


def listener_on(host: str, port: int) -> socket.socket:
    """A socket that takes connections; port 0 stands for any free one.

    Raises:
        SystemExit: it cannot be had, with a sentence that says what to do.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise SystemExit(
            f"daywright: the API cannot listen on {host}:{port} ({error.strerror}): set DAYWRIGHT_API_HOST or "
            "DAYWRIGHT_API_PORT, or end what listens there"
        ) from None


def _config(edge: Edge) -> uvicorn.Config:
    return uvicorn.Config(
        build_app(edge),
        http="httptools",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )


def main() -> None:
    """Entry point of the process."""
    import uvloop

    uvloop.run(serve(started_settings()))
