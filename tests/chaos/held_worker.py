"""A real worker process that stands still before it writes a step of one node, as long as a file is there."""

import asyncio
import sys
from pathlib import Path

from activities.ledger import Ledger, Point
from runtime.clock import now
from runtime.settings import read_settings
from runtime.worker_process import until_signal
from storage.engine import create_engine
from worker.build import working
from workflows.connection import connect
from workflows.messages import StepInput

NODE = "route"


class Hold:
    """Holds the steps of the node while the file exists."""

    def __init__(self, file: Path) -> None:
        self._file = file

    async def __call__(self, point: Point, step: StepInput) -> None:
        while point == "before_write" and step.node == NODE and self._file.exists():
            await asyncio.sleep(0.02)


async def main(file: Path) -> None:
    settings = read_settings()
    assert settings.database_url is not None
    assert settings.temporal_address is not None
    client = await connect(settings.temporal_address, settings.temporal_namespace, settings.codec_keys)
    await until_signal(working(client, Ledger(create_engine(settings.database_url), now, Hold(file))))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
