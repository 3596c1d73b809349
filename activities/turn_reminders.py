"""The step of a turn that sets, lists and deletes reminders (rules TURN-10 and CHAT-11 to CHAT-14)."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection
from temporalio import activity

from activities.turn_desk import TurnDesk
from activities.turn_ledger import TurnResult
from domain.conversation.open_question import answered, open_question, which_of
from domain.conversation.reminder_request import ReminderRequest, read_reminder
from domain.conversation.second_wish import parted
from domain.errors import DaywrightError
from domain.events import StageEvent
from domain.reminders.answers import Answer, ErrorAnswer, ListAnswer, ReminderView
from domain.reminders.arguments import read_create, read_delete, read_list
from domain.turns import reminder_words as words
from domain.turns.memory import Reply, TurnMemory
from domain.turns.wording import failure
from services.person_zone import person_zone
from services.reminder_desk import Clock, ReminderDesk
from services.reminders import Request, carry_out, settle
from services.turn_context import read_open_question
from storage.json_texts import writable
from storage.sessions import SessionEntry, append_session_events
from storage.turns import TurnRecord
from workflows.messages import TurnOutcome, TurnStep
from workflows.ports import TurnSteps


@dataclass(slots=True)
class _Use:
    """The tools that one message uses, and what they answered.

    Attributes:
        zone: on whose clocks times are told.
    """

    owner: str
    connection: AsyncConnection
    desk: ReminderDesk
    turn: TurnRecord
    zone: ZoneInfo
    calls: list[tuple[str, dict[str, Any], Request, Answer]] = field(default_factory=list)

    async def call(self, tool: str, arguments: dict[str, Any], at: datetime | None = None) -> Answer:
        """The answer of a tool, as of a moment that was read before where one is given."""
        read = {"schedule_create": read_create, "schedule_list": read_list, "schedule_delete": read_delete}[tool]
        request = read(arguments, own=True)
        if isinstance(request, ErrorAnswer):
            return request
        session_id = self.turn.session_id
        clock = self.desk.clock if at is None else _stopped(at)
        answer = await carry_out(self.owner, self.connection, session_id, request, clock)
        self.calls.append((tool, arguments, request, answer))
        return answer


class ReminderToolSteps(TurnSteps):
    """Uses the reminder tools as a message asks, in the words of its person."""

    def __init__(self, desk: TurnDesk, reminders: ReminderDesk) -> None:
        self._ledger = desk.ledger
        self._desk = desk
        self._reminders = reminders

    @activity.defn(name="turn.tool")
    async def tool(self, step: TurnStep) -> TurnOutcome:
        """Set, list or delete reminders as the message asks."""
        used: list[_Use] = []

        async def compute() -> TurnResult:
            return TurnResult(await self._ledger.previous(step), "done", "")

        async def write(connection: AsyncConnection, turn: TurnRecord, result: TurnResult) -> TurnResult:
            zone = await person_zone(step.user_id, connection, turn.created_at)
            use = _Use(step.user_id, connection, self._reminders, turn, zone)
            used[:] = [use]
            message = await self._desk.message(step, result.memory)
            asked = await _asked(use, message)
            try:
                async with connection.begin_nested():
                    reply = await _replied(use, asked, result.memory)
            except DaywrightError as error:
                use.calls.clear()
                reply = Reply(text=failure(result.memory.locale, error.code), status="failed", code=error.code)
            return await self._noted(use, reply, result.memory)

        outcome = await self._ledger.step(step, compute, write)
        for use in used:
            for _, _, request, answer in use.calls:
                await settle(step.user_id, self._reminders, step.session_id, request, answer)
        return outcome

    async def _noted(self, use: _Use, reply: Reply, memory: TurnMemory) -> TurnResult:
        """What was used, in the log and for those who watch."""
        told = [{"tool": tool, "arguments": given, "result": answer.value()} for tool, given, _, answer in use.calls]
        entries = [SessionEntry("tool", {"turn": use.turn.id, **each}) for each in told]
        await append_session_events(use.owner, use.connection, use.turn.session_id, entries, self._ledger.now())
        events = tuple(StageEvent(stage="turn.tool", data=each) for each in told)
        known = memory.model_copy(update={"reply": reply})
        last = use.calls[-1] if use.calls else None
        tool = (last[0], last[1], last[3].value()) if last else None
        return TurnResult(known, "done", f"{len(told)} reminder tools used", events, tool=tool)


async def _asked(use: _Use, message: str) -> ReminderRequest:
    """What the message asks for, or completes (rule CHAT-21)."""
    said_at = use.turn.created_at.astimezone(use.zone)
    question = await read_open_question(use.owner, use.connection, use.turn.session_id)
    own = parted(message, "reminder").own
    completed = None if question is None else answered(question, own, said_at)
    return completed or read_reminder(own, said_at)


def _stopped(at: datetime) -> Clock:
    async def read(_connection: AsyncConnection) -> datetime:
        return at

    return read


async def _set(use: _Use, asked: ReminderRequest, memory: TurnMemory) -> Reply:
    """Set a reminder; one that had to wait is still meant from when it was said (rule TURN-10)."""
    assert asked.after_seconds is not None
    now = await use.desk.clock(use.connection)
    due = use.turn.created_at + timedelta(seconds=asked.after_seconds)
    # A time of the clock is a whole second; clocks of several machines count no delay longer than it was said.
    left = due.replace(microsecond=0) - now if asked.by_clock else due - max(now, use.turn.created_at)
    after = max(-(-left // timedelta(seconds=1)), 1)
    given = {"prompt": asked.prompt, "after_seconds": after}
    return _told(memory, use, await use.call("schedule_create", given, now))


async def _replied(use: _Use, asked: ReminderRequest, memory: TurnMemory) -> Reply:
    if asked.gaps and asked.gaps != ("which",):
        question = open_question(replace(asked, prompt=writable(asked.prompt)), use.turn.created_at)
        return Reply(text=words.asked(memory.locale, asked.gaps), asks=question)
    if asked.operation == "create":
        return await _set(use, asked, memory)
    found = await use.call("schedule_list", {})
    if asked.operation == "delete" and isinstance(found, ListAnswer):
        return await _deleted(use, asked, memory, list(found.views))
    return _told(memory, use, found)


async def _deleted(use: _Use, asked: ReminderRequest, memory: TurnMemory, waiting: list[ReminderView]) -> Reply:
    if asked.gaps and not waiting:
        return Reply(text=words.listed(memory.locale, waiting, use.zone))
    if asked.among:
        waiting = [view for view in waiting if view.reminder.id in asked.among]
    if asked.schedule_id is not None:
        chosen = [view for view in waiting if view.reminder.id == asked.schedule_id]
    else:
        chosen = waiting if asked.every or asked.gaps else words.meant(waiting, asked.about)
        if len(chosen) > 1 and not asked.every:
            return Reply(
                text=writable(words.several(memory.locale, chosen, use.zone)),
                asks=which_of(
                    (view.reminder.id for view in words.by_time(chosen)[: words.MOST_SHOWN]), use.turn.created_at
                ),
            )
    for view in chosen:
        answer = await use.call("schedule_delete", {"id": view.reminder.id})
        if isinstance(answer, ErrorAnswer):
            return _told(memory, use, answer)
    return Reply(text=writable(words.deleted(memory.locale, chosen, use.zone)))


def _told(memory: TurnMemory, use: _Use, answer: Answer) -> Reply:
    if isinstance(answer, ErrorAnswer):
        return Reply(text=words.refused(memory.locale, answer), status="failed", code=answer.code)
    if isinstance(answer, ReminderView):
        return Reply(text=writable(words.created(memory.locale, answer, use.zone)))
    views = answer.views if isinstance(answer, ListAnswer) else ()
    return Reply(text=writable(words.listed(memory.locale, views, use.zone)))
