"""A model's reasoning, told to those who watch a run while the call goes on (rule RUN-15)."""

import asyncio
import contextlib

from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.exceptions import ApplicationError

from activities.failures import is_passing
from activities.ledger import Ledger
from activities.models.reply import KEPT, plain
from domain.errors import LedgerMismatch, RunEnded
from domain.events import StageEvent
from storage.run_events import tell_meanwhile, told_by_step
from workflows.messages import StepInput

REASONING, RESET = "schedule_refine.reasoning", "schedule_refine.reset"
_BATCH_SECONDS = 0.2


class Block:
    """The reasoning of one step: what comes in is kept, and told in batches.

    A batch counts on from what this attempt knows to be told. So of two attempts at the same time one is refused, and
    ends; the next attempt starts the block anew.
    """

    def __init__(self, ledger: Ledger, step: StepInput) -> None:
        self._ledger = ledger
        self._step = step
        self._pieces: list[str] = []
        self._left = KEPT
        self._before: dict[str, int] = {}

    async def open(self, attempt: int) -> None:
        """Start the block; anew where an earlier attempt has told some of it.

        Raises:
            RunEnded: the run has ended.
        """
        if attempt == 1:
            return
        async with self._engine.connect() as connection:
            told = await told_by_step(self._step.user_id, connection, self._step.run_id, self._step.step)
        self._before = told
        if told.get(REASONING):
            await self._tell(RESET, {})

    async def add(self, text: str) -> None:
        """A piece of reasoning; it is told with the next batch."""
        kept = plain(text)[: self._left]
        self._left -= len(kept)
        self._pieces.append(kept)

    async def tell_until(self, over: asyncio.Event) -> None:
        """Tell what comes in, and the rest once nothing more will.

        Raises:
            ApplicationError: ``overtaken``: another attempt at the step tells its own block.
            RunEnded: the run has ended.
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
            await self._tell(REASONING, {"text": text})
            del self._pieces[:taken]

    async def _tell(self, stage: str, data: dict[str, str]) -> None:
        event = StageEvent(stage=stage, data={"block": self._step.step, **data})
        step, at = self._step, self._ledger.now()
        try:
            async with self._engine.begin() as connection:
                told = (step.user_id, connection, step.run_id, step.step, [event], at, self._before)
                is_open = await tell_meanwhile(*told)
        except LedgerMismatch as error:
            raise ApplicationError("another attempt at the step is telling", type="overtaken") from error
        if not is_open:
            raise RunEnded(f"run {step.run_id!r} has ended: start a new run")
        self._before = {**self._before, stage: self._before.get(stage, 0) + 1}

    @property
    def _engine(self) -> AsyncEngine:
        return self._ledger.engine
