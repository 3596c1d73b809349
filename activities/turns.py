"""The steps of turns that read, look up and reply (rules TURN-4, TURN-5 and TURN-10)."""

from dataclasses import dataclass, field
from typing import cast

from sqlalchemy.ext.asyncio import AsyncConnection
from temporalio import activity
from temporalio.client import Client

from activities.turn_ledger import TurnLedger, TurnResult
from activities.turn_words import message_at, message_seq_of
from domain.conversation.open_question import is_answer
from domain.conversation.routing import Context, Routing, route
from domain.events import StageEvent
from domain.reminders.instants import milliseconds_of
from domain.reminders.presentation import presenting_sentence
from domain.schedule.state import Locale
from domain.turns.due_reminder import due_reminder
from domain.turns.memory import After, Reply, TurnKind, TurnMemory
from domain.turns.plain_replies import plain_reply
from domain.turns.wording import failure, say
from services.arm_reminders import reminder_workflow_id
from services.end_turn import TurnEnding, end_turn, locale_in
from services.look_up import look_up
from services.person_zone import person_zone
from services.run_rules import USUAL_RULES, RunRules
from services.turn_context import read_context, read_open_question
from storage.json_texts import writable
from storage.pending_reminders import list_pending
from storage.session_titles import name_session
from storage.sessions import SessionEntry, append_session_events, load_session, read_session_events
from storage.turns import Closing, TurnRecord, note_kind
from workflows.messages import TurnEnd, TurnOutcome, TurnStep
from workflows.ports import TurnSteps

_MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class TurnDesk:
    """What the steps of turns work with.

    Attributes:
        endpoint: id of the endpoint whose model may be asked in turns that begin here; None where there is none.
        rules: those of the runs that turns start.
    """

    ledger: TurnLedger
    client: Client
    endpoint: str | None = None
    rules: RunRules = field(default=USUAL_RULES)

    async def message(self, step: TurnStep, memory: TurnMemory) -> str:
        """The person's words."""
        async with self.ledger.engine.connect() as connection:
            return await message_at(step.user_id, connection, step.session_id, memory.message_seq)


class TalkingSteps(TurnSteps):
    """Reads the message, looks answers up and tells the reply."""

    def __init__(self, desk: TurnDesk) -> None:
        self._desk = desk
        self._ledger = desk.ledger

    @activity.defn(name="turn.open")
    async def open(self, step: TurnStep) -> TurnOutcome:
        """Find out what the message is taken for; the verdict is its kind, or ``present`` for a due reminder."""

        async def write(connection: AsyncConnection, turn: TurnRecord, result: TurnResult) -> TurnResult:
            await note_kind(step.user_id, connection, turn.id, result.memory.kind)
            return result

        return await self._ledger.step(step, lambda: self._opened(step), write)

    @activity.defn(name="turn.look_up")
    async def look_up(self, step: TurnStep) -> TurnOutcome:
        """Look up the answer to a question in timetable and plan."""

        async def compute() -> TurnResult:
            memory = await self._ledger.previous(step)
            message = await self._desk.message(step, memory)
            said_at = (await self._ledger.turn(step)).created_at
            async with self._ledger.engine.connect() as connection:
                asked = (writable(message), memory.locale, said_at, step.session_id)
                found = await look_up(step.user_id, connection, *asked)
            reply = Reply(text=writable(found.text), rows=found.rows)
            event = StageEvent(stage="turn.rows", data={"rows": list(found.rows)})
            known = memory.model_copy(update={"reply": reply, "facts": found.facts})
            return TurnResult(known, "done", f"looked up, {len(found.rows)} rows used", (event,))

        return await self._ledger.step(step, compute)

    @activity.defn(name="turn.reply")
    async def reply(self, end: TurnEnd) -> TurnOutcome:
        """Tell the reply, close the turn and let the next one of its session run; the verdict is how it ended."""

        async def compute() -> TurnResult:
            known = await self._ledger.find_previous(end)
            locale = locale_in(await self._ledger.turn(end))
            memory = known or TurnMemory(kind="plain", locale=locale, message_seq=0)
            reply = _reply(memory, end)
            return TurnResult(
                memory.model_copy(update={"reply": reply}), reply.status, f"the turn ends: {reply.status}"
            )

        async def write(connection: AsyncConnection, turn: TurnRecord, result: TurnResult) -> TurnResult:
            reply, owner = cast(Reply, result.memory.reply), end.user_id
            asks = None if reply.asks is None else reply.asks.model_dump(mode="json")
            ending = TurnEnding(reply.status, reply.text, reply.code, _beside(result.memory), asks)
            closing = await end_turn(owner, connection, turn, end.step, ending, self._ledger.now())
            after = await self._after(owner, connection, turn, closing, result.memory)
            memory = result.memory.model_copy(update={"after": after})
            return TurnResult(memory, result.verdict, result.brief)

        return await self._ledger.step(end, compute, write)

    @activity.defn(name="turn.title")
    async def title(self, step: TurnStep) -> TurnOutcome:
        """Give the session the title that a model found."""

        async def compute() -> TurnResult:
            return TurnResult(await self._ledger.previous(step), "done", "the session has a title", decided_by="model")

        async def write(connection: AsyncConnection, turn: TurnRecord, result: TurnResult) -> TurnResult:
            title, owner = result.memory.title or "", step.user_id
            before = (await load_session(owner, connection, turn.session_id)).title
            await name_session(owner, connection, turn.session_id, title, instead=before)
            entry = SessionEntry("title", {"title": title, "by": "model"})
            await append_session_events(owner, connection, turn.session_id, [entry], self._ledger.now())
            event = StageEvent(stage="turn.titled", data={"title": title})
            return TurnResult(result.memory, result.verdict, result.brief, (event,), "model")

        return await self._ledger.step(step, compute, write, of_ended=True)

    async def _opened(self, step: TurnStep) -> TurnResult:
        async with self._ledger.engine.connect() as connection:
            turn = await self._ledger.turn(step)
            seq = await message_seq_of(step.user_id, connection, turn)
            message = await message_at(step.user_id, connection, turn.session_id, seq)
            if turn.origin == "reminder":
                return await self._presented(step.user_id, connection, turn, seq, message)
            context = await read_context(step.user_id, connection, turn.session_id, locale_in(turn))
            completes = await self._completes(step.user_id, connection, turn, message, context)
        routing = Routing("cancel") if turn.kind == "cancel" else route(message, context)
        if completes and turn.kind != "cancel":
            routing = Routing("reminder")
        reply = _built_in(routing.kind, context.locale, message)
        data = {"kind": routing.kind, "evidence": list(routing.evidence), "also": list(routing.also)}
        memory = self._memory(turn, routing.kind, seq, reply)
        return TurnResult(
            memory, routing.kind, f"taken for {routing.kind}", (StageEvent(stage="turn.routed", data=data),)
        )

    async def _completes(
        self, owner: str, connection: AsyncConnection, turn: TurnRecord, message: str, context: Context
    ) -> bool:
        """Whether the message answers what the reply before it asked of a reminder (rule CHAT-21)."""
        question = await read_open_question(owner, connection, turn.session_id)
        if question is None:
            return False
        zone = await person_zone(owner, connection, turn.created_at)
        return is_answer(question, message, context, turn.created_at.astimezone(zone))

    async def _presented(
        self, owner: str, connection: AsyncConnection, turn: TurnRecord, seq: int, message: str
    ) -> TurnResult:
        """A due reminder, with the sentence that presents it."""
        due = due_reminder(message)
        zone = await person_zone(owner, connection, self._ledger.now())
        reply = Reply(text=writable(presenting_sentence(due, locale_in(turn), zone)))
        known = self._memory(turn, "present", seq, reply).model_copy(update={"prompt": writable(due.prompt)})
        event = StageEvent(stage="turn.routed", data={"kind": "present", "evidence": [], "also": []})
        return TurnResult(known, "present", "a due reminder is presented", (event,))

    def _memory(self, turn: TurnRecord, kind: TurnKind, seq: int, reply: Reply | None) -> TurnMemory:
        locale = locale_in(turn)
        return TurnMemory(kind=kind, locale=locale, message_seq=seq, endpoint=self._desk.endpoint, reply=reply)

    async def _after(
        self, owner: str, connection: AsyncConnection, turn: TurnRecord, closing: Closing, memory: TurnMemory
    ) -> After:
        """What follows the reply: the next turn, else the reminders that are due by now, and the title."""
        is_answered = memory.reply is not None and memory.reply.status == "completed"
        needs_title = memory.endpoint is not None and is_answered and await _is_first(owner, connection, turn)
        if closing.following is not None:
            return After(next_turn=closing.following.id, next_seq=closing.following.seq, needs_title=needs_title)
        now = milliseconds_of(self._ledger.now())
        waiting = [each for each in await list_pending(owner, connection, turn.session_id) if each.target <= now]
        ids = (reminder_workflow_id(turn.session_id, each.schedule_id) for each in waiting[:_MOST_TOLD])
        return After(reminders=tuple(ids), needs_title=needs_title)


def is_done(memory: TurnMemory) -> bool:
    """Whether the turn has done what a stop does not take back: a reminder is set or deleted."""
    return memory.kind == "reminder" and memory.reply is not None


def _built_in(kind: str, locale: Locale, message: str) -> Reply | None:
    """The reply to a message for which nothing is done."""
    if kind == "plain":
        return Reply(text=plain_reply(locale, message))
    return Reply(text=say(locale, "confirm")) if kind == "confirm" else None


def _reply(memory: TurnMemory, end: TurnEnd) -> Reply:
    """What is told in the end, whatever came in between."""
    known = memory.reply
    if end.status == "failed":
        code = end.code or "internal_error"
        return Reply(text=failure(memory.locale, code), status="failed", code=code)
    if end.status == "cancelled":
        # What became of a run or a reminder is told even where it was too late to stop it.
        heard = known if memory.run is not None or is_done(memory) else None
        return heard or Reply(text=say(memory.locale, "stopped"), status="cancelled", code="cancelled")
    if known is None:
        return Reply(text=failure(memory.locale, "internal_error"), status="failed", code="internal_error")
    return known


def _beside(memory: TurnMemory) -> dict[str, object]:
    rows = {"rows": list(memory.reply.rows)} if memory.reply is not None and memory.reply.rows else {}
    return {**rows, **({"run": memory.run.id} if memory.run is not None else {})}


async def _is_first(owner: str, connection: AsyncConnection, turn: TurnRecord) -> bool:
    """Whether the turn is the first of its session, whose title nobody has given but the rules."""
    if turn.seq != 1 or turn.origin != "person":
        return False
    titles = await read_session_events(owner, connection, turn.session_id, kinds=["title"])
    return bool(titles) and titles[-1].data.get("by") == "rules"
