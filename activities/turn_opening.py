"""The step of a turn that reads its message, with all that is loaded and remembered there (TURN-5, MEMORY-40 to 49)."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import cast

from sqlalchemy.ext.asyncio import AsyncConnection

from activities.turn_desk import TurnDesk
from activities.turn_ledger import TurnResult
from activities.turn_words import message_at, message_seq_of
from domain.conversation.cue import Kind
from domain.conversation.hearing import Heard, hear
from domain.conversation.memory_request import Remember
from domain.conversation.open_question import OpenQuestion, is_answer
from domain.conversation.recalled import RecallReply, Recollection, beside, tell_recalled
from domain.conversation.recalled_words import say as say_recalled
from domain.conversation.routing import Context, Routing
from domain.conversation.second_wish import left_undone, parted
from domain.events import StageEvent
from domain.reminders.presentation import presenting_sentence
from domain.schedule.state import Locale
from domain.turns.context import context_event
from domain.turns.due_reminder import due_reminder
from domain.turns.memory import Reply, TurnKind, TurnMemory
from domain.turns.plain_replies import plain_reply
from domain.turns.wording import say
from services.end_turn import locale_in
from services.turn_context import read_context, read_open_question
from services.turn_memory import SaidIn, Told, remember_said, tell_how_to_forget
from services.turn_reads import TurnReads
from services.turn_recall import Asked, Loaded, context_of, load_for_turn
from storage.json_texts import writable
from storage.runs import open_run_of
from storage.turns import TurnRecord, note_kind
from workflows.messages import TurnStep


@dataclass(slots=True)
class Opening:
    """One attempt at reading a message.

    Attributes:
        heard: what the message was taken for, once that is known; None for a due reminder.
        said_at: when it was said, in the zone of the person.
    """

    desk: TurnDesk
    step: TurnStep
    heard: Heard | None = None
    said_at: datetime | None = None

    async def compute(self) -> TurnResult:
        """What the message is taken for, and what was loaded for it."""
        owner, ledger = self.step.user_id, self.desk.ledger
        reads = TurnReads.beginning(ledger.engine)
        async with ledger.engine.connect() as connection:
            turn = await ledger.turn(self.step)
            seq = await message_seq_of(owner, connection, turn)
            message = await message_at(owner, connection, turn.session_id, seq)
            context = await read_context(owner, connection, turn.session_id, locale_in(turn))
            question = await read_open_question(owner, connection, turn.session_id)
            asking = await open_run_of(owner, connection, turn.session_id) if context.run == "paused" else None
        if turn.origin == "reminder":
            return await self._presented(reads, turn, seq, message)
        self.said_at = turn.created_at.astimezone(await reads.zone(owner, turn.created_at))
        heard = self._heard(turn, message, context, question)
        if asking is not None and asking.kind == "plan" and heard.routing.kind == "plan":
            # What was asked is for which days and classes to plan, and 排到下周吧 says that (rule CHAT-27).
            heard = Heard(Routing("answer"))
        self.heard, left = _parted(heard, message, context)
        heard = self.heard
        known = self._memory(turn, heard.routing.kind, seq, _built_in(heard.routing.kind, context.locale, message))
        known = known.model_copy(update={"noted": writable(left_undone(context.locale, left)) or None})
        event = _routed(heard.routing)
        if turn.kind == "cancel":
            return _read(known, event)
        asked = Asked(message, f"chat:{turn.session_id}:{seq}", self.said_at, context.locale, heard.recalls)
        return self._with_context(_read(known, event), asked, await load_for_turn(owner, reads, asked))

    async def write(self, connection: AsyncConnection, turn: TurnRecord, result: TurnResult) -> TurnResult:
        """Note the kind, and remember what shall be remembered, in the transaction of the step (rule MEMORY-49)."""
        memory = result.memory
        await note_kind(self.step.user_id, connection, turn.id, memory.kind)
        wish = None if self.heard is None else self.heard.memory
        if wish is None or self.said_at is None:
            return result
        said, owner = SaidIn(turn.session_id, memory.message_seq, self.said_at, memory.locale), self.step.user_id
        if isinstance(wish, Remember):
            told = await remember_said(owner, connection, wish, said, memory.kind != "memory")
        else:
            told = await tell_how_to_forget(owner, connection, wish, said)
        return replace(result, memory=_told(memory, told), events=(*result.events, *_rows(told.rows)))

    def _heard(self, turn: TurnRecord, message: str, context: Context, question: OpenQuestion | None) -> Heard:
        if turn.kind == "cancel":
            return Heard(Routing("cancel"))
        heard = hear(message, context)
        # What the reply before it asked of a reminder or of a plan, the message may answer (rule CHAT-21).
        if question is None or heard.is_loud:
            return heard
        is_answered = is_answer(question, message, context, cast(datetime, self.said_at))
        kind: Kind = "plan" if question.operation == "plan" else "reminder"
        return Heard(Routing(kind)) if is_answered else heard

    def _with_context(self, result: TurnResult, asked: Asked, loaded: Loaded) -> TurnResult:
        context = context_of(loaded)
        known = result.memory.model_copy(update={"context": context})
        events = (*result.events, context_event(context))
        if asked.recalls:
            answer = _recalled(asked, loaded)
            known = known.model_copy(update={"reply": Reply(text=writable(answer.text), rows=answer.rows)})
        elif known.kind == "question" and loaded.plan is not None:
            said = beside(_recollection(asked, loaded))
            known = known.model_copy(update={"noted": writable(_joined(known.noted, said)) or None})
        return replace(result, memory=known, events=events)

    async def _presented(self, reads: TurnReads, turn: TurnRecord, seq: int, message: str) -> TurnResult:
        """A due reminder, with the sentence that presents it."""
        due = due_reminder(message)
        zone = await reads.zone(self.step.user_id, self.desk.ledger.now())
        reply = Reply(text=writable(presenting_sentence(due, locale_in(turn), zone)))
        known = self._memory(turn, "present", seq, reply).model_copy(update={"prompt": writable(due.prompt)})
        return TurnResult(known, "present", "a due reminder is presented", (_routed(Routing("plain"), "present"),))

    def _memory(self, turn: TurnRecord, kind: TurnKind, seq: int, reply: Reply | None) -> TurnMemory:
        locale = locale_in(turn)
        return TurnMemory(kind=kind, locale=locale, message_seq=seq, endpoint=self.desk.endpoint, reply=reply)


def _parted(heard: Heard, message: str, context: Context) -> tuple[Heard, tuple[str, ...]]:
    """What a message is taken for without what is another wish, and that (rule CHAT-25)."""
    parts = parted(message, heard.routing.kind)
    if heard.routing.kind != "memory" or not parts.left:
        return heard, parts.left
    own = hear(parts.own, context)
    return (own, parts.left) if own.routing.kind == "memory" else (heard, ())


def _read(memory: TurnMemory, event: StageEvent) -> TurnResult:
    return TurnResult(memory, memory.kind, f"taken for {memory.kind}", (event,))


def _routed(routing: Routing, kind: TurnKind | None = None) -> StageEvent:
    data = {"kind": kind or routing.kind, "evidence": list(routing.evidence), "also": list(routing.also)}
    return StageEvent(stage="turn.routed", data=data)


def _built_in(kind: str, locale: Locale, message: str) -> Reply | None:
    """The reply to a message for which nothing is done."""
    if kind == "plain":
        return Reply(text=plain_reply(locale, message))
    return Reply(text=say(locale, "confirm")) if kind == "confirm" else None


def _recalled(asked: Asked, loaded: Loaded) -> RecallReply:
    """The answer to a question of recall (rules MEMORY-44 and MEMORY-45)."""
    if loaded.impossible:
        return RecallReply(say_recalled(asked.locale, "no_such_time", words=loaded.impossible))
    if loaded.plan is None or "recall" in loaded.missing:
        return RecallReply(say_recalled(asked.locale, "away"))
    return tell_recalled(_recollection(asked, loaded))


def _recollection(asked: Asked, loaded: Loaded) -> Recollection:
    assert loaded.plan is not None
    return Recollection(
        message=asked.message,
        plan=loaded.plan,
        items=loaded.items,
        about=loaded.about,
        snapshot=loaded.snapshot,
        now=asked.at,
        locale=asked.locale,
    )


def _told(memory: TurnMemory, told: Told) -> TurnMemory:
    if memory.kind == "memory":
        return memory.model_copy(update={"reply": Reply(text=told.text, rows=told.rows)})
    return memory.model_copy(update={"noted": _joined(told.text, memory.noted) or None})


def _joined(*notes: str | None) -> str:
    return "\n".join(note for note in notes if note)


def _rows(rows: tuple[str, ...]) -> tuple[StageEvent, ...]:
    return (StageEvent(stage="turn.rows", data={"rows": list(rows)}),) if rows else ()
