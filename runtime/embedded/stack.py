"""The supervisor of PostgreSQL, Temporal, the worker and the API (rules STACK-1 and STACK-2)."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import structlog

from domain.errors import StackFailed
from runtime.clock import now
from runtime.embedded.data_folder import data_folder
from runtime.embedded.ports import LOOPBACK, usual_or_free
from runtime.embedded.postgres import PostgresServer, require_database
from runtime.embedded.program import Program
from runtime.embedded.server import Report
from runtime.embedded.supervision import Part, keep_running
from runtime.embedded.temporal import TemporalServer, require_temporal
from runtime.embedded.throwaway import throwaway_folder
from runtime.local_key import local_key
from runtime.settings import Settings
from storage.engine import create_engine

Migrate = Callable[[str], Awaitable[None]]
First = TypeVar("First")
Second = TypeVar("Second")

WORKER_COMMAND = (sys.executable, "-m", "runtime.worker")
API_COMMAND = (sys.executable, "-m", "runtime.api")
LOCAL_USER = "local"
"""Who owns what is done on this machine."""

_KEY_FILE = "local.key"

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class LocalApi:
    """Where the API of a stack answers, and the key of the user of this machine."""

    url: str
    key: str = field(repr=False)


@dataclass(frozen=True)
class Stack:
    """A stack that is up, until the context that gave it is left.

    Attributes:
        database_url: SQLAlchemy URL of the migrated database.
        temporal_address: ``host:port`` of Temporal.
        web_ui_url: address of Temporal's Web UI, None where Temporal is not the embedded one.
        api: where the API answers and with which key; None where it was not started.
        parts: what was started, in that order.
    """

    database_url: str
    temporal_address: str
    web_ui_url: str | None
    api: LocalApi | None
    parts: Sequence[Part]
    _watches: Sequence[asyncio.Task[None]]

    @property
    def api_url(self) -> str:
        """Address of the API."""
        return self._started_api.url

    @property
    def local_key(self) -> str:
        """Key of the user of this machine."""
        return self._started_api.key

    @property
    def _started_api(self) -> LocalApi:
        if self.api is None:
            raise StackFailed("the API was not started with this stack: start it with one")
        return self.api

    async def wait(self) -> None:
        """Wait until a part cannot be kept running.

        Raises:
            StackFailed: always; the message says which part.
        """
        done, _ = await asyncio.wait(self._watches, return_when=asyncio.FIRST_COMPLETED)
        await next(iter(done))


@asynccontextmanager
async def running_stack(
    settings: Settings,
    migrate: Migrate,
    *,
    ephemeral: bool = False,
    report: Report = _log.info,
    worker_command: Sequence[str] = WORKER_COMMAND,
    api_command: Sequence[str] | None = API_COMMAND,
) -> AsyncIterator[Stack]:
    """Start what the settings do not replace, keep it running, and stop it in reverse order on leaving.

    The kernel ends every child when the thread that started it ends, so enter from a thread that stays.

    Args:
        settings: ``database_url`` and ``temporal_address`` replace the embedded parts.
        migrate: brings the schema of the database at a URL up to date.
        ephemeral: use a temporary data folder, quick and not durable, that is removed on leaving.
        report: told, in sentences, what a person should know.
        worker_command: what runs the worker.
        api_command: what runs the API; None for a stack without one.

    Raises:
        StackFailed: a part did not start; what had started is stopped.
    """
    with _folder(settings, ephemeral, report) as folder:
        supervisor = _Supervisor(settings.model_copy(update={"data_dir": folder}), report, durable=not ephemeral)
        try:
            yield await supervisor.start(migrate, worker_command, api_command)
        finally:
            await supervisor.stop()


class _Supervisor:
    """Starts the parts, watches them and stops them."""

    def __init__(self, settings: Settings, report: Report, *, durable: bool) -> None:
        self._settings = settings
        self._report = report
        self._durable = durable
        self._parts: list[Part] = []
        self._watches: list[asyncio.Task[None]] = []

    async def start(self, migrate: Migrate, worker_command: Sequence[str], api_command: Sequence[str] | None) -> Stack:
        database_url, (address, web_ui_url) = await _together(self._database(migrate), self._temporal())
        found = {"database_url": database_url, "temporal_address": address}
        found |= {"web_ui_url": web_ui_url} if web_ui_url else {}
        self._settings = self._settings.model_copy(update=found)
        url = self._api_url(api_command)
        _, api = await _together(self._worker(worker_command, url), self._api(api_command, url))
        self._watches = [asyncio.create_task(keep_running(part, self._report)) for part in self._parts]
        return Stack(database_url, address, web_ui_url, api, tuple(self._parts), tuple(self._watches))

    async def stop(self) -> None:
        for watch in self._watches:
            watch.cancel()
        await asyncio.gather(*self._watches, return_exceptions=True)
        for part in reversed(self._parts):
            await part.stop()

    async def _worker(self, command: Sequence[str], url: str | None) -> None:
        """Its links lead to the API of this stack."""
        settings = self._settings if url is None else self._settings.model_copy(update={"public_url": url})
        await self._run("The worker", command, settings, "worker")

    def _api_url(self, command: Sequence[str] | None) -> str | None:
        """On the loopback only, wherever a server would listen."""
        if command is None:
            return None
        port = usual_or_free(self._settings.api_port)
        if port != self._settings.api_port:
            self._report(f"Port {self._settings.api_port} is taken: the API listens on {port} instead.")
        return f"http://{LOOPBACK}:{port}"

    async def _api(self, command: Sequence[str] | None, url: str | None) -> LocalApi | None:
        if command is None or url is None:
            return None
        here = {"api_host": LOOPBACK, "api_port": urlsplit(url).port, "public_url": url}
        key = await self._key()
        await self._run("The API", command, self._settings.model_copy(update=here), "api")
        return LocalApi(url, key)

    async def _key(self) -> str:
        assert self._settings.database_url is not None
        engine = create_engine(self._settings.database_url)
        try:
            return await local_key(LOCAL_USER, engine, now(), self._settings.data_dir / _KEY_FILE)
        finally:
            await engine.dispose()

    async def _run(self, name: str, command: Sequence[str], settings: Settings, folder: str) -> None:
        program = Program(name, command, settings.environment(), settings.data_dir / folder / f"{folder}.log")
        self._parts.append(program)
        await program.start()

    async def _database(self, migrate: Migrate) -> str:
        url = self._settings.database_url
        if url is None:
            server = PostgresServer(self._settings.data_dir / "postgres", self._report, durable=self._durable)
            self._parts.append(server)
            await server.start()
            url = server.url
        else:
            await require_database(url)
        await migrate(url)
        return url

    async def _temporal(self) -> tuple[str, str | None]:
        address, namespace = self._settings.temporal_address, self._settings.temporal_namespace
        if address is not None:
            await require_temporal(address, namespace)
            return address, None
        server = TemporalServer(
            self._settings.data_dir / "temporal", self._report, namespace=namespace, durable=self._durable
        )
        self._parts.append(server)
        await server.start()
        return server.address, server.web_ui_url


@contextmanager
def _folder(settings: Settings, ephemeral: bool, report: Report) -> Iterator[Path]:
    if ephemeral:
        with throwaway_folder(report) as folder:
            yield folder
    else:
        yield data_folder(settings.data_dir)


async def _together(first: Coroutine[Any, Any, First], second: Coroutine[Any, Any, Second]) -> tuple[First, Second]:
    """Both results; where one fails the other is cancelled and that one error raised."""
    try:
        async with asyncio.TaskGroup() as group:
            one, two = group.create_task(first), group.create_task(second)
    except ExceptionGroup as errors:
        raise errors.exceptions[0] from None
    return one.result(), two.result()
