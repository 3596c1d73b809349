"""Kill -9 of the worker at the steps of a plan run that asks and is adjusted changes nothing of what it ends with."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

from temporalio.testing import WorkflowEnvironment

from domain.requests import PlanRequest
from runtime.clock import now
from services.open_session import open_session
from services.reconcile import reconcile
from storage.previews import load_preview
from storage.runs import RunRecord
from tests.asking import Paused
from tests.chaos.test_killed_worker import WorkerKeeper, events_of, lasting, ledger_of
from tests.model_server.adjusting import adjusting
from tests.model_server.server import ModelServer
from tests.sample import stride
from tests.week import OWNER, Week

POINTS = ("after_write", "before_write", "started")
# Each kill starts a worker anew, so one point of some steps is usual; all of them on demand.
ALL = stride(2) == 1
USUAL = POINTS if ALL else POINTS[:1]
OFTEN_KILLED = ("analyze", "resume", "react")
ANSWER = "下周，只排英语"


async def reserved(week: Week) -> RunRecord:
    request = PlanRequest(term_id=week.request.term_id, message="帮我排一下", said_at=datetime(2026, 9, 28, tzinfo=UTC))
    session = await open_session(OWNER, week.engine, now())
    return await week.reserve(session.id, request)


async def conducted(week: Week, run: RunRecord) -> None:
    """The run to its end, answered as soon as it asks, and woken by the reconciler where nobody heard that."""
    await week.launch(run)
    await (await Paused.of(week, run)).answer(ANSWER)
    async with asyncio.timeout(200):
        while (await week.row(run)).is_open:
            await reconcile(week.engine, week.client, now() + timedelta(seconds=10))
            await asyncio.sleep(0.5)


async def steps_to_kill(week: Week, calm: RunRecord) -> dict[int, tuple[str, bool]]:
    """The steps of the undisturbed run by their numbers, with their names and whether the worker is killed there."""
    names = [row[1] for row in await ledger_of(week.engine, calm)]
    firsts = {names.index(name) for name in OFTEN_KILLED}
    return {number: (name, ALL or number in firsts) for number, name in enumerate(names)}


async def test_a_plan_survives_kills_from_its_question_to_its_preview(
    database: str, temporal: WorkflowEnvironment, tmp_path: Path
) -> None:
    """As it asks, goes on, places, asks the model, adjusts, and saves."""
    address = temporal.client.service_client.config.target_host
    with ModelServer(adjusting) as server:
        async with Week.stored(database, temporal.client) as week:
            runs: list[RunRecord] = []
            for point in ("", *USUAL):
                runs.append(await reserved(week))
                steps = await steps_to_kill(week, runs[0]) if point else {}
                orders, done = tmp_path / f"orders{point}", tmp_path / f"done{point}"
                orders.write_text(f"{runs[-1].id} {point}\n" if point else "")
                spared = {number: name for number, (name, killed) in steps.items() if not killed}
                done.write_text("".join(f"{runs[-1].id} {n} {name} {point}\n" for n, name in spared.items()))
                arguments = (database, address, str(orders), str(done), server.url)
                async with WorkerKeeper(*arguments, program="adjusting_worker.py").kept() as keeper:
                    await conducted(week, runs[-1])
                assert keeper.deaths == sum(killed for _name, killed in steps.values()), point
            calm, *killed = runs
            for run in killed:
                await _check_alike(week, calm, run)


async def _check_alike(week: Week, calm: RunRecord, run: RunRecord) -> None:
    """Ledger and preview are the same to the byte; of the events those that tell a block anew are more."""
    assert await ledger_of(week.engine, run) == await ledger_of(week.engine, calm)
    told = [[event[1:] for event in await events_of(week.engine, each) if _lasts(event[1])] for each in (calm, run)]
    assert told[0] == told[1]
    async with week.engine.connect() as connection:
        previews = [await load_preview(OWNER, connection, each.session_id, 1) for each in (calm, run)]
    assert lasting(previews[0]) == lasting(previews[1])


def _lasts(stage: str) -> bool:
    return not stage.endswith((".reasoning", ".reset"))
