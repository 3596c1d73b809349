"""Something said over a network, and an API, that cannot be relied on (rule CLI-20)."""

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from api.schemas.chat import ChatBody, TurnEnd, TurnEventView
from domain.errors import PreviewNotFound, Unavailable
from runtime.client.address import Address
from runtime.client.api import Api
from runtime.clock import now
from services.issue_key import issue_key
from tests.api.watched import api_process
from tests.runtime.client.flaky import FlakyProxy, answer
from tests.runtime.client.place import Place
from tests.week import OWNER, Gate, Week
from worker.build import working

HELLO = ChatBody(message="你好")
MOVE = "把第5周周五的任务都挪到周六"
SEEDS = range(4)


async def told(api: Api, said: ChatBody) -> list[TurnEventView | TurnEnd]:
    return [one async for one in api.say(said)]


def numbers(heard: list[TurnEventView | TurnEnd], run: bool = False) -> list[int]:
    return [one.seq for one in heard if isinstance(one, TurnEventView) and (one.run is not None) is run]


async def test_it_is_said_once_and_told_once_wherever_the_stream_breaks(place: Place) -> None:
    """Cut at random bytes, also before a first event is read, the end is reached and nothing is missing."""
    session = await place.week.planned_session()
    met = turns = 0
    for seed in SEEDS:
        chance = random.Random(seed)
        cuts = [chance.randrange(6_000) for _ in range(6)]
        message = ChatBody(message="第5周周五有什么？" if seed % 3 else MOVE, conversation_id=session)
        async with FlakyProxy(place.served.url, [0, *cuts]) as proxy, place.api(proxy.url) as api:
            heard = await told(api, message)
            met += proxy.met
        turns += 1
        assert numbers(heard) == list(range(1, len(numbers(heard)) + 1)), f"seed {seed}, cut after {cuts} bytes"
        assert numbers(heard, run=True) == list(range(1, len(numbers(heard, run=True)) + 1))
        assert [type(one) for one in heard[-2:]] == [TurnEventView, TurnEnd]
    assert met > 3 * len(SEEDS)
    async with place.served.client(place.key) as client:
        listed = (await client.get(f"/api/v1/sessions/{session}/turns")).json()["items"]
    assert len(listed) == turns


async def test_a_server_that_is_away_is_asked_again_and_a_refusal_told_at_once(place: Place) -> None:
    """Whatever was asked when it was away."""
    away = answer("503 Service Unavailable", "Retry-After: 0")
    async with FlakyProxy(place.served.url, [away, 900, away, away]) as proxy, place.api(proxy.url) as api:
        assert isinstance((await told(api, HELLO))[-1], TurnEnd)
        assert proxy.met > 3
        with pytest.raises(PreviewNotFound):
            await told(api, ChatBody(message=MOVE))


async def test_what_never_answers_is_given_up_in_a_sentence(place: Place) -> None:
    """It says that the turn goes on and where its answer will stand."""
    session = await place.week.planned_session()
    place.gate.node = "contract"
    async with FlakyProxy(place.served.url) as proxy, place.api(proxy.url) as api:
        events = api.say(ChatBody(message=MOVE, conversation_id=session), patience_seconds=0.5)
        first = await anext(events)
        assert isinstance(first, TurnEventView)
        await proxy.stop()
        with pytest.raises(Unavailable, match=f"daywright sessions log {session}"):
            [one async for one in events]
    place.gate.opened.set()
    async with place.served.client(place.key) as client:
        assert "[DONE]" in (await client.get(f"/api/v1/agent/chat/{first.turn}/events")).text


async def test_an_api_that_is_killed_in_a_turn_costs_nothing(
    database: str, temporal: WorkflowEnvironment, tmp_path: Path
) -> None:
    """The turn goes on without it, and the client is told the rest by the next one."""
    program, url = api_process(database, temporal.client, tmp_path)
    await program.start()
    gate = Gate()
    async with (
        Week.stored(database, temporal.client) as week,
        working(temporal.client, Ledger(week.engine, now, gate)),
        Api(Address(url, (await issue_key(OWNER, week.engine, now())).text)) as api,
    ):
        session, gate.node = await week.planned_session(), "contract"
        saying = asyncio.create_task(told(api, ChatBody(message=MOVE, conversation_id=session)))
        await gate.reached.wait()
        assert program.pid is not None
        os.killpg(program.pid, signal.SIGKILL)
        await program.wait()
        gate.opened.set()
        await program.start()
        heard = await saying
    await program.stop()
    assert numbers(heard) == list(range(1, len(numbers(heard)) + 1))
    assert numbers(heard, run=True) == list(range(1, len(numbers(heard, run=True)) + 1))
    [end] = [one for one in heard if isinstance(one, TurnEnd)]
    assert (end.status, end.kind) == ("completed", "refine")
