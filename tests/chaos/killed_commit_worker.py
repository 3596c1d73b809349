"""A real worker process that kills itself, or PostgreSQL, at chosen boundaries of the transaction of a commit.

A boundary is a number: n stands for "before the n-th statement", the one after the last for "before COMMIT", and the
next one for "after COMMIT, before Temporal was told".
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio import activity
from temporalio.worker import Worker

from activities.commits import StoredCommitSteps
from activities.previews import StoredPreviewSteps
from runtime.clock import now
from runtime.starting import started_settings
from runtime.worker_process import until_signal
from storage.engine import create_engine
from workflows.confirm_commit import ConfirmCommit
from workflows.connection import connect
from workflows.messages import CommitInput, CommitResult, UndoInput
from workflows.policies import RUN_QUEUE
from workflows.preview_expiry import PreviewExpiry
from workflows.undo import Undo


@dataclass
class Transaction:
    """Where the transaction of one attempt is.

    Attributes:
        name: what orders name it by: what is done, and the session or the commit.
        passed: boundaries that it has come to.
        backend: process id of the server's end of its connection.
    """

    name: str
    passed: int = 0
    backend: int = 0


CURRENT: ContextVar[Transaction | None] = ContextVar("current", default=None)


class KillSwitch:
    """Kills at the boundaries that are ordered, by lines of a file: ``name boundary victim``.

    What was carried out is kept in a file beside it, since nothing else survives.
    """

    def __init__(self, folder: Path) -> None:
        self._orders, self._done, self._counted = folder / "orders", folder / "done", folder / "counted"

    def at_boundary(self, transaction: Transaction) -> None:
        """Count the boundary, and kill if it is the one."""
        transaction.passed += 1
        for line in self._orders.read_text().splitlines():
            name, boundary, victim = line.split()
            if (name, int(boundary)) == (transaction.name, transaction.passed) and _noted(self._done, line):
                _kill(victim, transaction.backend)

    def ended(self, transaction: Transaction) -> None:
        """Note how many boundaries there were, and come to the last one."""
        _noted(self._counted, f"{transaction.name} {transaction.passed}")
        self.at_boundary(transaction)

    def watch(self, engine: AsyncEngine) -> None:
        """Come to a boundary before each statement and before each COMMIT of a commit."""

        @event.listens_for(engine.sync_engine, "before_cursor_execute")
        def before_statement(connection: Any, *_: object) -> None:
            self._come_to(connection)

        @event.listens_for(engine.sync_engine, "commit")
        def before_commit(connection: Any) -> None:
            self._come_to(connection)

    def _come_to(self, connection: Any) -> None:
        transaction = CURRENT.get()
        if transaction is not None:
            transaction.backend = connection.connection.driver_connection.get_server_pid()
            self.at_boundary(transaction)


def _noted(file: Path, line: str) -> bool:
    """Whether the line is new; it is written down for good."""
    with file.open("a+") as stream:
        stream.seek(0)
        if line in stream.read().splitlines():
            return False
        stream.write(line + "\n")
        stream.flush()
        os.fsync(stream.fileno())
    return True


def _kill(victim: str, backend: int) -> None:
    if victim == "worker":
        os.kill(os.getpid(), signal.SIGKILL)
    status = Path(f"/proc/{backend}/status").read_text()
    [postmaster] = [int(line.split()[1]) for line in status.splitlines() if line.startswith("PPid:")]
    for process in (postmaster, backend):
        os.kill(process, signal.SIGKILL)


class WatchedCommitSteps(StoredCommitSteps):
    """The steps of the product, with their transactions watched."""

    def __init__(self, engine: AsyncEngine, switch: KillSwitch) -> None:
        super().__init__(engine, now)
        self._switch = switch

    @activity.defn(name="commit.confirm")
    async def confirm(self, commit: CommitInput) -> CommitResult:
        transaction = Transaction(f"confirm:{commit.session_id}")
        CURRENT.set(transaction)
        result = await super().confirm(commit)
        self._switch.ended(transaction)
        return result

    @activity.defn(name="commit.undo")
    async def undo(self, undo: UndoInput) -> CommitResult:
        transaction = Transaction(f"undo:{undo.commit_id}")
        CURRENT.set(transaction)
        result = await super().undo(undo)
        self._switch.ended(transaction)
        return result


async def main(folder: Path) -> None:
    settings = started_settings()
    assert settings.database_url is not None
    assert settings.temporal_address is not None
    client = await connect(settings.temporal_address, settings.temporal_namespace, settings.codec_keys)
    engine, switch = create_engine(settings.database_url), KillSwitch(folder)
    switch.watch(engine)
    steps = WatchedCommitSteps(engine, switch)
    previews = StoredPreviewSteps(engine, now, timedelta(days=30))
    workflows: list[type] = [ConfirmCommit, Undo, PreviewExpiry]
    activities: list[Callable[..., Any]] = [steps.confirm, steps.undo, previews.expire]
    await until_signal(Worker(client, task_queue=RUN_QUEUE, workflows=workflows, activities=activities))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
