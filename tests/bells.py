"""Sessions with reminders, under a clock that a test sets, and what became of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Self

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from temporalio.client import Client, WorkflowHandle

from domain.reminders.answers import ReminderView
from domain.reminders.change import CHANGE_KIND, Create, decode_change
from domain.turns.due_reminder import due_reminder
from runtime.clock import now
from services.arm_reminders import reminder_workflow_id
from services.deliver_reminder import Claim, ReminderState, deliver_reminder
from services.open_session import open_session
from services.reminder_desk import ReminderDesk, stored_id
from services.reminders import create_reminder
from services.start_turn import start_turn_workflow
from services.ulids import ascending_ulids
from storage.engine import OUTAGES, is_outage
from storage.pending_reminders import PendingReminder, list_pending
from storage.reminder_deliveries import ReminderDelivery, list_deliveries
from storage.sessions import SessionEvent, read_session_events
from storage.turns import TurnRecord, list_turns
from tests.week import OWNER


@dataclass
class BellClock:
    """The clock by which reminders are due: the real one and an offset, or a moment that stands still."""

    ahead: timedelta = timedelta(0)
    moment: datetime | None = None

    async def __call__(self, _connection: AsyncConnection | None = None) -> datetime:
        return (self.moment or now()) + self.ahead


@dataclass
class Bells:
    """A desk at which reminders are set."""

    engine: AsyncEngine
    client: Client
    clock: BellClock = field(default_factory=BellClock)

    @property
    def desk(self) -> ReminderDesk:
        return ReminderDesk(self.engine, self.client, self.clock)

    @classmethod
    @asynccontextmanager
    async def over(cls, engine: AsyncEngine, client: Client) -> AsyncIterator[Self]:
        """A desk whose workflows end with the test."""
        bells = cls(engine, client)
        yield bells
        await bells.end_workflows()

    async def session(self) -> str:
        return (await open_session(OWNER, self.engine, await self.clock())).id

    async def set(self, session: str, prompt: str, seconds: int) -> str:
        """Set a reminder; its id."""
        answer = await create_reminder(OWNER, self.desk, session, {"prompt": prompt, "after_seconds": seconds})
        assert isinstance(answer, ReminderView), answer
        return answer.reminder.id

    async def ring(
        self, session: str, reminder: str = "schedule-1", turn: str | None = None, *, hardened: bool = False
    ) -> ReminderState:
        """What the workflow of a reminder does when its time may have come."""
        claim = Claim(session, stored_id(reminder), turn or ascending_ulids(1)[0], hardened)
        return await deliver_reminder(OWNER, self.engine, self.clock, claim)

    def handle(self, session: str, reminder: str = "schedule-1") -> WorkflowHandle[Any, Any]:
        return self.client.get_workflow_handle(reminder_workflow_id(session, stored_id(reminder)))

    async def log(self, session: str) -> list[SessionEvent]:
        async with self.engine.connect() as connection:
            return await read_session_events(OWNER, connection, session, limit=10_000)

    async def changes(self, session: str) -> list[str]:
        """Each change in the log: what was done, and to which reminder."""
        decoded = [decode_change(event.data) for event in await self.log(session) if event.kind == CHANGE_KIND]
        ids = [change.schedule.id if isinstance(change, Create) else change.id for change in decoded]
        return [f"{type(change).__name__.lower()} {each}" for change, each in zip(decoded, ids, strict=True)]

    async def said(self, session: str, role: str = "user") -> list[str]:
        """The messages of reminders, or what presents them, in order."""
        return [
            event.data["text"]
            for event in await self.log(session)
            if event.kind == "message" and (event.data["role"], event.data["origin"]) == (role, "reminder")
        ]

    async def turns(self, session: str) -> list[TurnRecord]:
        """The turns that reminders began, the first one first."""
        async with self.engine.connect() as connection:
            found = await list_turns(OWNER, connection, session, limit=10_000)
        return [turn for turn in reversed(found) if turn.origin == "reminder"]

    async def told_once(self, session: str) -> list[str]:
        """The prompts that were presented, each by the one answer of the one turn of the one message it came in."""
        messages = [event for event in await self.log(session) if event.kind == "message"]
        ours = [event.data for event in messages if event.data["origin"] == "reminder"]
        framed = [due_reminder(each["text"]) for each in ours if each["role"] == "user"]
        answers = [each for each in ours if each["role"] == "assistant"]
        turns = await self.turns(session)
        assert [each["turn"] for each in ours if each["role"] == "user"] == [turn.id for turn in turns]
        assert [each["turn"] for each in answers] == [turn.id for turn in turns]
        assert all(due.prompt in each["text"] for due, each in zip(framed, answers, strict=True))
        dispatches = [each for each in await self.changes(session) if each.startswith("dispatch")]
        assert dispatches == [f"dispatch {due.schedule_id}" for due in framed]
        assert [each.turn_id for each in await self.deliveries(session)] == [turn.id for turn in turns]
        assert len({due.schedule_id for due in framed}) == len(framed)
        return [due.prompt for due in framed]

    async def launch(self, turn: TurnRecord) -> None:
        """Start the workflow of a turn."""
        await start_turn_workflow(OWNER, self.client, turn)

    async def pending(self, session: str) -> list[PendingReminder]:
        async with self.engine.connect() as connection:
            return await list_pending(OWNER, connection, session)

    async def deliveries(self, session: str) -> list[ReminderDelivery]:
        async with self.engine.connect() as connection:
            return await list_deliveries(OWNER, connection, session)

    async def end_workflows(self) -> None:
        """Terminate what runs, so that nothing of it fires in a later test."""
        async for each in self.client.list_workflows("WorkflowType='Reminder' AND ExecutionStatus='Running'"):
            await self.client.get_workflow_handle(each.id).terminate()


async def eventually(look: Any, seconds: float = 60) -> Any:
    """What ``look`` gives once it gives something true; while the database is away it gives nothing."""
    async with asyncio.timeout(seconds):
        while True:
            try:
                if found := await look():
                    return found
            except OUTAGES as error:
                if not is_outage(error):
                    raise
            await asyncio.sleep(0.05)
