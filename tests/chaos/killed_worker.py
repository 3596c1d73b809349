"""A real worker process that kills itself with SIGKILL at chosen points of the ledger, each once."""

import asyncio
import os
import signal
import sys
from pathlib import Path

from activities.ledger import Ledger, Point
from runtime.clock import now
from runtime.worker_process import until_signal
from storage.engine import create_engine
from worker.build import working
from workflows.connection import connect
from workflows.messages import StepInput


class KillSwitch:
    """Ends the process at the point that is set for a run, once for each of its steps.

    The orders are lines ``run point``; what was carried out is kept in a file, since nothing else survives.
    """

    def __init__(self, orders: Path, done: Path) -> None:
        self._orders = dict(line.split() for line in orders.read_text().splitlines())
        self._done = done

    async def __call__(self, point: Point, step: StepInput) -> None:
        mark = f"{step.run_id} {step.step} {step.node} {point}"
        if self._orders.get(step.run_id) != point or mark in self._done.read_text().splitlines():
            return
        with self._done.open("a") as file:
            file.write(mark + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.kill(os.getpid(), signal.SIGKILL)


async def main(database_url: str, temporal_address: str, orders: str, done: str) -> None:
    client = await connect(temporal_address, "default", None)
    ledger = Ledger(create_engine(database_url), now, KillSwitch(Path(orders), Path(done)))
    await until_signal(working(client, ledger))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
