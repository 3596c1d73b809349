"""Keeping a part of the stack running (rule STACK-8)."""

import asyncio
from pathlib import Path
from typing import Protocol

from domain.errors import StackFailed
from runtime.embedded.server import Report

_DELAYS_S = (0.1, 0.5, 1.0, 2.0, 5.0)


class Part(Protocol):
    """Something that runs until it ends or is stopped."""

    @property
    def name(self) -> str:
        """What it is called in messages."""

    @property
    def pid(self) -> int | None:
        """Its process, None while it does not run or belongs to somebody else."""

    @property
    def log(self) -> Path:
        """File with its output."""

    async def start(self) -> None:
        """Return once it is healthy, or raise StackFailed."""

    async def wait(self) -> None:
        """Return when it has ended."""

    async def stop(self) -> None:
        """End it if it runs."""


async def keep_running(part: Part, report: Report) -> None:
    """Start ``part`` again whenever it ends.

    Raises:
        StackFailed: it did not start however often that was tried, with longer and longer pauses between.
    """
    while True:
        await part.wait()
        report(f"{part.name} ended unexpectedly: starting it again.")
        await _start_again(part, report)


async def _start_again(part: Part, report: Report) -> None:
    for delay in _DELAYS_S:
        await asyncio.sleep(delay)
        try:
            return await part.start()
        except StackFailed as error:
            report(error.message)
    raise StackFailed(f"{part.name} did not start again in {len(_DELAYS_S)} attempts: mend the cause and start anew")
