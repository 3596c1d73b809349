"""Model calls as they are kept (rule DATA-16)."""

from dataclasses import replace

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.errors import NotFound
from storage.model_calls import CallTotal, read_model_calls, total_model_calls, write_model_call
from tests.storage.world import World


async def test_a_call_is_written_once(world: World, conn: AsyncConnection) -> None:
    """Again, and otherwise, changes nothing: its numbers were read already."""
    await write_model_call(world.owner, conn, replace(world.call, answer="another", prompt_tokens=1))
    assert await read_model_calls(world.owner, conn, "run", world.run.id) == [world.call]


async def test_calls_are_read_in_order(world: World, conn: AsyncConnection) -> None:
    """All of a run, or those of some of its steps."""
    later = [replace(world.call, step=step, attempt=attempt) for step, attempt in ((3, 2), (3, 1), (2, 1))]
    for call in later:
        await write_model_call(world.owner, conn, call)
    found = await read_model_calls(world.owner, conn, "run", world.run.id)
    assert [(call.step, call.attempt) for call in found] == [(1, 1), (2, 1), (3, 1), (3, 2)]
    assert await read_model_calls(world.owner, conn, "run", world.run.id, [3]) == found[2:]
    assert await read_model_calls(world.owner, conn, "run", world.run.id, []) == []


async def test_totals_are_sums_by_outcome(world: World, conn: AsyncConnection) -> None:
    """Nothing but the rows is counted."""
    failed = replace(
        world.call, step=2, outcome="timed_out", prompt_tokens=0, completion_tokens=0, seconds=60.0, wait_seconds=2.5
    )
    await write_model_call(world.owner, conn, replace(world.call, step=2, attempt=2))
    await write_model_call(world.owner, conn, failed)
    assert await total_model_calls(world.owner, conn, "run", world.run.id) == [
        CallTotal("given", 2, 200, 40, 3.0, 0.0),
        CallTotal("timed_out", 1, 0, 0, 60.0, 2.5),
    ]


async def test_a_call_for_an_unknown_run_is_refused(world: World, conn: AsyncConnection) -> None:
    """It names the run."""
    unknown = "01K0000000000000000099999Z"
    with pytest.raises(NotFound, match=unknown):
        await write_model_call(world.owner, conn, replace(world.call, owner_id=unknown))
