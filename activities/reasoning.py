"""A model's reasoning, told to those who watch a run or a turn while the call goes on (rule RUN-15)."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.exceptions import ApplicationError

from activities.failures import is_passing
from activities.models.reply import KEPT, plain
from domain.errors import LedgerMismatch, RunEnded
from domain.events import StageEvent
from storage.run_events import tell_meanwhile, told_by_step
from workflows.messages import StepInput

R = TypeVar("R")
Telling = Callable[[str], Awaitable[None]]

REASONING, RESET = "schedule_refine.reasoning", "schedule_refine.reset"
_BATCH_SECONDS = 0.2


class Watchers(Protocol):
    """Those who watch while a step is at work."""

    @property
    def reasoning(self) -> str:
        """The stage at which they are told what a model thinks."""
        ...

    @property
    def reset(self) -> str:
        """The stage at which they are told to forget that."""
        ...

    @property
    def step(self) -> int:
        """Number of the step."""
        ...

    async def told(self, connection: AsyncConnection) -> dict[str, int]:
        """How many events of each stage the step has told them so far."""
        ...

    async def tell(
        self, connection: AsyncConnection, event: StageEvent, at: datetime, before: Mapping[str, int]
    ) -> bool:
        """Tell them an event after those before; False once there is nothing more to be told.

        Raises:
            LedgerMismatch: another attempt at the step has told something since.
        """
        ...

    def ended(self) -> Exception:
        """The error that there is nothing more to be told."""
        ...


@dataclass(frozen=True, slots=True)
class RunWatchers:
    """Those who watch a run."""

    of: StepInput
    reasoning: str = REASONING
    reset: str = RESET

    @property
    def step(self) -> int:
        """Number of the step."""
        return self.of.step

    async def told(self, connection: AsyncConnection) -> dict[str, int]:
        """How many events of each stage the step has told them so far."""
        return await told_by_step(self.of.user_id, connection, self.of.run_id, self.of.step)

    async def tell(
        self, connection: AsyncConnection, event: StageEvent, at: datetime, before: Mapping[str, int]
    ) -> bool:
        """Tell them an event; False once the run has ended."""
        of = self.of
        return await tell_meanwhile(of.user_id, connection, of.run_id, of.step, [event], at, before)

    def ended(self) -> Exception:
        """The error that the run has ended."""
        return RunEnded(f"run {self.of.run_id!r} has ended: start a new run")


class Clocked(Protocol):
    """A database with a clock, such as a ledger."""

    engine: AsyncEngine
    now: Callable[[], datetime]


class Block:
    """The reasoning of one step: what comes in is kept, and told in batches.

    A batch counts on from what this attempt knows to be told. So of two attempts at the same time one is refused, and
    ends; the next attempt starts the block anew.
    """

    def __init__(self, ledger: Clocked, watchers: Watchers) -> None:
        self._ledger = ledger
        self._watchers = watchers
        self._pieces: list[str] = []
        self._left = KEPT
        self._before: dict[str, int] = {}

    async def open(self, attempt: int) -> None:
        """Start the block; anew where an earlier attempt has told some of it.

        Raises:
            DaywrightError: there is nothing more to be told.
        """
        if attempt == 1:
            return
        async with self._ledger.engine.connect() as connection:
            self._before = await self._watchers.told(connection)
        if self._before.get(self._watchers.reasoning):
            await self._tell(self._watchers.reset, {})

    async def add(self, text: str) -> None:
        """A piece of reasoning; it is told with the next batch."""
        kept = plain(text)[: self._left]
        self._left -= len(kept)
        self._pieces.append(kept)

    async def told_of(self, call: Callable[[Telling], Awaitable[R]]) -> R:
        """What a call gives, while which its reasoning is told; it ends with the attempt, however that ends."""
        over = asyncio.Event()
        calling = asyncio.ensure_future(call(self.add))
        telling = asyncio.create_task(self.tell_until(over))
        try:
            await asyncio.wait((calling, telling), return_when=asyncio.FIRST_COMPLETED)
            over.set()
            await telling
            return await calling
        finally:
            for task in (calling, telling):
                task.cancel()
            await asyncio.gather(calling, telling, return_exceptions=True)

    async def tell_until(self, over: asyncio.Event) -> None:
        """Tell what comes in, and the rest once nothing more will.

        Raises:
            ApplicationError: ``overtaken``: another attempt at the step tells its own block.
            DaywrightError: there is nothing more to be told.
        """
        while not over.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_BATCH_SECONDS):
                    await over.wait()
            try:
                await self._flush()
            except Exception as error:
                # What is not told now is told with the next batch, if there is one.
                if over.is_set() or not is_passing(error):
                    raise

    async def _flush(self) -> None:
        if text := "".join(self._pieces):
            taken = len(self._pieces)
            await self._tell(self._watchers.reasoning, {"text": text})
            del self._pieces[:taken]

    async def _tell(self, stage: str, data: dict[str, str]) -> None:
        event, at = StageEvent(stage=stage, data={"block": self._watchers.step, **data}), self._ledger.now()
        try:
            async with self._ledger.engine.begin() as connection:
                is_open = await self._watchers.tell(connection, event, at, self._before)
        except LedgerMismatch as error:
            raise ApplicationError("another attempt at the step is telling", type="overtaken") from error
        if not is_open:
            raise self._watchers.ended()
        self._before = {**self._before, stage: self._before.get(stage, 0) + 1}
