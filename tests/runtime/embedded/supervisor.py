"""A supervisor to be killed: runs a stack on a folder, tells its addresses on standard output, and waits.

With the word ``ephemeral`` behind it, the folder is where temporary data folders are made.
"""

import asyncio
import json
import signal
import sys
import tempfile
from pathlib import Path

from runtime.embedded.stack import running_stack
from runtime.settings import Settings

WORKER = (sys.executable, "-c", "import signal; print('ready', flush=True); signal.pause()")


async def migrate(url: str) -> None:
    """Nothing to migrate: the tests make their own table."""


async def main(folder: Path, ephemeral: bool) -> None:
    tempfile.tempdir = str(folder)
    settings = Settings(data_dir=folder, database_url=None, temporal_address=None)
    async with running_stack(
        settings, migrate, ephemeral=ephemeral, report=print, worker_command=WORKER, api_command=None
    ) as stack:
        addresses = {"database": stack.database_url, "temporal": stack.temporal_address}
        sys.stdout.write(json.dumps(addresses) + "\n")
        sys.stdout.flush()
        await stack.wait()


if __name__ == "__main__":
    # A shell that starts the tests in the background has it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    asyncio.run(main(Path(sys.argv[1]), "ephemeral" in sys.argv[2:]))
