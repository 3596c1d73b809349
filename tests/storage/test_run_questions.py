"""Questions of runs and their answers (rule DATA-17)."""

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.errors import NotFound
from storage.run_questions import answer_question, close_question, insert_question, load_question, open_question
from storage.runs import advance_run, finish_run, load_run, pause_run
from tests.storage.world import World, new_id


async def test_a_question_comes_back_as_it_was_stored(world: World, conn: AsyncConnection) -> None:
    """By its id, and as the open one of its run."""
    question = world.question
    assert await load_question(world.owner, conn, world.run.id, question.question_id) == question
    assert await open_question(world.owner, conn, world.run.id) == question


async def test_the_same_step_asks_once(world: World, conn: AsyncConnection) -> None:
    """Asking again, as a repeated step does, leaves what was stored and answered."""
    question = world.question
    assert await answer_question(world.owner, conn, world.run.id, question.question_id, "上午", world.at)
    await insert_question(world.owner, conn, question)
    stored = await load_question(world.owner, conn, world.run.id, question.question_id)
    assert stored == replace(question, answer="上午", answered_at=world.at)


async def test_a_question_is_answered_once_and_only_while_it_is_open(world: World, conn: AsyncConnection) -> None:
    """A second answer changes nothing, neither does one to a question that is closed."""
    asked, later = (world.owner, conn, world.run.id), world.at + timedelta(minutes=1)
    assert await answer_question(*asked, "q1", "上午", world.at)
    assert not await answer_question(*asked, "q1", "下午", later)
    closed = await close_question(*asked, later)
    assert closed == replace(world.question, answer="上午", answered_at=world.at, closed_at=later)
    assert await close_question(*asked, later) is None
    assert await open_question(*asked) is None
    await insert_question(world.owner, conn, replace(world.question, question_id="q2", step=5))
    await close_question(*asked, later)
    assert not await answer_question(*asked, "q2", "下午", later)


async def test_of_answers_at_the_same_time_one_is_stored(engine: AsyncEngine, own_world: World) -> None:
    """Each in a transaction of its own, which holds the run as the service does."""

    async def answered(text: str) -> bool:
        async with engine.begin() as conn:
            await load_run(own_world.owner, conn, own_world.run.id, lock=True)
            return await answer_question(own_world.owner, conn, own_world.run.id, "q1", text, own_world.at)

    said = ["上午", "下午", "晚上"]
    taken = await asyncio.gather(*map(answered, said))
    assert sum(taken) == 1
    async with engine.connect() as conn:
        stored = await load_question(own_world.owner, conn, own_world.run.id, "q1")
    assert stored.answer == said[taken.index(True)]


async def test_a_run_is_paused_until_its_next_step_and_not_once_it_has_ended(
    world: World, conn: AsyncConnection
) -> None:
    """The step makes it run again; a run that has ended, and one that is not there, cannot be paused."""
    await pause_run(world.owner, conn, world.run.id)
    assert (await load_run(world.owner, conn, world.run.id)).status == "paused"
    advanced = await advance_run(world.owner, conn, world.run.id, 0)
    assert advanced is not None
    assert advanced.status == "running"
    await finish_run(world.owner, conn, world.run.id, "cancelled", "cancelled", None, world.at)
    for run_id in (world.run.id, new_id()):
        with pytest.raises(NotFound, match=run_id):
            await pause_run(world.owner, conn, run_id)
