import asyncio
import random

import pytest
from structlog.testing import capture_logs

from api.schemas.runs import RunEventView
from domain.errors import DaywrightError, NotFound, Unavailable
from runtime.client.api import Api
from tests.runtime.client.flaky import FlakyProxy, answer
from tests.runtime.client.place import Place

SEEDS = range(12)
STRANGER = "01K6F0Q2M3N4P5R6S7T8V9W0XD"


async def told(api: Api, run_id: str, after: int = 0) -> list[RunEventView]:
    return [event async for event in api.follow(run_id, after)]


async def test_each_event_comes_once_and_in_order_wherever_the_stream_breaks(place: Place) -> None:
    """Cut at random bytes, also inside an event, the end of the stream is reached and nothing is missing (CLI-3)."""
    async with place.api() as api:
        run = await api.start_run(place.order)
        whole = await told(api, run.id)
    assert [event.seq for event in whole] == list(range(1, len(whole) + 1))
    connections = 0
    for seed in SEEDS:
        chance = random.Random(seed)
        cuts = [chance.randrange(1800) for _ in range(5)]
        async with FlakyProxy(place.served.url, cuts) as proxy, place.api(proxy.url) as api:
            assert await told(api, run.id) == whole, f"seed {seed}, cut after {cuts} bytes"
            connections += proxy.met
    assert connections > 2 * len(SEEDS)


async def test_a_client_that_leaves_is_no_fault_of_the_server(place: Place) -> None:
    """However the connection ends, the log has no error for it."""
    async with place.api() as api:
        run = await api.start_run(place.order)
        await told(api, run.id)
    with capture_logs() as logged:
        for most in range(450, 1750, 130):
            async with FlakyProxy(place.served.url, [most]) as proxy, place.api(proxy.url) as api:
                await told(api, run.id)
    assert [entry for entry in logged if entry["log_level"] in ("warning", "error")] == []


async def test_a_run_is_followed_while_it_works_and_the_stream_breaks(place: Place) -> None:
    """What happens while nobody is connected is told on the next connection (CLI-3)."""
    place.gate.node = "save_preview"
    chance = random.Random(7)
    cuts = [chance.randrange(300, 1200) for _ in range(8)]
    async with FlakyProxy(place.served.url, [None, *cuts]) as proxy, place.api(proxy.url) as api:
        run = await api.start_run(place.order)
        following = asyncio.create_task(told(api, run.id))
        await place.gate.reached.wait()
        place.gate.opened.set()
        heard = await following
    assert [event.seq for event in heard] == list(range(1, len(heard) + 1))
    assert heard[-1].stage == "schedule_plan.preview_return.done"


async def test_following_goes_on_behind_what_was_read(place: Place) -> None:
    """Only what follows the given number comes (CLI-3)."""
    async with place.api() as api:
        run = await api.start_run(place.order)
        whole = await told(api, run.id)
        assert await told(api, run.id, after=3) == whole[3:]
        assert await told(api, run.id, after=len(whole)) == []


@pytest.mark.parametrize("status", ["503 Service Unavailable", "502 Bad Gateway", "429 Too Many Requests"])
async def test_a_server_that_is_away_is_asked_again(place: Place, status: str) -> None:
    """As it asks for in Retry-After, on whatever connection the refusal comes (CLI-3)."""
    refusal = answer(status, "Retry-After: 0")
    async with FlakyProxy(place.served.url, [None, refusal, 900, refusal]) as proxy, place.api(proxy.url) as api:
        run = await api.start_run(place.order)
        heard = await told(api, run.id)
    assert [event.seq for event in heard] == list(range(1, len(heard) + 1))


async def test_what_never_answers_is_given_up_in_a_sentence(place: Place) -> None:
    """It says that the run goes on and how to see it (CLI-3)."""
    place.gate.node = "place"
    async with FlakyProxy(place.served.url) as proxy, place.api(proxy.url) as api:
        run = await api.start_run(place.order)
        events = api.follow(run.id, patience_seconds=0.5)
        assert (await anext(events)).seq == 1
        await proxy.stop()
        with pytest.raises(Unavailable, match=f"daywright runs watch {run.id}"):
            [event async for event in events]
    place.gate.opened.set()


async def test_a_refusal_is_raised_at_once(place: Place) -> None:
    """A run that this user does not have is not waited for (CLI-3)."""
    async with place.api() as api:
        with pytest.raises(NotFound, match=STRANGER):
            await told(api, STRANGER)


async def test_what_is_no_stream_of_events_is_refused(place: Place) -> None:
    """Something else at the address is no reason to go on for a minute (CLI-3)."""
    page = answer("200 OK", "Content-Type: text/html", body=b"<!doctype html>")
    async with FlakyProxy(place.served.url, [page]) as proxy, place.api(proxy.url) as api:
        with pytest.raises(DaywrightError, match="cannot read"):
            await told(api, STRANGER)
