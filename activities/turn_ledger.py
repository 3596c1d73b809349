"""The ledger of turns: a step's row, its events and all else that it writes are one transaction (rule TURN-5)."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass

from sqlalchemy.ext.asyncio import AsyncConnection
from temporalio import activity

from activities.failures import translated_errors
from activities.heartbeat import beating
from activities.ledger import Ledger, Point
from domain.canonical import canonical_json, checksum, digest
from domain.errors import LedgerMismatch, TurnEnded
from domain.events import StageEvent
from domain.steps import DecidedBy
from domain.turns.memory import TurnMemory
from storage.json_texts import storable, writable
from storage.run_bases import lock_owner
from storage.sessions import lock_session
from storage.steps import StepRecord, last_step_before, recorded_step, write_step
from storage.turn_events import append_turn_events
from storage.turns import TurnRecord, load_turn
from workflows.messages import StepInput, TurnEnd, TurnOutcome, TurnStep

AnyStep = TurnStep | TurnEnd
_NO_STATE = "{}"


@dataclass(frozen=True, slots=True)
class TurnResult:
    """Outcome of a step, before it is stored.

    Attributes:
        memory: what later steps need to know.
        verdict: the word on which the workflow branches.
        brief: one line for operators, without a word of the person: Temporal keeps it.
        events: what watchers are told, in order.
        tool: the tool that was used, with its arguments and its answer.
    """

    memory: TurnMemory
    verdict: str
    brief: str
    events: tuple[StageEvent, ...] = ()
    decided_by: DecidedBy = "rules"
    tool: tuple[str, dict[str, object], object] | None = None


Compute = Callable[[], Awaitable[TurnResult]]
Write = Callable[[AsyncConnection, TurnRecord, TurnResult], Awaitable[TurnResult]]


async def _nothing_else(connection: AsyncConnection, turn: TurnRecord, result: TurnResult) -> TurnResult:
    return result


class _Superseded(Exception):
    """The step was recorded by another attempt; this transaction must not count."""


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a step is written, as ``TurnLedger.step`` has it."""

    of_ended: bool
    makes_run: bool


class TurnLedger:
    """Executes steps of turns against the ``steps`` table."""

    def __init__(self, runs: Ledger) -> None:
        """``runs``: whose database, clock and hook are used."""
        self.engine = runs.engine
        self.now = runs.now
        self._runs = runs

    async def step(
        self,
        step: AnyStep,
        compute: Compute,
        write: Write = _nothing_else,
        *,
        of_ended: bool = False,
        makes_run: bool = False,
    ) -> TurnOutcome:
        """The outcome of a step: computed and stored at the first attempt, read at every later one.

        Args:
            compute: works out the result, without holding a transaction.
            write: further writes that belong into the step's transaction, in which the session is locked.
            of_ended: whether it may be a step of a turn that has ended.
            makes_run: whether ``write`` makes a run, for which the owner is locked.

        Raises:
            ApplicationError: with the code of the error; ``ledger_mismatch`` where the step is recorded otherwise,
                ``turn_ended`` where the turn is closed.
        """
        with translated_errors():
            async with beating():
                await self._pass("started", step)
                recorded = await self._recorded(step) if activity.info().attempt > 1 else None
                if recorded is None:
                    result = await compute()
                    await self._pass("before_write", step)
                    recorded = await self._write(step, result, write, _Manner(of_ended, makes_run))
                await self._pass("after_write", step)
                return _outcome(recorded)

    async def _pass(self, point: Point, step: AnyStep) -> None:
        await self._runs.hook(point, StepInput(step.user_id, step.session_id, step.turn_id, step.step, step.node))

    async def previous(self, step: AnyStep) -> TurnMemory:
        """The memory after the newest step before this one.

        Raises:
            LedgerMismatch: none is recorded.
        """
        memory = await self.find_previous(step)
        if memory is None:
            raise LedgerMismatch(f"no step of turn {step.turn_id!r} is recorded before step {step.step}: say it again")
        return memory

    async def find_previous(self, step: AnyStep) -> TurnMemory | None:
        """The same, or None where no step is recorded."""
        async with self.engine.connect() as connection:
            row = await last_step_before(step.user_id, connection, "turn", step.turn_id, step.step)
        return None if row is None else TurnMemory.model_validate_json(row.memory)

    async def turn(self, step: AnyStep) -> TurnRecord:
        """The row of the turn.

        Raises:
            NotFound: this owner has no such turn.
        """
        async with self.engine.connect() as connection:
            return await load_turn(step.user_id, connection, step.turn_id)

    async def _recorded(self, step: AnyStep) -> StepRecord | None:
        asked = digest(asdict(step))
        async with self.engine.connect() as connection:
            return await recorded_step(step.user_id, connection, "turn", step.turn_id, step.step, asked)

    async def _write(self, step: AnyStep, result: TurnResult, write: Write, manner: _Manner) -> StepRecord:
        try:
            async with self.engine.begin() as connection:
                return await self._stored(connection, step, result, write, manner)
        except _Superseded:
            recorded = await self._recorded(step)
            if recorded is None:
                raise TurnEnded(f"turn {step.turn_id!r} has ended: say it again") from None
            return recorded

    async def _stored(
        self, connection: AsyncConnection, step: AnyStep, result: TurnResult, write: Write, manner: _Manner
    ) -> StepRecord:
        # Who makes a run at another door locks the owner before the session; who says something, the session first.
        if manner.makes_run:
            await lock_owner(step.user_id, connection)
        await lock_session(step.user_id, connection, step.session_id)
        turn = await load_turn(step.user_id, connection, step.turn_id, lock=True)
        if not turn.is_open and not manner.of_ended:
            raise _Superseded
        written = await write(connection, turn, result)
        record = _record(step, written)
        if not await write_step(step.user_id, connection, record):
            raise _Superseded
        if written.events:
            told = (step.user_id, connection, step.turn_id, step.step)
            await append_turn_events(*told, written.events, self.now())
        return record


def _outcome(recorded: StepRecord) -> TurnOutcome:
    memory = TurnMemory.model_validate_json(recorded.memory)
    run, after = memory.run, memory.after
    is_told = recorded.name == "reply"
    return TurnOutcome(
        verdict=recorded.verdict,
        step=recorded.step,
        brief=recorded.brief,
        asks=after.needs_title if is_told else memory.endpoint is not None and _is_worded(memory),
        run_id=run.id if run and recorded.verdict == "run" else "",
        run_kind=run.kind if run and recorded.verdict == "run" else "",
        next_turn=after.next_turn,
        next_seq=after.next_seq,
        reminders=after.reminders,
    )


def _is_worded(memory: TurnMemory) -> bool:
    """Whether there is a reply that a model may find better words for."""
    return memory.reply is not None and memory.reply.code is None


def _record(step: AnyStep, result: TurnResult) -> StepRecord:
    tool, arguments, answer = result.tool or (None, None, None)
    return StepRecord(
        owner_kind="turn",
        owner_id=step.turn_id,
        step=step.step,
        name=step.node,
        argument_hash=digest(asdict(step)),
        memory=writable(canonical_json(result.memory)),
        state=_NO_STATE,
        state_hash=checksum(_NO_STATE),
        decided_by=result.decided_by,
        verdict=result.verdict,
        brief=result.brief[:300],
        tool=tool,
        arguments=None if arguments is None else storable(arguments),
        result=None if tool is None else storable({"answer": answer}),
    )
