"""The ledger makes a step exactly-once: its row and its events are one transaction, a retry finds the row (RUN-2)."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import datetime
from typing import Any, Literal, Protocol

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from activities.failures import translated_errors
from activities.heartbeat import beating
from domain.canonical import canonical_json, checksum, digest
from domain.errors import RunEnded
from domain.steps import NodeResult
from storage.run_events import append_events
from storage.runs import RunRecord, load_run, set_status
from storage.steps import StepRecord, read_step, recorded_step, write_step
from workflows.messages import StepInput, StepOutcome

Point = Literal["started", "before_write", "after_write"]


class StepHook(Protocol):
    """Called at the points of a step between which a crash could matter."""

    async def __call__(self, point: Point, step: StepInput) -> None:
        """Observe the point; failure tests end the process here."""
        ...


async def _no_hook(point: Point, step: StepInput) -> None:
    return None


Compute = Callable[[StepRecord | None], Awaitable[NodeResult[Any]]]
Write = Callable[[AsyncConnection, RunRecord, NodeResult[Any]], Awaitable[NodeResult[Any]]]


async def _nothing_else(connection: AsyncConnection, run: RunRecord, result: NodeResult[Any]) -> NodeResult[Any]:
    return result


class Ledger:
    """Executes steps of runs against the ``steps`` table."""

    def __init__(self, engine: AsyncEngine, now: Callable[[], datetime], hook: StepHook = _no_hook) -> None:
        self.engine = engine
        self.now = now
        self._hook = hook

    async def step(self, step: StepInput, compute: Compute, write: Write = _nothing_else) -> StepOutcome:
        """The outcome of a step: computed and stored at the first attempt, read at every later one.

        Args:
            compute: works out the result from the previous step's row, without holding a transaction.
            write: further writes that belong into the step's transaction; it may replace the result.

        Raises:
            ApplicationError: with the code of the error; ``ledger_mismatch`` where the step is recorded otherwise.
        """
        with translated_errors():
            async with beating():
                await self._hook("started", step)
                recorded, previous = await self._read(step)
                if recorded is None:
                    result = await compute(previous)
                    await self._hook("before_write", step)
                    recorded = await self._write(step, result, write)
                    await self._hook("after_write", step)
                return StepOutcome(recorded.verdict, step.step, recorded.state_hash, recorded.brief)

    async def _read(self, step: StepInput) -> tuple[StepRecord | None, StepRecord | None]:
        async with self.engine.connect() as connection:
            recorded = await _recorded(connection, step)
            if recorded is not None or step.step == 0:
                return recorded, None
            return None, await read_step(step.user_id, connection, "run", step.run_id, step.step - 1)

    async def _write(self, step: StepInput, result: NodeResult[Any], write: Write) -> StepRecord:
        async with self.engine.begin() as connection:
            run = await load_run(step.user_id, connection, step.run_id, lock=True)
            # An attempt that was given up may still have been at work; the one that got here first counts.
            recorded = await _recorded(connection, step)
            if recorded is not None:
                return recorded
            if not run.is_open:
                raise RunEnded(f"run {run.id!r} has ended as {run.status}: start a new run")
            if run.status == "queued":
                await set_status(step.user_id, connection, run.id, "running")
            result = await write(connection, run, result)
            record = _record(step, result)
            await write_step(step.user_id, connection, record)
            await append_events(step.user_id, connection, step.run_id, step.step, result.events, self.now())
        return record


async def _recorded(connection: AsyncConnection, step: StepInput) -> StepRecord | None:
    return await recorded_step(step.user_id, connection, "run", step.run_id, step.step, digest(asdict(step)))


def _record(step: StepInput, result: NodeResult[Any]) -> StepRecord:
    state = canonical_json(result.state)
    return StepRecord(
        owner_kind="run",
        owner_id=step.run_id,
        step=step.step,
        name=step.node,
        argument_hash=digest(asdict(step)),
        memory=canonical_json(result.memory),
        state=state,
        state_hash=checksum(state),
        decided_by=result.decided_by,
        verdict=result.verdict,
        brief=result.brief[:300],
        tool=result.call.tool if result.call else None,
        arguments=result.call.arguments if result.call else None,
        result=result.result.model_dump(mode="json") if result.result else None,
    )
