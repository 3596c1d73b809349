"""Preparations wait in time that is skipped, and each command and row is there once (rules PREP-29 to PREP-37)."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from temporalio.testing import WorkflowEnvironment

from storage.engine import create_engine
from storage.users import ensure_user
from tests.preparing import HOUR, Rooms
from tests.week import OWNER

PREPARED = ["llm_recommend", "auto_executed"]


@pytest.fixture
async def rooms(database: str, temporal: WorkflowEnvironment) -> AsyncIterator[Rooms]:
    engine = create_engine(database)
    async with engine.begin() as connection:
        await ensure_user(OWNER, connection)
    rooms = Rooms(engine, temporal.client, temporal)
    yield rooms
    await rooms.end_workflows()
    await engine.dispose()


@pytest.mark.parametrize("cached", [500, 0], ids=["cached", "replayed at every step"])
async def test_a_room_is_prepared_at_its_trigger_and_adjusted_until_the_meeting_ends(rooms: Rooms, cached: int) -> None:
    """Nothing before; then each row, command and notice once, and the words of the person by the clock."""
    async with rooms.worked_on(cached):
        room = await rooms.report()
        await rooms.waits(room)
        await rooms.passes(room, timedelta(minutes=44))
        assert (await rooms.rows(room), rooms.building.commands) == ([], {})
        await rooms.passes(room, timedelta(minutes=2))
        await rooms.is_at(room, "prepared", 2)
        assert await rooms.rows(room) == PREPARED
