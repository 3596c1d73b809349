"""The ledger makes a step exactly-once: its row and its events are one transaction, a retry finds the row (RUN-2)."""

import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import datetime
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio import activity

from activities.failures import translated_errors
from activities.heartbeat import beating
from domain.canonical import canonical_json, checksum, digest
from domain.errors import LedgerMismatch, RunEnded
from domain.schedule.state import ScheduleState
from domain.steps import NodeResult
from storage.run_events import append_events, insert_events
from storage.runs import RunRecord, advance_run
from storage.steps import StepRecord, read_step, recorded_step, write_step
from workflows.messages import StepInput, StepOutcome

Point = Literal["started", "before_write", "after_write"]
M = TypeVar("M", bound=BaseModel)


class StepHook(Protocol):
    """Called at the points of a step between which a crash could matter; of a turn's step the run is the turn."""

    async def __call__(self, point: Point, step: StepInput) -> None:
        """Observe the point; failure tests end the process here."""
        ...


async def _no_hook(point: Point, step: StepInput) -> None:
    return None


Compute = Callable[[], Awaitable[NodeResult[Any]]]
Write = Callable[[AsyncConnection, RunRecord, NodeResult[Any]], Awaitable[NodeResult[Any]]]


async def _nothing_else(connection: AsyncConnection, run: RunRecord, result: NodeResult[Any]) -> NodeResult[Any]:
    return result


class _Superseded(Exception):
    """The step was recorded by another attempt, or its run has ended; this transaction must not count."""


class Ledger:
    """Executes steps of runs against the ``steps`` table.

    Args:
        kept: for how many runs the last row written here is kept, so that the next step need not read it. Rows never
            change, so what is kept is what stands there.
    """

    def __init__(
        self, engine: AsyncEngine, now: Callable[[], datetime], hook: StepHook = _no_hook, kept: int = 200
    ) -> None:
        self.engine = engine
        self.now = now
        self.hook = hook
        self._kept = kept
        self._last: OrderedDict[str, tuple[int, NodeResult[Any]]] = OrderedDict()

    async def step(self, step: StepInput, compute: Compute, write: Write = _nothing_else) -> StepOutcome:
        """The outcome of a step: computed and stored at the first attempt, read at every later one.

        Args:
            compute: works out the result, without holding a transaction.
            write: further writes that belong into the step's transaction; it may add to the result and its events.

        Raises:
            ApplicationError: with the code of the error; ``ledger_mismatch`` where the step is recorded otherwise.
        """
        with translated_errors():
            async with beating():
                await self.hook("started", step)
                recorded = await self._recorded(step) if activity.info().attempt > 1 else None
                if recorded is None:
                    result = await compute()
                    await self.hook("before_write", step)
                    recorded = await self._write(step, result, write)
                await self.hook("after_write", step)
                return _outcome(recorded)

    async def previous(self, step: StepInput, memory: type[M]) -> tuple[ScheduleState, M]:
        """State and memory after the step before.

        Raises:
            LedgerMismatch: that step is not recorded.
        """
        number, result = self._last.get(step.run_id, (None, None))
        if result is not None and number == step.step - 1:
            return result.state, result.memory
        async with self.engine.connect() as connection:
            row = await read_step(step.user_id, connection, "run", step.run_id, step.step - 1)
        if row is None:
            raise LedgerMismatch(f"step {step.step - 1} of run {step.run_id!r} is not recorded: start a new run")
        return ScheduleState.model_validate_json(row.state), memory.model_validate_json(row.memory)

    async def _recorded(self, step: StepInput) -> StepRecord | None:
        asked = digest(asdict(step))
        async with self.engine.connect() as connection:
            return await recorded_step(step.user_id, connection, "run", step.run_id, step.step, asked)

    async def _write(self, step: StepInput, result: NodeResult[Any], write: Write) -> StepRecord:
        try:
            async with self.engine.begin() as connection:
                record, written = await self._stored(connection, step, result, write)
        except _Superseded:
            recorded = await self._recorded(step)
            if recorded is None:
                raise RunEnded(f"run {step.run_id!r} has ended: start a new run") from None
            return recorded
        self._keep(step, written)
        return record

    async def _stored(
        self, connection: AsyncConnection, step: StepInput, result: NodeResult[Any], write: Write
    ) -> tuple[StepRecord, NodeResult[Any]]:
        run = await advance_run(step.user_id, connection, step.run_id, len(result.events))
        if run is None:
            raise _Superseded
        written = await write(connection, run, result)
        record = _record(step, written)
        if not await write_step(step.user_id, connection, record):
            raise _Superseded
        told = (step.user_id, connection, step.run_id, step.step)
        await insert_events(*told, result.events, self.now(), run.last_seq)
        if more := written.events[len(result.events) :]:
            await append_events(*told, more, self.now())
        return record, written

    def _keep(self, step: StepInput, result: NodeResult[Any]) -> None:
        self._last[step.run_id] = (step.step, result)
        self._last.move_to_end(step.run_id)
        if len(self._last) > self._kept:
            self._last.popitem(last=False)


def _outcome(recorded: StepRecord) -> StepOutcome:
    line = _left(recorded.memory)
    return StepOutcome(recorded.verdict, recorded.step, recorded.state_hash, recorded.brief, recorded.decided_by, line)


def _left(memory: str) -> str:
    """What is left of the budgets that a memory counts; empty where it counts none."""
    known = json.loads(memory)
    most, used = known.get("budgets"), known.get("used")
    if not most or not used:
        return ""
    actions, rounds = most["execute_max"], most["max_rounds"]
    return f"{actions - used['actions']} of {actions} actions, {rounds - used['rounds']} of {rounds} rounds"


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
