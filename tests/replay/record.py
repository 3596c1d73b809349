"""Record the committed histories anew: ``python -m tests.replay.record`` (after a change of workflows that is meant).

Runs that were started under the old code replay against the new code only if these histories still do; a history
that must be recorded anew means that open runs need ``workflow.patched``.
"""

import asyncio
import json
import logging
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from temporalio.client import WorkflowFailureError

from activities.ledger import Ledger
from domain.errors import CommitConflict
from domain.requests import PlanRequest, RefineRequest
from runtime.clock import now
from runtime.embedded.postgres import PostgresServer
from runtime.embedded.temporal import TemporalServer
from services.cancel_run import cancel_run
from services.open_session import open_session
from services.request_commit import confirm_workflow_id, undo_workflow_id
from services.request_not_done import request_not_done
from services.start_run import workflow_id
from services.time_previews import expiry_workflow_id, time_previews
from storage.commits import CommitRecord
from storage.migrate import upgrade
from storage.runs import RunRecord
from storage.terms import lock_term, raise_version
from tests.desk import ACTOR, Desk, commit_desk
from tests.replay.committed import FOLDER
from tests.week import OWNER, Gate, Week, refine_request
from worker.build import Limits, working
from workflows.connection import connect
from workflows.messages import RunInput
from workflows.policies import RUN_QUEUE

ROOT = Path(__file__).parents[2]
KILLED_WORKER = ROOT / "tests" / "chaos" / "killed_worker.py"

SPREAD = "把第5周的任务均匀分散一下"
MOVE = "把第5周周五的任务都挪到周六"
TOO_MUCH = "把第5周的任务都挪到第5周周三"

_KEPT = timedelta(seconds=6)


@dataclass
class Recorder:
    """Lets runs happen on a real stack and writes down their histories."""

    week: Week
    folder: Path
    database: str
    address: str
    gate: Gate = field(default_factory=Gate)

    async def write(self, name: str, run: RunRecord) -> None:
        """Write down the history of a run as it is now."""
        await self.write_workflow(name, workflow_id(run))

    async def write_workflow(self, name: str, target: str) -> None:
        """Write down the history of a workflow as it is now."""
        handle = self.week.client.get_workflow_handle(target)
        events = anonymous(json.loads((await handle.fetch_history()).to_json())["events"])
        # One event a line, so that a difference between two recordings can be read.
        lines = ",\n".join(json.dumps(event, sort_keys=True) for event in events)
        (FOLDER / f"{name}.json").write_text(f'{{"events": [\n{lines}\n]}}\n')
        print(f"{name}: {len(events)} events")  # noqa: T201 - for the person who records

    async def ended(self, name: str, session_id: str, request: PlanRequest | RefineRequest) -> None:
        """Let a run come to its end and write it down."""
        run = await self.week.start(session_id, request)
        await self.finish(run)
        await self.write(name, run)

    async def finish(self, run: RunRecord) -> None:
        """Let a run come to its end, whichever it is."""
        with suppress(WorkflowFailureError):
            await self.week.finished(run)

    async def planned(self) -> None:
        """A plan run that places everything, and one whose window is too short."""
        completed, failed = [(await open_session(OWNER, self.week.engine, now())).id for _ in range(2)]
        await self.ended("plan_completed", completed, self.week.request)
        too_short = self.week.request.model_copy(update={"last": self.week.request.first})
        await self.ended("plan_failed", failed, too_short)

    async def refined(self) -> None:
        """By the composite, in several rounds, and with more tasks than fit, so that a repair is tried."""
        for name, words in (("composite", SPREAD), ("task_by_task", MOVE), ("repaired", TOO_MUCH)):
            await self.ended(f"refine_{name}", await self.week.planned_session(), refine_request(words))

    async def held(self) -> None:
        """A run in the middle of a step, and the same run cancelled there."""
        self.gate.node = "react"
        run = await self.week.start(await self.week.planned_session(), refine_request(MOVE))
        await self.gate.reached.wait()
        await self.write("refine_open", run)
        await cancel_run(OWNER, self.week.engine, self.week.client, run.id, now())
        await self.finish(run)
        await self.write("refine_cancelled", run)

    async def timed_out(self) -> None:
        """A run whose time is over in the middle of a step."""
        self.gate.node = "slice"
        session = await self.week.planned_session()
        run = await self.week.reserve(session, refine_request(SPREAD))
        limited = RunInput(OWNER, session, run.id, time_limit_seconds=1)
        await self.week.client.start_workflow("RefineRun", limited, id=workflow_id(run), task_queue=RUN_QUEUE)
        await self.finish(run)
        await self.write("refine_timed_out", run)

    async def outdated(self) -> None:
        """The timetable changes while the run works."""
        self.gate.node = ""
        run = await self.week.reserve(await self.week.planned_session(), refine_request(SPREAD))
        async with self.week.engine.begin() as connection:
            await raise_version(OWNER, connection, run.term_id)
        await self.week.launch(run)
        await self.finish(run)
        await self.write("refine_without_preview", run)

    async def committed(self) -> None:
        """Confirms that are applied and refused, an undo, and a task that was not done, each with its one activity."""
        session = await self.week.planned_session()
        other = await self.week.planned_session()
        async with commit_desk(self.week) as desk:
            applied = await desk.confirm(session)
            with suppress(CommitConflict):
                await desk.confirm(other)
            refused = next(commit for commit in await desk.commits() if commit.status == "refused")
            undone = await desk.undo(applied)
            held = await self._held_commit(desk, other)
            waiting = await request_not_done(OWNER, desk.desk, held.changes[0]["item_id"], ACTOR, None)
            for commit in (waiting, held):
                await desk.undo(commit)
        for name, target in (
            ("confirm_applied", confirm_workflow_id(applied.id)),
            ("confirm_refused", confirm_workflow_id(refused.id)),
            ("undo_undone", undo_workflow_id(undone.id)),
            ("not_done_applied", confirm_workflow_id(waiting.id)),
        ):
            await self.week.client.get_workflow_handle(target).result()
            await self.write_workflow(name, target)

    async def _held_commit(self, desk: Desk, session: str) -> CommitRecord:
        """A confirm, written down while it waits for somebody else to be done with the term."""
        async with self.week.engine.begin() as connection:
            await lock_term(OWNER, connection, self.week.request.term_id)
            confirming = asyncio.create_task(desk.confirm(session))
            await asyncio.sleep(2)
            held = "WorkflowType = 'ConfirmCommit' AND ExecutionStatus = 'Running'"
            [waiting] = [execution.id async for execution in self.week.client.list_workflows(held)]
            await self.write_workflow("confirm_open", waiting)
        return await confirming

    async def expired(self) -> None:
        """A preview whose timer fires when there is a newer revision, and one that is still kept."""
        session = await self.week.planned_session()
        await self._timed()
        await asyncio.sleep(_KEPT.total_seconds() / 2)
        await self.finish(await self.week.start(session, refine_request(SPREAD)))
        await self.week.client.get_workflow_handle(expiry_workflow_id(session)).result()
        await self.write_workflow("expiry_expired", expiry_workflow_id(session))
        session = await self.week.planned_session()
        await self._timed()
        await asyncio.sleep(1)
        await self.write_workflow("expiry_waiting", expiry_workflow_id(session))

    async def _timed(self) -> None:
        await time_previews(self.week.engine, self.week.client, now() + timedelta(seconds=10))

    async def without_a_worker(self, sessions: list[str]) -> None:
        """A run whose worker is killed in its fourth step, and one that is cancelled before a worker is there."""
        killed, cancelled = [await self.week.start(session, refine_request(SPREAD)) for session in sessions]
        await cancel_run(OWNER, self.week.engine, self.week.client, cancelled.id, now())
        spared = enumerate(("context", "contract", "plan"))
        (self.folder / "done").write_text("".join(f"{killed.id} {step} {node} before_write\n" for step, node in spared))
        (self.folder / "orders").write_text(f"{killed.id} before_write\n")
        async with self._worker_process() as worker:
            await worker.wait()
        (self.folder / "orders").write_text("")
        async with self._worker_process():
            await asyncio.gather(self.finish(killed), self.finish(cancelled))
        await self.write("refine_killed", killed)
        await self.write("refine_cancelled_at_once", cancelled)

    @asynccontextmanager
    async def _worker_process(self) -> AsyncIterator[asyncio.subprocess.Process]:
        arguments = (self.database, self.address, str(self.folder / "orders"), str(self.folder / "done"))
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        program = (sys.executable, str(KILLED_WORKER), *arguments)
        process = await asyncio.create_subprocess_exec(*program, env=environment, stdout=asyncio.subprocess.DEVNULL)
        try:
            yield process
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()


def anonymous(part: Any, key: str = "") -> Any:
    """A history without what names a machine or its folders."""
    if isinstance(part, list):
        return [anonymous(item) for item in part]
    if isinstance(part, dict):
        sticky = part.get("kind") == "TASK_QUEUE_KIND_STICKY"
        return {name: "sticky" if sticky and name == "name" else anonymous(item, name) for name, item in part.items()}
    return {"identity": "worker", "buildId": "build", "stackTrace": ""}.get(key, part)


@asynccontextmanager
async def recorder(folder: Path) -> AsyncIterator[Recorder]:
    """A recorder on a stack of its own."""
    postgres = PostgresServer(folder / "postgres", print, durable=False)
    temporal = TemporalServer(folder / "temporal", print, durable=False)
    async with AsyncExitStack() as running:
        for server in (postgres, temporal):
            await server.start()
            running.push_async_callback(server.stop)
        await upgrade(postgres.url)
        client = await connect(temporal.address, "default", None)
        week = await running.enter_async_context(Week.stored(postgres.url, client))
        yield Recorder(week, folder, postgres.url, temporal.address)


async def main() -> None:
    """Record every history."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="daywright-") as folder:
        async with asyncio.timeout(300), recorder(Path(folder)) as record:
            async with working(record.week.client, Ledger(record.week.engine, now, record.gate)):
                await record.planned()
                await record.refined()
                sessions = [await record.week.planned_session() for _ in range(2)]
                await record.held()
                await record.timed_out()
                await record.outdated()
                await record.committed()
            await record.without_a_worker(sessions)
            limits = Limits(keep_previews=_KEPT)
            async with working(record.week.client, Ledger(record.week.engine, now), limits):
                await record.expired()


if __name__ == "__main__":
    asyncio.run(main())
