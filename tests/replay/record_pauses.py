"""Record the committed histories of waits that no answer ended anew: ``python -m tests.replay.record_pauses``."""

import asyncio
import logging
import tempfile
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

from activities.ledger import Ledger
from runtime.clock import now
from services.cancel_run import cancel_run
from services.run_rules import RunRules
from services.start_run import start_workflow
from tests.asking import AskingRefineSteps, Paused
from tests.replay.record import MOVE, Recorder, recorder
from tests.week import OWNER, refine_request
from worker.build import working


async def unanswered(record: Recorder) -> None:
    """A run whose wait limit passes."""
    run = await record.week.reserve(await record.week.planned_session(), refine_request(MOVE))
    await start_workflow(OWNER, record.week.client, run, RunRules(wait_limit=timedelta(seconds=2)))
    await record.week.finished(run)
    await record.write("refine_unanswered", run)


async def cancelled(record: Recorder) -> None:
    """A run that is cancelled while it waits."""
    run = await record.week.start(await record.week.planned_session(), refine_request(MOVE))
    waiting = await Paused.of(record.week, run)
    await waiting.is_waited_for()
    await cancel_run(OWNER, record.week.engine, record.week.client, run.id, now())
    await record.finish(run)
    await record.write("refine_cancelled_waiting", run)


async def main() -> None:
    """Record each of them."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="daywright-") as folder:
        async with asyncio.timeout(300), recorder(Path(folder)) as record:
            with patch("worker.build.LedgeredRefineSteps", AskingRefineSteps):
                async with working(record.week.client, Ledger(record.week.engine, now)):
                    await unanswered(record)
                    await cancelled(record)


if __name__ == "__main__":
    asyncio.run(main())
