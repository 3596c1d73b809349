"""Record the committed histories of preparations: ``python -m tests.replay.record_preparations``."""

import asyncio
import logging
import tempfile
from datetime import timedelta
from pathlib import Path
from typing import cast

from temporalio.testing import WorkflowEnvironment

from tests.bells import eventually
from tests.preparing import HOUR, Rooms
from tests.replay.record import Recorder, recorder
from workflows.preparation_messages import preparation_workflow_id

_SOON = timedelta(minutes=10)
# No time is skipped here, so nothing may need the environment.
_NOWHERE = cast(WorkflowEnvironment, None)


async def written(record: Recorder, name: str, room: str) -> None:
    """Write down the workflow of a preparation as it is now."""
    await record.write_workflow(f"preparation_{name}", preparation_workflow_id(room))


async def ended(record: Recorder, rooms: Rooms) -> None:
    """One that waits for its trigger and is prepared, adjusted, and over after a few seconds."""
    start = rooms.now + timedelta(seconds=5)
    trigger = (rooms.now + timedelta(seconds=2)).isoformat()
    room = await rooms.report(start=start, lasts=timedelta(seconds=2), prep_trigger_at=trigger)
    await rooms.is_at(room, "prepared", 2)
    await rooms.adjust(room, {"hvac_target_temp": 20})
    await rooms.ended(room)
    await written(record, "ended", room)


async def confirmed(record: Recorder, rooms: Rooms) -> None:
    """One that was confirmed and then called off."""
    room = await rooms.report("confirm", start=rooms.now + _SOON)
    await rooms.is_at(room, "unconfirmed", 1)
    await rooms.confirm(room)
    await eventually(lambda: _is_delivered(rooms, room))
    await rooms.call_off(room)
    await rooms.ended(room)
    await written(record, "confirmed", room)


async def moved(record: Recorder, rooms: Rooms) -> None:
    """One that waits, is moved so that its time has come, and waits anew; with a command that is given up between."""
    room = await rooms.report()
    await rooms.waits(room)
    rooms.building.is_away = True
    await rooms.move(room, -HOUR + _SOON)
    await rooms.is_at(room, "prepared", 1)
    await asyncio.sleep(1)
    await rooms.adjust(room, {"hvac_target_temp": 20})
    rooms.building.is_away = False
    await rooms.is_at(room, "prepared", 3)
    await rooms.move(room, HOUR)
    await rooms.waits(room, 3)
    await written(record, "waiting", room)


async def held(record: Recorder, rooms: Rooms) -> None:
    """One that is adjusted before its trigger, which the devices are told then; and one that comes too late."""
    start = rooms.now + timedelta(seconds=8)
    trigger = (rooms.now + timedelta(seconds=3)).isoformat()
    early = await rooms.report(start=start, lasts=timedelta(seconds=2), prep_trigger_at=trigger)
    await rooms.waits(early)
    await rooms.adjust(early, {"hvac_target_temp": 20})
    await rooms.is_at(early, "prepared", 3)
    await rooms.ended(early)
    await written(record, "held", early)
    late = await rooms.report("confirm", start=rooms.now - _SOON, lasts=_SOON + timedelta(seconds=3))
    await rooms.ended(late)
    await written(record, "late", late)


async def _is_delivered(rooms: Rooms, room: str) -> bool:
    return any(name.startswith("delivered") for name, _ in await rooms.ledger(room))


async def main() -> None:
    """Record every history."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="daywright-") as folder:
        async with asyncio.timeout(300), recorder(Path(folder)) as record:
            rooms = Rooms(record.week.engine, record.week.client, _NOWHERE)
            async with rooms.worked_on():
                await ended(record, rooms)
                await confirmed(record, rooms)
                await moved(record, rooms)
                await held(record, rooms)


if __name__ == "__main__":
    asyncio.run(main())
