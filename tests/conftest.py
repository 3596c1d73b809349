"""A real PostgreSQL and a real Temporal, started once a session and only when a test asks for one."""

import ast
import functools
import gc
import shlex
import signal
import threading
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import contextmanager
from multiprocessing import forkserver, resource_tracker
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from temporalio.testing import TimeSkippingConfig, WorkflowEnvironment

from runtime.embedded import temporal as embedded_temporal
from runtime.embedded.postgres import PostgresServer
from runtime.embedded.process import tied
from tests import forking, warm
from tests.databases import Databases
from tests.rewriting import rewrite_part
from tests.sample import stride
from workflows import attributes

# No test asserts a time, and the same cases are tried in every run; `--hypothesis-profile explore` tries new ones.
_EXAMPLES = 100 // min(stride(4), 4)
settings.register_profile(
    "steady",
    max_examples=_EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("explore", settings.get_profile("steady"), derandomize=False, max_examples=1000)
settings.load_profile("steady")

# The others, and those of the domain above all, have many short ones.
_FOLDERS_THAT_LAST = {
    name: place for place, name in enumerate(("workflows", "chaos", "api", "runtime", "e2e", "deploy"))
}

# A test that is stuck; with all cases some take minutes. What swallows the first failure gets another.
_STUCK_SECONDS, _AGAIN_SECONDS = 300 if stride(2) > 1 else 3600, 5

# CPython before 3.11.8 and 3.12.2 counts the depth of syntax trees of all threads in one number (gh-106905): hypothesis
# reading a lambda while a worker's thread imports a rewritten test ends in a SystemError. One at a time, then.
_one_tree_at_a_time = threading.RLock()
_parse = ast.parse


@functools.wraps(_parse)
def _parse_alone(*args: Any, **options: Any) -> Any:
    with _one_tree_at_a_time:
        return _parse(*args, **options)


ast.parse = _parse_alone


def pytest_configure(config: pytest.Config) -> None:
    """Each of the processes that share the tests makes a part of the bytecode that all of them load."""
    warm.install()
    shared = getattr(config, "workerinput", None)
    if shared is not None:
        rewrite_part(config, int(shared["workerid"].removeprefix("gw")), shared["workercount"])


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that take long come first, so that none is still at work when all others are done."""
    items.sort(key=lambda item: _FOLDERS_THAT_LAST.get("".join(item.nodeid.split("/")[1:2]), len(_FOLDERS_THAT_LAST)))


@contextmanager
def _not_stuck() -> Iterator[None]:
    """What is stuck fails, whatever it waits for, and what comes after it is tried."""
    signal.signal(signal.SIGALRM, _give_up)
    signal.setitimer(signal.ITIMER_REAL, _STUCK_SECONDS, _AGAIN_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, object, object]:
    with _not_stuck():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, object, object]:
    with _not_stuck():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None, object, object]:
    with _not_stuck():
        return (yield)


def _give_up(*_: object) -> None:
    pytest.fail(f"stuck for {_STUCK_SECONDS} s")


def pytest_collection_finish() -> None:
    """What is loaded and listed by now is there for good, and need not be looked through again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """The processes that share the tests share what forks programs for them too."""
    forking.share()


def pytest_unconfigure() -> None:
    """What was started for all of them ends with the last."""
    forking.stop()


@pytest.fixture(scope="session", autouse=True)
def fork_server() -> Iterator[None]:
    """What multiprocessing and the tests' own server of programs started ends with the session, not a moment later."""
    yield
    forking.stop()
    forkserver._forkserver._stop()  # type: ignore[attr-defined]
    resource_tracker._resource_tracker._stop()  # type: ignore[attr-defined]


@pytest.fixture(scope="session")
async def postgres(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[PostgresServer]:
    """One server for the whole session."""
    server = PostgresServer(tmp_path_factory.mktemp("postgres"), print, durable=False)
    await server.start()
    yield server
    await server.stop()


@pytest.fixture(scope="session")
async def postgres_url(postgres: PostgresServer) -> str:
    """URL of an empty database that tests share; most want ``database`` instead."""
    return postgres.url


@pytest.fixture(scope="session")
async def database_template(postgres: PostgresServer) -> str:
    """Name of a migrated database that nobody is connected to."""
    from storage.migrate import upgrade

    name = "template_daywright"
    await _execute(postgres, f"CREATE DATABASE {name}")
    await upgrade(postgres.database_url(name))
    return name


@pytest.fixture(scope="session")
async def databases(postgres: PostgresServer, database_template: str) -> Databases:
    """What gives tests databases of their own."""
    return Databases(postgres, database_template)


@pytest.fixture
async def database(databases: Databases) -> AsyncIterator[str]:
    """URL of a migrated database, empty and of the test's own."""
    name = await databases.take()
    yield databases.server.database_url(name)
    await databases.give_back(name)


@pytest.fixture(scope="session")
async def temporal(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[WorkflowEnvironment]:
    """One server for the whole session; ``fast_forward`` skips the time of one workflow."""
    from workflows.converter import data_converter

    environment = await WorkflowEnvironment.start_time_skipping_v2(
        ts_config=TimeSkippingConfig(enabled=False),
        data_converter=data_converter,
        search_attributes=attributes.ALL,
        dev_server_existing_path=str(_tied_temporal(tmp_path_factory.mktemp("temporal"))),
        dev_server_extra_args=embedded_temporal.tuning(time_skipping=True),
        dev_server_log_level="error",
    )
    async with environment:
        yield environment


def _tied_temporal(folder: Path) -> Path:
    """A program that is Temporal's, quiet, and ended by the kernel when the test session is killed."""
    program = folder / "temporal"
    command = shlex.join(tied([embedded_temporal.binary()], signal.SIGKILL))
    program.write_text(f'#!/bin/sh\nexec {command} "$@" >{folder}/log 2>&1\n')
    program.chmod(0o700)
    return program


async def _execute(server: PostgresServer, statement: str) -> None:
    connection = await server.connect()
    try:
        await connection.execute(statement)
    finally:
        await connection.close()
