"""A real worker process that kills itself at chosen boundaries of a preparation, each once.

Boundaries are counted through each step: before each statement, before each COMMIT, before and after a call outside,
and at the end, before Temporal was told. A step is named ``preparation/activity/number``.
"""

import asyncio
import json
import os
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

from temporalio import activity
from temporalio.worker import ActivityInboundInterceptor, ExecuteActivityInput, Interceptor, Worker

from activities.preparation import PreparationWorks
from activities.preparation_ports import Delivery, DeviceCommand, Notice, PreparationPorts, RoomOf, RoomReading
from runtime.clock import now
from runtime.worker_process import until_signal
from storage.engine import create_engine
from tests.chaos.killed_commit_worker import CURRENT, KillSwitch, Transaction
from worker.preparations import preparation_steps
from workflows.connection import connect
from workflows.policies import RUN_QUEUE
from workflows.preparation import MeetingPreparation


class Outside:
    """Devices and people that write down everything they are told, also what they were told before."""

    def __init__(self, folder: Path, switch: KillSwitch) -> None:
        self._told = folder / "told"
        self._switch = switch

    async def read(self, room: RoomOf) -> RoomReading | None:
        return RoomReading(indoor_temp=27)

    async def execute(self, command: DeviceCommand) -> Delivery:
        return await self._taken(command.key, dict(command.values))

    async def notify(self, notice: Notice) -> Delivery:
        return await self._taken(notice.key, {"notice": notice.kind})

    async def _taken(self, key: str, said: dict[str, Any]) -> Delivery:
        transaction = CURRENT.get()
        assert transaction is not None
        self._switch.at_boundary(transaction)
        with self._told.open("a") as told:
            told.write(json.dumps([key, said]) + "\n")
            told.flush()
            os.fsync(told.fileno())
        self._switch.at_boundary(transaction)
        return "delivered"


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


async def main(database_url: str, temporal_address: str, folder: str) -> None:
    client, engine = await connect(temporal_address, "default", None), create_engine(database_url)
    switch = KillSwitch(Path(folder))
    switch.watch(engine)
    outside = Outside(Path(folder), switch)
    works = PreparationWorks(engine, now, ports=PreparationPorts(devices=outside, notifications=outside))
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
