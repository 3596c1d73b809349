"""The steps of turns that start, answer, hear and stop runs (rules TURN-6 to TURN-9)."""

from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection
from temporalio import activity
from temporalio.exceptions import ApplicationError

from activities.failures import translated_errors
from activities.heartbeat import beating
from activities.turn_desk import TurnDesk
from activities.turn_ledger import TurnResult
from activities.turn_words import message_at, message_seq_of
from activities.turns import is_done
from domain.conversation.open_question import which_days
from domain.errors import DaywrightError, MessageTooLong, RefineDisabled, RunNotPaused, Unavailable
from domain.events import StageEvent
from domain.requests import PlanRequest, RefineRequest
from domain.turns.memory import LinkedRun, Reply, TurnMemory
from domain.turns.titles import first_words
from domain.turns.wording import failure, is_known, say
from services.answer_run import Answer, answer_run
from services.cancel_run import cancel_run
from services.plan_said import NoPlan, plan_said
from services.start_run import RunOrder, make_run
from services.stop_turn import turn_to_stop
from services.ulids import ascending_ulids
from storage.json_texts import writable
from storage.run_events import seq_until
from storage.run_questions import RunQuestion, list_questions, open_question
from storage.runs import RunRecord, load_run, open_run_of
from storage.sessions import SessionEntry, append_session_events
from storage.turns import TurnRecord, link_run, load_turn
from workflows.messages import RunLook, RunReport, TurnOutcome, TurnStep
from workflows.ports import TurnSteps
from workflows.turn_start import turn_workflow_id

_MOST_REFINE = 2000
_MOST_ANSWER = 500


class RunningSteps(TurnSteps):
    """Turns messages into runs, and what becomes of runs into replies."""

    def __init__(self, desk: TurnDesk) -> None:
        self._desk = desk
        self._ledger = desk.ledger

    @activity.defn(name="turn.start_run")
    async def start_run(self, step: TurnStep) -> TurnOutcome:
        """Make the row of the run that the message asks for: ``run``, or ``reply`` where there will be none."""

        async def compute() -> TurnResult:
            return TurnResult(await self._ledger.previous(step), "", "")

        async def write(connection: AsyncConnection, turn: TurnRecord, result: TurnResult) -> TurnResult:
            # What is refused spends no more than its savepoint; the run and the step that made it are one.
            try:
                async with connection.begin_nested():
                    made = await self._made(step.user_id, connection, turn, result.memory)
            except DaywrightError as error:
                return _failed(result.memory, error.code)
            if isinstance(made, NoPlan):
                asks = which_days(turn.created_at) if made.asks_for_days else None
                known = result.memory.model_copy(update={"reply": Reply(text=writable(made.text), asks=asks)})
                return TurnResult(known, "reply", "no run was started")
            return await self._linked(step.user_id, connection, turn, result.memory, made)

        return await self._ledger.step(step, compute, write, makes_run=True)

    @activity.defn(name="turn.answer")
    async def answer(self, step: TurnStep) -> TurnOutcome:
        """Answer the question of the session's paused run: ``run``, or ``reply`` where it takes no answer."""

        async def compute() -> TurnResult:
            memory = await self._ledger.previous(step)
            try:
                run, paused_at = await self._answered(step, memory)
            except DaywrightError as error:
                return _failed(memory, error.code)
            return _with_run(memory, run, after=paused_at)

        async def write(connection: AsyncConnection, turn: TurnRecord, result: TurnResult) -> TurnResult:
            run = result.memory.run
            if run is not None:
                entry = SessionEntry("run", {"turn": turn.id, "run": run.id, "kind": run.kind})
                await append_session_events(step.user_id, connection, turn.session_id, [entry], self._ledger.now())
            return result

        return await self._ledger.step(step, compute, write)

    @activity.defn(name="turn.look_at_run")
    async def look_at_run(self, look: RunLook) -> RunReport:
        """How a run stands."""
        with translated_errors():
            async with beating(), self._ledger.engine.connect() as connection:
                run = await load_run(look.user_id, connection, look.run_id)
        return RunReport(run.id, run.status, run.is_open)

    @activity.defn(name="turn.hear_run")
    async def hear_run(self, step: TurnStep) -> TurnOutcome:
        """What the turn's run has come to: ``paused``, ``closed``, or ``open`` where it has come to nothing yet."""

        async def compute() -> TurnResult:
            memory = await self._ledger.previous(step)
            assert memory.run is not None
            async with self._ledger.engine.connect() as connection:
                run = await load_run(step.user_id, connection, memory.run.id)
                question = await open_question(step.user_id, connection, run.id)
            return _heard(memory, memory.run, run, question)

        return await self._ledger.step(step, compute)

    @activity.defn(name="turn.halt")
    async def halt(self, step: TurnStep) -> TurnOutcome:
        """Cancel the run of the turn, or the open one of its session: ``run``, or ``reply`` where there is none."""

        async def compute() -> TurnResult:
            memory = await self._ledger.previous(step)
            async with self._ledger.engine.connect() as connection:
                target = await turn_to_stop(step.user_id, connection, step.turn_id)
            run = await self._to_stop(step, memory, target)
            if run is None:
                return await self._nothing_to_stop(step, memory, target)
            if not run.is_open:
                return _heard(memory, LinkedRun(id=run.id, kind=run.kind), run, None)
            stopped = await self._cancelled(step.user_id, run)
            linked = LinkedRun(id=run.id, kind=run.kind, is_own=memory.kind != "cancel", status=stopped.status)
            if not stopped.is_open:
                # It may have come to its end while it was told to stop.
                return _heard(memory, linked, stopped, None)
            known = memory.model_copy(update={"run": linked, "reply": _stopped(memory, run.kind)})
            return TurnResult(known, "run", f"run {run.id} is stopped")

        return await self._ledger.step(step, compute)

    async def _made(
        self, owner: str, connection: AsyncConnection, turn: TurnRecord, memory: TurnMemory
    ) -> RunRecord | NoPlan:
        """The row of the run, or what is answered where there will be none."""
        message = writable(await self._message(owner, turn, memory))
        request: PlanRequest | RefineRequest
        if memory.kind == "plan":
            said = await plan_said(owner, connection, message, memory.locale, turn.created_at)
            if isinstance(said, NoPlan):
                return said
            request = said
        else:
            request = self._refining(message)
        order = RunOrder(turn.session_id, request)
        unused, run_id = ascending_ulids(2)
        return await make_run(owner, connection, order, (unused, run_id), self._ledger.now())

    def _refining(self, message: str) -> RefineRequest:
        if not self._desk.rules.refine_enabled:
            raise RefineDisabled("refining is switched off here: edit the preview by hand, or start a plan run")
        if len(message) > _MOST_REFINE:
            raise MessageTooLong(f"a change has {len(message)} characters: say it in at most {_MOST_REFINE}")
        return RefineRequest(message=message)

    async def _message(self, owner: str, turn: TurnRecord, memory: TurnMemory) -> str:
        step = TurnStep(owner, turn.session_id, turn.id, 0, "")
        return (await self._desk.message(step, memory)).strip()

    async def _linked(
        self, owner: str, connection: AsyncConnection, turn: TurnRecord, memory: TurnMemory, run: RunRecord
    ) -> TurnResult:
        await link_run(owner, connection, turn.id, run.id)
        entry = SessionEntry("run", {"turn": turn.id, "run": run.id, "kind": run.kind})
        await append_session_events(owner, connection, turn.session_id, [entry], self._ledger.now())
        return _with_run(memory, run, after=0)

    async def _answered(self, step: TurnStep, memory: TurnMemory) -> tuple[RunRecord, int]:
        """The run, with the message as the answer to its question, and the number of the event with which it asked.

        Where the answer was given before, both are the same as before, however far the run has gone on meanwhile.

        Raises:
            RunNotPaused: no run of the session waits for an answer.
            DaywrightError: otherwise as ``answer_run`` does.
        """
        owner, text = step.user_id, writable((await self._desk.message(step, memory)).strip())
        if len(text) > _MOST_ANSWER:
            raise MessageTooLong(f"an answer has {len(text)} characters: say it in at most {_MOST_ANSWER}")
        async with self._ledger.engine.begin() as connection:
            turn = await load_turn(owner, connection, step.turn_id)
            run, question = await self._asking(owner, connection, turn, text)
            paused_at = await seq_until(owner, connection, run.id, question.step)
            if turn.run_id is None:
                await link_run(owner, connection, turn.id, run.id)
        answer, waiting = Answer(run.id, question.question_id, text), turn_workflow_id(turn.session_id, turn.seq)
        await answer_run(owner, self._ledger.engine, self._desk.client, answer, self._ledger.now(), waiting)
        return run, paused_at

    async def _asking(
        self, owner: str, connection: AsyncConnection, turn: TurnRecord, text: str
    ) -> tuple[RunRecord, RunQuestion]:
        """The run with the question that is meant: one that this turn has answered before, else the newest."""
        if turn.run_id is None:
            run = await open_run_of(owner, connection, turn.session_id)
        else:
            run = await load_run(owner, connection, turn.run_id)
        asked = await list_questions(owner, connection, run.id) if run is not None else []
        if run is None or not asked:
            raise RunNotPaused(f"no run of session {turn.session_id!r} waits for an answer: say it as a change")
        mine = [
            each for each in asked if each.answer == text and each.answered_at and each.answered_at > turn.created_at
        ]
        return run, [*asked, *mine][-1]

    async def _to_stop(self, step: TurnStep, memory: TurnMemory, target: TurnRecord | None) -> RunRecord | None:
        """The run of this turn, also where it has closed; for a cancel the open one that it is to stop."""
        async with self._ledger.engine.connect() as connection:
            if memory.run is not None:
                return await load_run(step.user_id, connection, memory.run.id)
            if memory.kind != "cancel" or (target is not None and target.status == "cancelled"):
                return None
            run = await open_run_of(step.user_id, connection, step.session_id)
        # What was said in between may have begun another one, of which the person did not know.
        return run if run is None or target is None or run.id == target.run_id else None

    async def _cancelled(self, owner: str, run: RunRecord) -> RunRecord:
        """The run once it was told; the row of one whose workflow was never started is closed by that."""
        try:
            await cancel_run(owner, self._ledger.engine, self._desk.client, run.id, self._ledger.now())
        except Unavailable as error:
            raise ApplicationError(error.message, type=error.code) from error
        async with self._ledger.engine.connect() as connection:
            return await load_run(owner, connection, run.id)

    async def _nothing_to_stop(self, step: TurnStep, memory: TurnMemory, target: TurnRecord | None) -> TurnResult:
        reply = memory.reply
        if memory.kind == "cancel":
            reply = Reply(text=writable(await self._became(step, memory, target)))
        elif not is_done(memory):
            reply = Reply(text=say(memory.locale, "stopped"), status="cancelled", code="cancelled")
        return TurnResult(memory.model_copy(update={"reply": reply}), "reply", "no run to stop")

    async def _became(self, step: TurnStep, memory: TurnMemory, target: TurnRecord | None) -> str:
        """What the message did to the turn that it was to stop."""
        if target is None:
            return say(memory.locale, "stop.nothing")
        if target.status != "cancelled":
            return say(memory.locale, "stop.late", summary=target.outcome_detail or "")
        async with self._ledger.engine.connect() as connection:
            seq = await message_seq_of(step.user_id, connection, target)
            said = await message_at(step.user_id, connection, target.session_id, seq)
        return say(memory.locale, "stop.turn", said=first_words(said))


def _with_run(memory: TurnMemory, run: RunRecord, after: int) -> TurnResult:
    """The turn waits for the run; those who watch it read the run's events behind ``after``."""
    event = StageEvent(stage="turn.run", data={"run": run.id, "kind": run.kind, "after": after})
    known = memory.model_copy(update={"run": LinkedRun(id=run.id, kind=run.kind), "reply": None})
    return TurnResult(known, "run", f"waits for {run.kind} run {run.id}", (event,))


def _failed(memory: TurnMemory, code: str, reason: str | None = None) -> TurnResult:
    reply = Reply(text=failure(memory.locale, code, reason), status="failed", code=code)
    return TurnResult(memory.model_copy(update={"reply": reply}), "reply", f"refused: {code}")


def _stopped(memory: TurnMemory, kind: Literal["plan", "refine"]) -> Reply:
    """That a run was stopped: the end of the turn that it belonged to, and what the turn that stopped it has done."""
    text = say(memory.locale, f"stopped.{kind}")
    return Reply(text=text) if memory.kind == "cancel" else Reply(text=text, status="cancelled", code="cancelled")


def _heard(memory: TurnMemory, linked: LinkedRun, run: RunRecord, question: RunQuestion | None) -> TurnResult:
    if run.is_open:
        if question is None or question.answer is not None or question.closed_at is not None:
            return TurnResult(memory, "open", f"run {run.id} goes on")
        asked = "\n".join(question.questions)
        reply, verdict = Reply(text=writable(say(memory.locale, "run.paused", questions=asked))), "paused"
    else:
        reply, verdict = _closed(memory, run), "closed"
    known = memory.model_copy(update={"run": linked.model_copy(update={"status": run.status}), "reply": reply})
    return TurnResult(known, verdict, f"run {run.id} is {run.status}")


def _closed(memory: TurnMemory, run: RunRecord) -> Reply:
    """What is told of a run that has ended."""
    detail = run.outcome_detail or ""
    if run.status == "cancelled":
        return _stopped(memory, run.kind)
    if memory.kind == "cancel":
        return Reply(text=writable(say(memory.locale, "stop.late", summary=detail)))
    if run.status == "completed":
        return Reply(text=writable(detail))
    code = run.outcome_code or run.status
    reason = None if is_known(code) else writable(detail)
    return Reply(text=failure(memory.locale, code, reason), status="failed", code=code)
