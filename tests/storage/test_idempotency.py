"""Idempotency keys (rule DATA-11)."""

import asyncio

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import IdempotencyKeyReused, NotFound
from storage.idempotency import remember
from tests.storage.waiting import until_somebody_waits
from tests.storage.world import World

BODY, OTHER = "c" * 64, "d" * 64


async def test_the_first_answer_counts(world: World, conn: AsyncConnection) -> None:
    """The same key and body get it again, whatever they would answer now."""
    assert await remember(world.owner, conn, "run.start", "new", BODY, {"run": 1}) == {"run": 1}
    assert await remember(world.owner, conn, "run.start", "new", BODY, {"run": 2}) == {"run": 1}


async def test_keys_of_other_operations_and_users_are_others(world: World, conn: AsyncConnection) -> None:
    """One word may be used for each."""
    assert await remember(world.owner, conn, "import", "key", OTHER, {"n": 1}) == {"n": 1}
    assert await remember("other", conn, "import", "key", BODY, {"n": 2}) == {"n": 2}


async def test_another_body_is_refused(world: World, conn: AsyncConnection) -> None:
    """The message quotes the key."""
    with pytest.raises(IdempotencyKeyReused, match=r"key 'key' was used for another run\.start"):
        await remember(world.owner, conn, "run.start", "key", OTHER, {})


async def test_a_key_needs_an_owner_who_exists(conn: AsyncConnection) -> None:
    """The message quotes the user."""
    with pytest.raises(NotFound, match="user 'nobody' does not exist"):
        await remember("nobody", conn, "run.start", "key", BODY, {})


async def test_requests_at_the_same_time_get_one_answer(engine: AsyncEngine, own_world: World) -> None:
    """Only one of them counts as the first."""

    async def request(number: int) -> dict[str, int]:
        async with engine.begin() as conn:
            return await remember(own_world.owner, conn, "run.start", "new", BODY, {"run": number})

    answers = await asyncio.gather(*(request(number) for number in range(8)))
    assert answers == [answers[0]] * 8


async def test_a_request_that_fails_leaves_the_key_to_the_next(engine: AsyncEngine, own_world: World) -> None:
    """The next one, which waited for it, takes its place."""

    async def request() -> dict[str, int]:
        async with engine.begin() as conn:
            return await remember(own_world.owner, conn, "run.start", "new", OTHER, {"run": 2})

    async with engine.connect() as failing:
        await remember(own_world.owner, failing, "run.start", "new", BODY, {"run": 1})
        waiting = asyncio.create_task(request())
        await until_somebody_waits(engine)
        await failing.rollback()
    assert await waiting == {"run": 2}
