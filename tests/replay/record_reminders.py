"""Record the committed histories of reminders: ``python -m tests.replay.record_reminders``."""

import asyncio
import logging
import tempfile
from pathlib import Path

from activities.ledger import Ledger
from runtime.clock import now
from services.arm_reminders import reminder_workflow_id
from services.end_session import end_session
from services.reminder_desk import stored_id
from services.reminders import delete_reminder
from tests.bells import Bells, eventually
from tests.replay.record import Recorder, recorder
from tests.week import OWNER
from worker.build import working


async def written(record: Recorder, name: str, session: str, reminder: str = "schedule-1") -> None:
    """Write down the workflow of a reminder as it is now."""
    await record.write_workflow(f"reminder_{name}", reminder_workflow_id(session, stored_id(reminder)))


async def waits(bells: Bells, session: str, reminder: str = "schedule-1") -> None:
    """Wait until the workflow of a reminder waits."""

    async def has_timer() -> bool:
        history = await bells.handle(session, reminder).fetch_history()
        return any(event.HasField("timer_started_event_attributes") for event in history.events)

    await eventually(has_timer)


async def told(record: Recorder, bells: Bells) -> None:
    """Two that are due at once: each ends after the session was told of both."""
    session = await bells.session()
    for prompt in ("one", "two"):
        await bells.set(session, prompt, 2)
    for number in (1, 2):
        await bells.handle(session, f"schedule-{number}").result()
    await written(record, "first", session, "schedule-1")
    await written(record, "second", session, "schedule-2")


async def waiting(record: Recorder, bells: Bells) -> None:
    """One that waits, is deleted, and one in a session that is ended."""
    session = await bells.session()
    for prompt in ("kept", "deleted"):
        await bells.set(session, prompt, 3600)
    await waits(bells, session, "schedule-1")
    await waits(bells, session, "schedule-2")
    await written(record, "waiting", session)
    await delete_reminder(OWNER, bells.desk, session, {"id": "schedule-2"})
    await bells.handle(session, "schedule-2").result()
    await written(record, "deleted", session, "schedule-2")
    await end_session(OWNER, bells.engine, bells.client, session, now())
    await bells.handle(session).result()
    await written(record, "cold", session)


async def main() -> None:
    """Record every history."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory(prefix="daywright-") as folder:
        async with asyncio.timeout(300), recorder(Path(folder)) as record:
            bells = Bells(record.week.engine, record.week.client)
            async with working(record.week.client, Ledger(record.week.engine, now)):
                await told(record, bells)
                await waiting(record, bells)


if __name__ == "__main__":
    asyncio.run(main())
