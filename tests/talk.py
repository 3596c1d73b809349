"""A person who talks to the example week, and what is answered."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from temporalio.client import Client, WorkflowFailureError

from activities.ledger import Ledger, StepHook
from activities.models.client import ModelClients
from domain.models.endpoint import Endpoint
from domain.schedule.state import Locale
from services.open_session import open_session
from services.run_rules import USUAL_RULES, RunRules
from services.say import Said, say
from services.start_turn import workflow_id
from storage.engine import create_engine
from storage.sessions import SessionEvent, SessionRecord, load_session, read_session_events
from storage.turn_events import TurnEvent, read_turn_events
from storage.turns import TurnRecord, list_turns, load_turn
from tests.clock import Clock
from tests.week import OWNER, Gate, Week
from tests.workflows.asking import LOOPBACK, SHORT, UNTOUCHED
from worker.build import Limits, working

MONDAY = datetime.fromisoformat("2026-09-28T07:00:00+08:00").astimezone(UTC)
"""Early on the first day of the week to plan."""

MOVE = "把第5周周五的任务都挪到周六"


@dataclass
class Talk:
    """What is said to a week, and how it is answered.

    Attributes:
        session_id: the session that is spoken in; None until something was said.
    """

    week: Week
    clock: Clock = field(default_factory=lambda: Clock(MONDAY))
    session_id: str | None = None
    rules: RunRules = USUAL_RULES

    async def say(self, text: str, locale: Locale | None = None, key: str | None = None) -> TurnRecord:
        """The turn that will answer; it is the next one of the session."""
        said = Said(self.session_id, text, locale, key)
        self.clock.moment += timedelta(milliseconds=1)
        turn = await say(OWNER, self.week.engine, self.week.client, said, self.clock(), self.rules)
        self.session_id = turn.session_id
        return turn

    async def ask(self, text: str, locale: Locale | None = None) -> tuple[TurnRecord, str]:
        """The turn once it has ended, and its reply."""
        turn = await self.ended(await self.say(text, locale))
        return turn, await self.reply(turn)

    async def ended(self, turn: TurnRecord) -> TurnRecord:
        """The row of a turn that has ended."""
        async with asyncio.timeout(60):
            while (found := await self.row(turn)).is_open:
                await asyncio.sleep(0.06)
        return found

    async def workflow_ended(self, turn: TurnRecord) -> None:
        """Wait for all that a turn does after its reply."""
        await asyncio.wait_for(self.week.client.get_workflow_handle(workflow_id(turn)).result(), 200)

    async def row(self, turn: TurnRecord) -> TurnRecord:
        async with self.week.engine.connect() as connection:
            return await load_turn(OWNER, connection, turn.id)

    async def turns(self) -> list[TurnRecord]:
        """All turns of the session, the first one first."""
        async with self.week.engine.connect() as connection:
            return (await list_turns(OWNER, connection, self._session, limit=100))[::-1]

    async def session(self) -> SessionRecord:
        async with self.week.engine.connect() as connection:
            return await load_session(OWNER, connection, self._session)

    async def log(self, *kinds: str) -> list[SessionEvent]:
        async with self.week.engine.connect() as connection:
            return await read_session_events(OWNER, connection, self._session, kinds=kinds or None)

    async def replies(self, turn: TurnRecord) -> list[dict[str, Any]]:
        """What the log holds as answers of a turn."""
        messages = await self.log("message")
        return [e.data for e in messages if e.data["turn"] == turn.id and e.data["role"] == "assistant"]

    async def reply(self, turn: TurnRecord) -> str:
        """The one answer of a turn."""
        [reply] = await self.replies(turn)
        return str(reply["text"])

    async def events(self, turn: TurnRecord) -> list[TurnEvent]:
        async with self.week.engine.connect() as connection:
            return await read_turn_events(OWNER, connection, turn.id)

    async def stages(self, turn: TurnRecord) -> list[str]:
        return [event.stage.removeprefix("turn.") for event in await self.events(turn)]

    async def planned(self) -> "Talk":
        """The same person in a session that has a preview."""
        session = await open_session(OWNER, self.week.engine, self.clock())
        talk = replace(self, session_id=session.id)
        await self.week.finished(await self.week.start(session.id, self.week.request))
        return talk

    @property
    def _session(self) -> str:
        assert self.session_id is not None
        return self.session_id


async def settled(talk: Talk, turn: TurnRecord) -> TurnRecord:
    """The row of a turn once its workflow has ended, however it has."""
    with suppress(WorkflowFailureError):
        await talk.workflow_ended(turn)
    return await talk.row(turn)


@asynccontextmanager
async def talking(
    database: str, client: Client, *endpoints: Endpoint, hook: StepHook | None = None, cached: int = 500
) -> AsyncIterator[Talk]:
    """A person who talks on the first day of the week, with a worker of this process."""
    engine, clock = create_engine(database), Clock(MONDAY)
    limits = Limits(cached_workflows=cached, patience=SHORT, plan_react=UNTOUCHED)
    ledger = Ledger(engine, clock, hook or Gate())
    async with (
        working(client, ledger, limits, ModelClients(endpoints, LOOPBACK), clock.of_database),
        Week.stored(database, client) as week,
    ):
        yield Talk(week, clock)
    await engine.dispose()
