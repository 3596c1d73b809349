"""The worker that kills itself, with runs that ask in their first round."""

import asyncio
import sys

import worker.build
from tests.asking import AskingRefineSteps
from tests.chaos.killed_worker import main

if __name__ == "__main__":
    worker.build.LedgeredRefineSteps = AskingRefineSteps  # type: ignore[misc]
    asyncio.run(main(*sys.argv[1:]))
