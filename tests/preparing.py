"""Preparations under a clock that a test sets, in a building that remembers what it was told."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from temporalio.client import Client, WorkflowHandle
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from activities.models.client import ModelClients
from activities.preparation_ports import (
    Delivery,
    DeviceCommand,
    Notice,
    PortAway,
    PortRefused,
    PreparationPorts,
    RoomOf,
    RoomReading,
)
from domain.models.endpoint import Endpoint
from domain.preparation.readings import Weather
from domain.preparation.sessions import PrepType, Session
from runtime.clock import now
from services.move_preparation import Move, move_preparation
from services.read_preparation import PreparationNow, read_preparation
from services.report_session import SessionReport, report_session
from services.request_preparation import PreparationDesk, Word, request_adjustment, request_confirmation
from services.start_preparation import WORKFLOW, attributes_of, start_preparation
from services.ulids import ascending_ulids
from storage.model_calls import ModelCall, read_model_calls
from storage.preparations import PreparationRecord, insert_preparation
from tests.bells import BellClock, eventually
from tests.week import OWNER
from tests.workflows.asking import LOOPBACK, SHORT
from worker.build import Limits, working
from workflows.policies import RUN_QUEUE
from workflows.preparation_messages import PreparationInput, preparation_workflow_id

HOUR = timedelta(hours=1)


@dataclass
class Building:
    """Rooms with devices, the weather above, and people who are told things.

    Attributes:
        is_away: while set, neither devices nor people can be reached.
        refuses: whether devices refuse what they are told.
        outdoors: in °C; None where the weather cannot be read.
        commands, notices: what was taken, once by its key.
        sent: every command that arrived, also those that came again.
        pause: for how many seconds they ask to be left alone then; None where they do not say.
        loses_answers: how many commands are taken without an answer.
        held: while it is not set, the weather is not told.
    """

    is_away: bool = False
    pause: float | None = None
    refuses: bool = False
    outdoors: float | None = 33
    commands: dict[str, DeviceCommand] = field(default_factory=dict)
    notices: dict[str, Notice] = field(default_factory=dict)
    sent: list[DeviceCommand] = field(default_factory=list)
    loses_answers: int = 0
    reading: RoomReading | None = None
    held: asyncio.Event | None = None

    @property
    def ports(self) -> PreparationPorts:
        return PreparationPorts(_Sky(self), _Devices(self), _People(self))

    def of(self, preparation: str) -> list[dict[str, Any]]:
        """The values that the devices of a preparation took, in order."""
        return [dict(each.values) for key, each in self.commands.items() if key.startswith(preparation)]

    def told(self, preparation: str) -> list[str]:
        """What kinds of notices were sent of a preparation."""
        return [each.kind for key, each in self.notices.items() if key.startswith(preparation)]

    def come_in(self) -> None:
        """Whether a call gets through."""
        if self.is_away:
            raise PortAway("nobody answers", self.pause)


@dataclass
class _Sky:
    building: Building

    async def read(self, room: RoomOf, at: datetime) -> Weather | None:
        if self.building.held is not None:
            await self.building.held.wait()
        if self.building.outdoors is None:
            raise PortAway("no weather today")
        return Weather(temp=self.building.outdoors, condition="晴", read_at=at)


@dataclass
class _Devices:
    building: Building

    async def read(self, room: RoomOf) -> RoomReading | None:
        self.building.come_in()
        return self.building.reading

    async def execute(self, command: DeviceCommand) -> Delivery:
        self.building.sent.append(command)
        self.building.come_in()
        if self.building.refuses:
            raise PortRefused("403")
        self.building.commands.setdefault(command.key, command)
        if self.building.loses_answers:
            self.building.loses_answers -= 1
            raise PortAway("the answer was lost")
        return "delivered"


@dataclass
class _People:
    building: Building

    async def notify(self, notice: Notice) -> Delivery:
        self.building.come_in()
        self.building.notices.setdefault(notice.key, notice)
        return "delivered"


@dataclass
class Rooms:
    """Preparations of one owner."""

    engine: AsyncEngine
    client: Client
    environment: WorkflowEnvironment
    building: Building = field(default_factory=Building)
    clock: BellClock = field(default_factory=BellClock)

    @property
    def now(self) -> datetime:
        return (self.clock.moment or now()) + self.clock.ahead

    @asynccontextmanager
    async def worked_on(self, cached: int = 500, *endpoints: Endpoint) -> AsyncIterator[None]:
        """Serve the queues; the workflows that are left end with it."""
        ledger, limits = Ledger(self.engine, now), Limits(cached_workflows=cached, patience=SHORT)
        models = ModelClients(endpoints, LOOPBACK)
        async with working(self.client, ledger, limits, models, self.clock, self.building.ports):
            yield

    async def report(self, prep_type: PrepType = "auto_notify", **given: Any) -> str:
        """Have a room prepared whose meeting begins in an hour and lasts one; the id."""
        start = given.pop("start", self.now + HOUR)
        report = SessionReport(
            session_id=given.pop("session_id", ascending_ulids(1)[0]),
            meeting_id="m",
            room_id=given.pop("room_id", "A-101"),
            booker_id="ann",
            meeting_start=start.isoformat(),
            meeting_end=(start + given.pop("lasts", HOUR)).isoformat(),
            prep_type=prep_type,
            **given,
        )
        return (await report_session(OWNER, self.engine, self.client, report, self.now)).record.id

    async def stored(self) -> str:
        """The id of one that is being prepared, and has no workflow."""
        [preparation] = ascending_ulids(1)
        facts = Session(
            id=preparation,
            session_id=preparation,
            meeting_id="m",
            room_id="A-101",
            zone="Asia/Shanghai",
            booker_id="ann",
            meeting_start=self.now + HOUR,
            meeting_end=self.now + 2 * HOUR,
            prep_trigger_at=self.now,
            prep_type="auto_notify",
        )
        async with self.engine.begin() as connection:
            await insert_preparation(OWNER, connection, PreparationRecord(facts, "preparing", self.now))
        return preparation

    async def launch(self, preparation: str) -> None:
        """Start the workflow of one that was stored."""
        await start_preparation(OWNER, self.client, preparation)

    async def begin_anew(self, preparation: str) -> None:
        """Start another workflow of a preparation, as where Temporal knows nothing of the one that was."""
        await self.client.start_workflow(
            WORKFLOW,
            PreparationInput(OWNER, preparation),
            id=preparation_workflow_id(preparation),
            task_queue=RUN_QUEUE,
            search_attributes=attributes_of(OWNER),
        )

    async def adjust(self, preparation: str, values: dict[str, object], key: str | None = None) -> int:
        """What Ann changes."""
        return await request_adjustment(OWNER, self._desk, preparation, values, self._word(key))

    async def confirm(self, preparation: str, key: str | None = None) -> int:
        """Ann's word."""
        return await request_confirmation(OWNER, self._desk, preparation, self._word(key))

    async def move(self, preparation: str, by: timedelta) -> None:
        """Move the meeting, from where it is now."""
        facts = (await self.look(preparation)).record.session
        move = Move(meeting_start=(facts.meeting_start + by).isoformat())
        await move_preparation(OWNER, self.engine, self.client, preparation, move, self.now)

    async def call_off(self, preparation: str) -> None:
        """Cancel the meeting."""
        move = Move(cancelled=True)
        await move_preparation(OWNER, self.engine, self.client, preparation, move, self.now)

    def _word(self, key: str | None) -> Word:
        return Word("ann", self.now, key)

    @property
    def _desk(self) -> PreparationDesk:
        return PreparationDesk(self.engine, self.client, 30)

    def handle(self, preparation: str) -> WorkflowHandle[Any, Any]:
        return self.client.get_workflow_handle(preparation_workflow_id(preparation))

    async def look(self, preparation: str) -> PreparationNow:
        return await read_preparation(OWNER, self.engine, preparation)

    async def status(self, preparation: str) -> str:
        return (await self.look(preparation)).record.status

    async def rows(self, preparation: str) -> list[str]:
        """The sources of what happened, in order."""
        return [row.source for row in (await self.look(preparation)).snapshots]

    async def is_at(self, preparation: str, status: str, rows: int = 0) -> None:
        """Wait until a preparation stands there, and so many rows were recorded."""

        async def there() -> bool:
            return await self.status(preparation) == status and len(await self.rows(preparation)) >= rows

        await eventually(there)

    async def waits(self, preparation: str, timers: int = 1) -> None:
        """Wait until the workflow has begun so many waits."""

        async def begun() -> bool:
            history = await self.handle(preparation).fetch_history()
            return sum(event.HasField("timer_started_event_attributes") for event in history.events) >= timers

        await eventually(begun)

    async def passes(self, preparation: str, span: timedelta) -> None:
        """Let the clock go on, and the timers of a preparation."""
        self.clock.ahead += span
        await asyncio.wait_for(self.environment.fast_forward(self.handle(preparation), span), 60)

    async def ended(self, preparation: str) -> str:
        """How the workflow ended."""
        return str(await asyncio.wait_for(self.handle(preparation).result(), 60))

    async def ledger(self, preparation: str) -> list[tuple[str, str]]:
        """Names and verdicts of the steps, in order."""
        query = text("select name, verdict from steps where owner_id = :id order by step")
        async with self.engine.connect() as connection:
            return [(row.name, row.verdict) for row in await connection.execute(query, {"id": preparation})]

    async def calls(self, preparation: str) -> list[ModelCall]:
        """What a model was asked."""
        async with self.engine.connect() as connection:
            return await read_model_calls(OWNER, connection, "preparation", preparation)

    async def end_workflows(self) -> None:
        """Terminate what runs, so that nothing of it goes on in a later test."""
        running = "WorkflowType='MeetingPreparation' AND ExecutionStatus='Running'"
        async for each in self.client.list_workflows(running):
            await self.client.get_workflow_handle(each.id).terminate()
