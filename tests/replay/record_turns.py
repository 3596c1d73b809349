"""Record the committed histories of turns, and of a run of theirs: ``python -m tests.replay.record_turns``."""

import asyncio
import logging
import tempfile
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

from activities.ledger import Ledger
from activities.models.client import ModelClients
from services.start_run import workflow_id as run_workflow_id
from services.start_turn import workflow_id
from storage.runs import load_run
from storage.turns import TurnRecord
from tests.asking import AskingRefineSteps
from tests.model_server.diligent import diligent
from tests.model_server.server import ModelServer
from tests.replay.record import MOVE, Recorder, recorder
from tests.talk import Talk
from tests.week import OWNER
from tests.workflows.asking import LOOPBACK, SHORT, UNTOUCHED, endpoint
from worker.build import Limits, working


async def written(record: Recorder, name: str, talk: Talk, turn: TurnRecord) -> TurnRecord:
    """Let a turn come to the end of its workflow and write that down."""
    await talk.ended(turn)
    await talk.workflow_ended(turn)
    await record.write_workflow(f"turn_{name}", workflow_id(turn))
    return await talk.row(turn)


async def talked(record: Recorder, talk: Talk) -> None:
    """What needs no run: a greeting with another message behind it, a question, a reminder."""
    record.gate.node = "open"
    first = await talk.say("你好")
    await record.gate.reached.wait()
    second = await talk.say("周一有什么课？")
    record.gate.opened.set()
    await written(record, "followed", talk, first)
    await written(record, "question", talk, second)
    await written(record, "reminder", talk, await talk.say("明天早上8点提醒我交作业"))


async def planned(record: Recorder, talk: Talk) -> Talk:
    """A plan, and a change that is stopped while its run is at work."""
    await written(record, "plan_completed", talk, await talk.say("帮我安排这周的作业"))
    record.gate.node, record.gate.opened = "plan", asyncio.Event()
    record.gate.reached.clear()
    stopped = await talk.say(MOVE)
    await record.gate.reached.wait()
    await record.write_workflow("turn_open", workflow_id(stopped))
    cancel = await talk.say("算了")
    await written(record, "stopped", talk, stopped)
    await written(record, "cancel", talk, cancel)
    return talk


async def paused(record: Recorder, talk: Talk) -> None:
    """A change whose run asks, the answer, and the run with what it told both turns."""
    asking = await written(record, "paused", talk, await talk.say(MOVE))
    answering = await written(record, "answered", talk, await talk.say("上午，英语不算"))
    async with record.week.engine.connect() as connection:
        run = await load_run(OWNER, connection, answering.run_id or "")
    assert asking.run_id == run.id
    await record.week.client.get_workflow_handle(run_workflow_id(run)).result()
    await record.write_workflow("refine_of_turns", run_workflow_id(run))


async def refused(record: Recorder, talk: Talk) -> None:
    """A change where there is nothing to be changed, which fails."""
    talk = replace(talk, session_id=None)
    record.gate.node, record.gate.opened = "open", asyncio.Event()
    record.gate.reached.clear()
    await talk.say("你好")
    await record.gate.reached.wait()
    refine = await talk.say(MOVE)
    record.gate.opened.set()
    await written(record, "failed", talk, refine)


async def main() -> None:
    """Record each of them."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="daywright-") as folder, ModelServer(diligent) as server:
        async with asyncio.timeout(300), recorder(Path(folder)) as record:
            talk = Talk(record.week)
            ledger = Ledger(record.week.engine, talk.clock, record.gate)
            clock = talk.clock.of_database
            async with working(record.week.client, ledger, clock=clock):
                await talked(record, talk)
                await planned(record, talk)
                await refused(record, talk)
            with patch("worker.build.LedgeredRefineSteps", AskingRefineSteps):
                async with working(record.week.client, Ledger(record.week.engine, talk.clock), clock=clock):
                    await paused(record, talk)
            models = ModelClients([endpoint(server)], LOOPBACK)
            limits = Limits(patience=SHORT, plan_react=UNTOUCHED)
            async with working(record.week.client, Ledger(record.week.engine, talk.clock), limits, models, clock):
                other = replace(talk, session_id=None)
                await written(record, "model", other, await other.say("你好"))


if __name__ == "__main__":
    asyncio.run(main())
