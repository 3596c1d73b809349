"""The worker that kills itself, with runs that ask in their first round."""

import asyncio
import sys
from unittest.mock import patch

from tests.asking import AskingRefineSteps
from tests.chaos.killed_worker import main

if __name__ == "__main__":
    with patch("worker.build.LedgeredRefineSteps", AskingRefineSteps):
        asyncio.run(main(*sys.argv[1:]))
