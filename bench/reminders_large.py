"""The same as ``bench.reminders`` with ten times as many that wait, and five times as many that are due at once."""

import asyncio

from bench.reminders import Size, measured
from bench.report import BenchRow

_SECONDS = 1800


def rows() -> list[BenchRow]:
    """Measure on a stack of its own, for half an hour at most."""
    size = Size(pending=10_000, due=1_000, ahead_seconds=120)
    return asyncio.run(asyncio.wait_for(measured(size), _SECONDS))
