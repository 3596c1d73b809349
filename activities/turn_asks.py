"""Asking a model for the words of a reply or a title, as ledgered steps of their own (rule TURN-8)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import cast

from sqlalchemy.ext.asyncio import AsyncConnection
from temporalio import activity
from temporalio.exceptions import ApplicationError

from activities.asking import taken
from activities.model_rows import row_of
from activities.models.client import ModelClients
from activities.models.faults import ModelFault
from activities.models.reply import Reply as ModelReply
from activities.reasoning import Block
from activities.turn_ledger import TurnLedger, TurnResult
from activities.turn_words import message_at, spoken_before
from domain.errors import TurnEnded
from domain.events import StageEvent
from domain.models.patience import Patience
from domain.models.prompt import Prompt
from domain.turns.context import TurnContext
from domain.turns.memory import TurnMemory
from domain.turns.prompts import Asked, accepted, prompt_for, quotes_recalled
from services.turn_reads import TurnReads
from services.turn_recall import Asked as Recalling
from services.turn_recall import recalled_again
from storage.json_texts import writable
from storage.model_calls import ModelCall, read_model_calls, write_model_call
from storage.turn_events import tell_in_turn, told_by_turn_step
from storage.turns import TurnRecord
from workflows.messages import TurnOutcome, TurnStep
from workflows.ports import TurnModelSteps

# A step that kills its worker each time must not be tried for ever.
_MOST_ATTEMPTS = 20
# A person waits for the reply, and there is a built-in one.
_MOST_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class TurnWatchers:
    """Those who watch a turn."""

    of: TurnStep
    reasoning: str = "turn.reasoning"
    reset: str = "turn.reset"

    @property
    def step(self) -> int:
        """Number of the step."""
        return self.of.step

    async def told(self, connection: AsyncConnection) -> dict[str, int]:
        """How many events of each stage the step has told them so far."""
        return await told_by_turn_step(self.of.user_id, connection, self.of.turn_id, self.of.step)

    async def tell(
        self, connection: AsyncConnection, event: StageEvent, at: datetime, before: Mapping[str, int]
    ) -> bool:
        """Tell them an event; False once the turn has ended."""
        of = self.of
        return await tell_in_turn(of.user_id, connection, of.turn_id, of.step, [event], at, before)

    def ended(self) -> Exception:
        """The error that the turn has ended."""
        return TurnEnded(f"turn {self.of.turn_id!r} has ended: say it again")


class LedgeredTurnModelSteps(TurnModelSteps):
    """Each ask calls the model once and stores what came of it; the built-in words stand where that is of no use."""

    def __init__(self, ledger: TurnLedger, clients: ModelClients, patience: Patience) -> None:
        self._ledger = ledger
        self._clients = clients
        self._patience = replace(patience, seconds=min(patience.seconds, _MOST_SECONDS))

    @activity.defn(name="turn.ask")
    async def ask(self, step: TurnStep) -> TurnOutcome:
        """Ask a model for the words of a reply, or for a title.

        The verdict is ``given`` where they may stand, ``overruled`` where they may not, ``away`` or ``refused`` where
        none came, and ``skipped`` where nothing is asked.
        """
        asking = _Asking(self._ledger, self._clients, self._patience, step, activity.info().attempt)
        return await self._ledger.step(step, asking.compute, asking.write, of_ended=asking.what == "title")


@dataclass(slots=True)
class _Asking:
    """One attempt at one ask."""

    ledger: TurnLedger
    clients: ModelClients
    patience: Patience
    step: TurnStep
    attempt: int
    call: ModelCall | None = None
    earlier: Sequence[ModelCall] = field(default_factory=tuple)
    recalled: tuple[str, ...] = ()
    kept: Prompt | None = None

    @property
    def what(self) -> Asked:
        return cast(Asked, self.step.node.partition(".")[2])

    async def compute(self) -> TurnResult:
        """What came of it for the reply.

        Raises:
            ApplicationError: the call failed and is made again; it says when.
        """
        memory = await self.ledger.previous(self.step)
        prompt = await self._prompt(memory)
        if prompt is None or memory.endpoint is None:
            return TurnResult(memory, "skipped", f"nothing to ask for the {self.what}")
        if self.attempt > _MOST_ATTEMPTS:
            return TurnResult(memory, "away", "asking was broken off again and again")
        began, endpoint = self.ledger.now(), (memory.endpoint, self._model(memory.endpoint))
        within = self.patience.call(self._spent(memory), taken(self.earlier))
        try:
            reply = await self._reply(memory.endpoint, prompt, within)
        except ModelFault as fault:
            # Waiting for a place at the endpoint is no time of the call, but it is time of the turn.
            fault.seconds = max(fault.seconds, (self.ledger.now() - began).total_seconds())
            return await self._failed(memory, self._row(endpoint, prompt, began, fault), fault)
        self.call = self._row(endpoint, prompt, began, reply)
        return self._given(memory.model_copy(update={"patience_used_seconds": self._spent(memory)}), reply)

    async def write(self, connection: AsyncConnection, turn: TurnRecord, result: TurnResult) -> TurnResult:
        """Store the call with which the step ended, in the step's transaction."""
        if self.call is not None:
            await write_model_call(self.step.user_id, connection, self.call)
        return result

    async def _prompt(self, memory: TurnMemory) -> Prompt | None:
        step, seq = self.step, memory.message_seq
        async with self.ledger.engine.connect() as connection:
            message = await message_at(step.user_id, connection, step.session_id, seq)
            spoken = await spoken_before(step.user_id, connection, step.session_id, seq)
            if self.attempt > 1:
                self.earlier = await read_model_calls(step.user_id, connection, "turn", step.turn_id, [step.step])
        if memory.context is not None and memory.endpoint is not None and quotes_recalled(self.what, memory):
            self.recalled = await self._recalled(memory, message, memory.context)
        self.kept = prompt_for(self.what, memory, writable(message), spoken)
        return prompt_for(self.what, memory, writable(message), spoken, self.recalled)

    async def _recalled(self, memory: TurnMemory, message: str, context: TurnContext) -> tuple[str, ...]:
        """What was recalled for the message, as it is now: the ledger keeps none of its words (rule MEMORY-43)."""
        step, reads = self.step, TurnReads.beginning(self.ledger.engine)
        turn = await self.ledger.turn(step)
        said_at = turn.created_at.astimezone(await reads.zone(step.user_id, turn.created_at))
        asked = Recalling(message, f"chat:{step.session_id}:{memory.message_seq}", said_at, memory.locale)
        return await recalled_again(step.user_id, reads, asked, context)

    def _row(
        self, endpoint: tuple[str, str], prompt: Prompt, began: datetime, came: ModelReply | ModelFault
    ) -> ModelCall:
        """The row of a call; one that was shown what was recalled keeps no words of that, nor of what came of it."""
        row = row_of(self.step, self.attempt, endpoint, self.kept or prompt, began, came)
        if not self.recalled:
            return row
        problem = came.kind if isinstance(came, ModelFault) else ""
        told = {**row.prompt, "recalled": len(self.recalled)}
        return replace(row, prompt=told, answer="", reasoning="", problem=problem)

    def _model(self, endpoint: str) -> str:
        return next((known.model for known in self.clients.endpoints if known.id == endpoint), "")

    def _spent(self, memory: TurnMemory) -> float:
        """The patience that is gone before this call."""
        return memory.patience_used_seconds + taken(self.earlier)

    async def _reply(self, endpoint: str, prompt: Prompt, within: float) -> ModelReply:
        """One call, while which its reasoning is told; for a title nobody waits."""
        if self.what == "title":
            return await self.clients.ask(endpoint, prompt, within=within)
        block = Block(self.ledger, TurnWatchers(self.step))
        await block.open(self.attempt)
        return await block.told_of(lambda told: self.clients.ask(endpoint, prompt, told, within))

    def _given(self, memory: TurnMemory, reply: ModelReply) -> TurnResult:
        told = accepted(self.what, memory, reply.answer, self.recalled)
        if told is None:
            return TurnResult(memory, "overruled", f"the model's {self.what} may not stand")
        brief = f"the model gave the {self.what}"
        if self.what == "title":
            return TurnResult(memory.model_copy(update={"title": writable(told)}), "given", brief, decided_by="model")
        assert memory.reply is not None
        better = memory.reply.model_copy(update={"text": writable(told)})
        return TurnResult(memory.model_copy(update={"reply": better}), "given", brief, decided_by="model")

    async def _failed(self, memory: TurnMemory, row: ModelCall, fault: ModelFault) -> TurnResult:
        """Raised while there is patience; then the built-in words stand."""
        if not fault.retryable:
            self.call = row
            return TurnResult(memory, "refused", f"the model was asked for the {self.what}: {fault.kind}")
        spent = self._spent(memory) + row.seconds
        on_question = taken((*self.earlier, row))
        pause = self.patience.pause(len(self.earlier) + 1, fault.retry_after_seconds, spent, on_question)
        if pause is not None:
            await self._put_off(replace(row, wait_seconds=pause))
        self.call = row
        tired = memory.model_copy(update={"patience_used_seconds": spent})
        return TurnResult(tired, "away", f"the model was asked for the {self.what}: {fault.kind}")

    async def _put_off(self, row: ModelCall) -> None:
        """Store the failed call by itself, and have the next attempt made after its pause."""
        async with self.ledger.engine.begin() as connection:
            await write_model_call(self.step.user_id, connection, row)
        pause = timedelta(seconds=row.wait_seconds)
        # What lies behind the fault may quote the endpoint, and is written into logs with its cause.
        raise ApplicationError(row.problem, type=f"model_{row.outcome}", next_retry_delay=pause) from None
