"""Record the histories of plan runs that ask, or are adjusted, anew: ``python -m tests.replay.record_plans``."""

import asyncio
import logging
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from activities.ledger import Ledger
from activities.models.client import ModelClients
from domain.requests import PlanRequest
from runtime.clock import now
from services.open_session import open_session
from storage.runs import RunRecord
from tests.asking import Paused
from tests.model_server.adjusting import adjusting
from tests.model_server.server import ModelServer
from tests.replay.record import Recorder, recorder
from tests.week import OWNER
from tests.workflows.asking import LOOPBACK, SHORT, endpoint
from worker.build import Limits, working

OPEN = "帮我排一下"


async def _started(record: Recorder, words: str) -> RunRecord:
    said_at = datetime(2026, 9, 28, tzinfo=UTC)
    request = PlanRequest(term_id=record.week.request.term_id, message=words, said_at=said_at)
    session = await open_session(OWNER, record.week.engine, now())
    return await record.week.start(session.id, request)


async def asked(record: Recorder) -> None:
    """A run that waits for an answer, the same one once it was answered, and one whose person wants no plan."""
    waiting = await Paused.of(record.week, await _started(record, OPEN))
    await waiting.is_waited_for()
    await record.write("plan_paused", waiting.run)
    await waiting.answer("好")
    await record.week.finished(waiting.run)
    await record.write("plan_answered", waiting.run)
    refused = await Paused.of(record.week, await _started(record, OPEN))
    await refused.answer("算了")
    await record.week.finished(refused.run)
    await record.write("plan_declined", refused.run)


async def main() -> None:
    """Record each of them; all are adjusted by a model."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="daywright-") as folder, ModelServer(adjusting) as server:
        async with asyncio.timeout(300), recorder(Path(folder)) as record:
            models = ModelClients([endpoint(server)], LOOPBACK)
            async with working(record.week.client, Ledger(record.week.engine, now), Limits(patience=SHORT), models):
                await asked(record)


if __name__ == "__main__":
    asyncio.run(main())
