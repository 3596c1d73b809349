"""The steps of turns that read, look up and reply (rules TURN-4, TURN-5 and TURN-10)."""

from typing import cast

from sqlalchemy.ext.asyncio import AsyncConnection
from temporalio import activity

from activities.turn_desk import TurnDesk
from activities.turn_ledger import TurnResult
from activities.turn_opening import Opening
from domain.events import StageEvent
from domain.reminders.instants import milliseconds_of
from domain.turns.memory import After, Reply, TurnMemory
from domain.turns.wording import failure, say
from services.arm_reminders import reminder_workflow_id
from services.end_turn import TurnEnding, end_turn, locale_in
from services.look_up import look_up
from storage.json_texts import writable
from storage.pending_reminders import list_pending
from storage.session_titles import name_session
from storage.sessions import SessionEntry, append_session_events, load_session, read_session_events
from storage.turns import Closing, TurnRecord
from workflows.messages import TurnEnd, TurnOutcome, TurnStep
from workflows.ports import TurnSteps

_MOST_TOLD = 3


class TalkingSteps(TurnSteps):
    """Reads the message, looks answers up and tells the reply."""

    def __init__(self, desk: TurnDesk) -> None:
        self._desk = desk
        self._ledger = desk.ledger

    @activity.defn(name="turn.open")
    async def open(self, step: TurnStep) -> TurnOutcome:
        """Find out what the message is taken for; the verdict is its kind, or ``present`` for a due reminder."""
        opening = Opening(self._desk, step)
        return await self._ledger.step(step, opening.compute, opening.write)

    @activity.defn(name="turn.look_up")
    async def look_up(self, step: TurnStep) -> TurnOutcome:
        """Look up the answer to a question in timetable and plan."""

        async def compute() -> TurnResult:
            memory = await self._ledger.previous(step)
            if memory.reply is not None:
                return _recalled(memory, memory.reply)
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
            reply = _with_note(memory, _reply(memory, end))
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


def _recalled(memory: TurnMemory, reply: Reply) -> TurnResult:
    """What was recalled when the message was read is the answer; timetable and plan know nothing of it."""
    event = StageEvent(stage="turn.rows", data={"rows": list(reply.rows)})
    return TurnResult(memory, "done", f"recalled, {len(reply.rows)} rows used", (event,))


def is_done(memory: TurnMemory) -> bool:
    """Whether the turn has done what a stop does not take back: a reminder is set or deleted, something remembered."""
    return memory.kind in ("reminder", "memory") and memory.reply is not None


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


def _with_note(memory: TurnMemory, reply: Reply) -> Reply:
    """The reply with what is told below it: however the turn ended, what was remembered is."""
    return reply if not memory.noted else reply.model_copy(update={"text": f"{reply.text}\n{memory.noted}"})


def _beside(memory: TurnMemory) -> dict[str, object]:
    rows = {"rows": list(memory.reply.rows)} if memory.reply is not None and memory.reply.rows else {}
    return {**rows, **({"run": memory.run.id} if memory.run is not None else {})}


async def _is_first(owner: str, connection: AsyncConnection, turn: TurnRecord) -> bool:
    """Whether the turn is the first of its session, whose title nobody has given but the rules."""
    if turn.seq != 1 or turn.origin != "person":
        return False
    titles = await read_session_events(owner, connection, turn.session_id, kinds=["title"])
    return bool(titles) and titles[-1].data.get("by") == "rules"
