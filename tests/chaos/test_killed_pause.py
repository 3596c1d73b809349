"""Kill -9 of the worker as a run asks, while it waits, and as it goes on changes nothing of what it ends with."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger, Point
from runtime.clock import now
from services.reconcile import reconcile
from storage.previews import load_preview
from storage.runs import RunRecord
from tests.asking import AskingRefineSteps, Paused
from tests.chaos.test_killed_worker import WorkerKeeper, events_of, lasting, ledger_of
from tests.week import OWNER, Week, refine_request
from worker.build import working

MOVE = "把第5周周五的任务都挪到周六"


@dataclass
class Orders:
    """Tells the worker at which step of a run to die, and at which of its points."""

    folder: Path

    def __post_init__(self) -> None:
        for path in (self.orders, self.done):
            path.touch()

    @property
    def orders(self) -> Path:
        return self.folder / "orders"

    @property
    def done(self) -> Path:
        return self.folder / "done"

    def give(self, run: RunRecord, steps: dict[int, str], step: int, point: Point) -> None:
        """All steps but one are spared, by their numbers and names."""
        self.orders.write_text(f"{run.id} {point}\n")
        spared = "".join(f"{run.id} {number} {name} {point}\n" for number, name in steps.items() if number != step)
        self.done.write_text(spared)


async def test_a_pause_survives_kills_and_an_answer_while_no_worker_is_there(
    database: str, temporal: WorkflowEnvironment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed as the question was stored, killed while the run waits, answered, and killed as the answer is taken."""
    monkeypatch.setattr("worker.build.LedgeredRefineSteps", AskingRefineSteps)
    monkeypatch.setattr("services.answer_run.ANSWER_SECONDS", 0.5)
    orders = Orders(tmp_path)
    address = temporal.client.service_client.config.target_host
    keeper = WorkerKeeper(database, address, str(orders.orders), str(orders.done), program="asking_worker.py")
    async with Week.stored(database, temporal.client) as week:
        async with working(week.client, Ledger(week.engine, now)):
            calm = await Paused.of(week, await week.start(await week.planned_session(), refine_request(MOVE)))
            await calm.answer()
            await week.finished(calm.run)
            run = await week.reserve(await week.planned_session(), refine_request(MOVE))
        steps = {row[0]: row[1] for row in await ledger_of(week.engine, calm.run)}
        orders.give(run, steps, calm.question.step, "after_write")
        await week.launch(run)
        async with keeper.kept():
            waiting = await Paused.of(week, run)
            async with asyncio.timeout(60):
                while keeper.deaths < 1:
                    await asyncio.sleep(0.1)
        await waiting.answer()
        assert (await week.row(run)).status == "paused"
        orders.give(run, steps, calm.question.step + 1, "before_write")
        async with keeper.kept(), asyncio.timeout(120):
            while (await week.row(run)).is_open:
                await reconcile(week.engine, week.client, now() + timedelta(seconds=10))
                await asyncio.sleep(0.5)
        assert keeper.deaths == 2
        await _check_alike(week, calm.run, run)


async def _check_alike(week: Week, calm: RunRecord, run: RunRecord) -> None:
    assert await ledger_of(week.engine, run) == await ledger_of(week.engine, calm)
    assert await events_of(week.engine, run) == await events_of(week.engine, calm)
    async with week.engine.connect() as connection:
        previews = [await load_preview(OWNER, connection, each.session_id, 2) for each in (calm, run)]
    assert lasting(previews[0]) == lasting(previews[1])
