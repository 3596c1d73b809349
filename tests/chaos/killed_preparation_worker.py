"""A real worker process that kills itself at chosen boundaries of a preparation, each once.

Boundaries are counted through each step: before each statement, before each COMMIT, before and after a call outside,
and at the end, before Temporal was told. A step is named ``preparation/activity/number``.
"""

import asyncio
import sys
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

from temporalio import activity
from temporalio.worker import ActivityInboundInterceptor, ExecuteActivityInput, Interceptor, Worker

from activities.preparation import PreparationWorks
from activities.preparation_ports import Delivery, DeviceCommand, Notice, PreparationPorts, RoomOf, RoomReading
from runtime.clock import now
from runtime.outside import outside_ports
from runtime.worker_process import until_signal
from storage.engine import create_engine
from tests.chaos.killed_commit_worker import CURRENT, KillSwitch, Transaction
from tests.outside.servers import found_at
from worker.preparations import preparation_steps
from workflows.connection import connect
from workflows.policies import RUN_QUEUE
from workflows.preparation import MeetingPreparation


@dataclass
class Outside:
    """Devices and people, with boundaries before and after they are told something."""

    ports: PreparationPorts
    switch: KillSwitch

    async def read(self, room: RoomOf) -> RoomReading | None:
        return await self.ports.devices.read(room)

    async def execute(self, command: DeviceCommand) -> Delivery:
        return await self._told(self.ports.devices.execute(command))

    async def notify(self, notice: Notice) -> Delivery:
        return await self._told(self.ports.notifications.notify(notice))

    async def _told(self, telling: Coroutine[Any, Any, Delivery]) -> Delivery:
        transaction = CURRENT.get()
        assert transaction is not None
        self.switch.at_boundary(transaction)
        told = await telling
        self.switch.at_boundary(transaction)
        return told


class Watching(Interceptor):
    """Has every activity counted."""

    def __init__(self, switch: KillSwitch) -> None:
        self._switch = switch

    def intercept_activity(self, next: ActivityInboundInterceptor) -> ActivityInboundInterceptor:
        return _Watched(next, self._switch)


class _Watched(ActivityInboundInterceptor):
    def __init__(self, next: ActivityInboundInterceptor, switch: KillSwitch) -> None:
        super().__init__(next)
        self._switch = switch

    async def execute_activity(self, input: ExecuteActivityInput) -> Any:
        given = input.args[0]
        told = f"{given.preparation_id}/{activity.info().activity_type}/{getattr(given, 'step', 0)}"
        transaction = Transaction(told)
        CURRENT.set(transaction)
        outcome = await super().execute_activity(input)
        self._switch.ended(transaction)
        return outcome


async def main(database_url: str, temporal_address: str, folder: str, outside: str) -> None:
    client, engine = await connect(temporal_address, "default", None), create_engine(database_url)
    switch = KillSwitch(Path(folder))
    async with outside_ports(found_at(outside).settings, engine, now) as ports:
        switch.watch(engine)
        watched = Outside(ports, switch)
        works = PreparationWorks(engine, now, ports=replace(ports, devices=watched, notifications=watched))
        worker = Worker(
            client,
            task_queue=RUN_QUEUE,
            workflows=[MeetingPreparation],
            activities=preparation_steps(works),
            interceptors=[Watching(switch)],
            sticky_queue_schedule_to_start_timeout=timedelta(seconds=1),
        )
        await until_signal(worker)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
