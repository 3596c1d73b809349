"""The ledger (rule DATA-10)."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.canonical import canonical_json
from domain.errors import LedgerMismatch, NotFound
from storage.steps import StepRecord, last_step, read_step, recorded_step, write_step
from tests.storage.world import World, new_id

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


async def test_a_step_comes_back_as_it_was_written(world: World, conn: AsyncConnection) -> None:
    """Its tool call included; of a step that was not written nothing comes back."""
    assert await read_step(world.owner, conn, "run", world.run.id, 1) == world.step
    assert await read_step(world.owner, conn, "run", world.run.id, 2) is None
    assert await read_step(world.owner, conn, "turn", world.run.id, 1) is None


@settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(JSON)
async def test_states_are_kept_byte_for_byte(world: World, conn: AsyncConnection, value: object) -> None:
    """Canonical JSON of anything, escaped characters and long numbers included."""
    step = replace(world.step, owner_kind="turn", owner_id=new_id(), state=canonical_json(value))
    await write_step(world.owner, conn, step)
    assert await last_step(world.owner, conn, "turn", step.owner_id) == step


async def test_the_last_step_is_the_one_with_the_highest_number(world: World, conn: AsyncConnection) -> None:
    """Whatever the order in which they were written."""
    for number in (10, 2):
        await write_step(world.owner, conn, replace(world.step, step=number, tool=None, arguments=None, result=None))
    last = await last_step(world.owner, conn, "run", world.run.id)
    assert last is not None
    assert last.step == 10
    assert await last_step(world.owner, conn, "run", new_id()) is None


async def test_a_step_is_written_once(world: World, conn: AsyncConnection) -> None:
    """The same again changes nothing and says so; the first row is the one that counts."""
    assert not await write_step(world.owner, conn, replace(world.step, verdict="other"))
    assert await read_step(world.owner, conn, "run", world.run.id, 1) == world.step


async def test_the_same_step_with_other_arguments_is_refused(world: World, conn: AsyncConnection) -> None:
    """Both to write and to look up; with the same arguments the row comes back."""
    with pytest.raises(
        LedgerMismatch, match=r"step 1 of run .* was recorded with arguments aaaaaaaaaaaa .* eeeeeeeeeeee"
    ):
        await write_step(world.owner, conn, replace(world.step, argument_hash="e" * 64))
    with pytest.raises(LedgerMismatch):
        await recorded_step(world.owner, conn, "run", world.run.id, 1, "e" * 64)
    assert await recorded_step(world.owner, conn, "run", world.run.id, 1, "a" * 64) == world.step
    assert await recorded_step(world.owner, conn, "run", world.run.id, 2, "e" * 64) is None


async def test_of_two_attempts_at_the_same_time_one_writes(engine: AsyncEngine, own_world: World) -> None:
    """The other learns that the step stands."""
    step = replace(own_world.step, step=2)

    async def attempt(step: StepRecord) -> bool:
        async with engine.begin() as conn:
            return await write_step(own_world.owner, conn, step)

    assert sorted(await asyncio.gather(attempt(step), attempt(step))) == [False, True]


async def test_a_step_of_an_unknown_run_is_refused(world: World, conn: AsyncConnection) -> None:
    """The ledger of a run needs the run."""
    with pytest.raises(NotFound, match="does not exist"):
        await write_step(world.owner, conn, replace(world.step, owner_id=new_id()))
