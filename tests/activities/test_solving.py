"""Solver processes: what they return, and that they end with their step."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from activities.solving import SolverProcesses


async def test_the_result_comes_from_another_process() -> None:
    """And the next piece of work has a process of its own."""
    solvers = SolverProcesses()
    pids = [await solvers.run(os.getpid) for _ in range(2)]
    await solvers.close()
    assert len({*pids, os.getpid()}) == 3


async def test_what_the_function_raises_is_raised_here() -> None:
    """With its type and message."""
    solvers = SolverProcesses()
    with pytest.raises(ValueError, match="invalid literal"):
        await solvers.run(int, "no number")
    await solvers.close()


async def test_a_child_that_dies_is_an_error_and_not_a_wait() -> None:
    """As when the kernel ends it for want of memory."""
    solvers = SolverProcesses()
    with pytest.raises(RuntimeError, match="without an answer"):
        await solvers.run(os._exit, 1)
    assert await solvers.run(abs, -1) == 1
    await solvers.close()


async def test_cancelled_work_ends_at_once() -> None:
    """The child is killed, so that a solve does not outlive the step that asked for it."""
    solvers = SolverProcesses()
    others = children()
    work = asyncio.create_task(solvers.run(time.sleep, 600))
    async with asyncio.timeout(120):
        while not (before := children() - others):
            await asyncio.sleep(0.1)
    work.cancel()
    with pytest.raises(asyncio.CancelledError):
        await work
    await solvers.close()
    for _ in range(1200):
        if not before & children():
            return
        await asyncio.sleep(0.1)
    pytest.fail(f"still running: {before & children()}")


def children() -> set[int]:
    """Processes below the children of this process, such as its fork server; the dead ones are left out."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if state != "Z":
            parents[int(folder.name)] = int(parent)
    direct = {pid for pid, parent in parents.items() if parent == os.getpid()}
    return {pid for pid, parent in parents.items() if parent in direct}
