"""Record the committed histories of runs that ask a model anew: ``python -m tests.replay.record_models``."""

import asyncio
import logging
import tempfile
from pathlib import Path

from activities.ledger import Ledger
from activities.models.client import ModelClients
from runtime.clock import now
from services.cancel_run import cancel_run
from services.start_run import workflow_id
from storage.runs import RunRecord
from tests.asking import Paused
from tests.model_server.diligent import diligent, inquisitive
from tests.model_server.server import ModelServer
from tests.replay.record import MOVE, Recorder, recorder
from tests.week import OWNER, Week, refine_request
from tests.workflows.asking import LOOPBACK, SHORT, UNTOUCHED, endpoint
from worker.build import Limits, working


async def _started(week: Week) -> RunRecord:
    return await week.start(await week.planned_session(), refine_request(MOVE))


async def completed(record: Recorder, server: ModelServer) -> None:
    """A run that the model drives, and one whose calls fail, once so that it passes and once by their form."""
    await record.ended("refine_model_completed", await record.week.planned_session(), refine_request(MOVE))
    server.misbehave("prose", when=lambda asked: asked.name == "contract")
    server.misbehave("html_502", when=lambda asked: asked.name == "react")
    await record.ended("refine_model_retried", await record.week.planned_session(), refine_request(MOVE))
    server.misbehave("status_401", when=lambda asked: asked.name == "react")
    await record.ended("refine_model_refused", await record.week.planned_session(), refine_request(MOVE))


async def paused(record: Recorder, server: ModelServer) -> None:
    """A run that waits for an answer, and the same one once it was answered."""
    server.well_behaved(inquisitive)
    waiting = await Paused.of(record.week, await _started(record.week))
    handle = record.week.client.get_workflow_handle(workflow_id(waiting.run))
    while (await handle.query("run.progress"))["stage"] != "paused":
        await asyncio.sleep(0.05)
    await record.write("refine_model_paused", waiting.run)
    await waiting.answer()
    await record.week.finished(waiting.run)
    await record.write("refine_model_answered", waiting.run)
    server.well_behaved(diligent)


async def held(record: Recorder) -> None:
    """A run in the middle of asking, and the same run cancelled there."""
    record.gate.node = "ask.react"
    run = await _started(record.week)
    await record.gate.reached.wait()
    await record.write("refine_model_open", run)
    await cancel_run(OWNER, record.week.engine, record.week.client, run.id, now())
    await record.finish(run)
    await record.write("refine_model_cancelled", run)


async def main() -> None:
    """Record each of them."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="daywright-") as folder, ModelServer(diligent) as server:
        async with asyncio.timeout(300), recorder(Path(folder)) as record:
            ledger = Ledger(record.week.engine, now, record.gate)
            models = ModelClients([endpoint(server)], LOOPBACK)
            async with working(record.week.client, ledger, Limits(patience=SHORT, plan_react=UNTOUCHED), models):
                await completed(record, server)
                await paused(record, server)
                await held(record)


if __name__ == "__main__":
    asyncio.run(main())
