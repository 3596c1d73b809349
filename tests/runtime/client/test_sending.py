import socket

import pytest

from domain.errors import (
    DaywrightError,
    NotFound,
    RateLimited,
    RunInProgress,
    Unauthenticated,
    Unavailable,
    VersionMismatch,
)
from runtime.client.address import Address
from runtime.client.api import Api, TermWish, every
from tests.runtime.client.flaky import FlakyProxy, answer
from tests.runtime.client.place import Place
from tests.week import EXAMPLES

STRANGER = "01K6F0Q2M3N4P5R6S7T8V9W0XD"
LOST, AWAY = 0, answer("503 Service Unavailable", "Retry-After: 0")


async def count(place: Place) -> int:
    async with place.api() as api:
        return len([run async for run in every(api.runs)])


async def test_a_run_whose_answer_was_lost_is_started_once(place: Place) -> None:
    """The order is sent again with its key, and the answer is the run that was made first (CLI-2)."""
    async with FlakyProxy(place.served.url, [LOST, LOST]) as proxy, place.api(proxy.url) as api:
        run = await api.start_run(place.order)
        assert proxy.met == 3
        assert (await api.run(run.id)).session_id == run.session_id
    assert await count(place) == 1


async def test_files_whose_answers_were_lost_are_stored_once(place: Place) -> None:
    """A timetable and a task list, each sent three times and made once (CLI-2)."""
    calendar, tasks = (EXAMPLES / "timetable.ics").read_bytes(), (EXAMPLES / "tasks.json").read_bytes()
    async with FlakyProxy(place.served.url, [LOST, LOST]) as proxy, place.api(proxy.url, place.newcomer) as api:
        stored = await api.import_timetable(calendar, TermWish())
        assert proxy.met == 3
        assert [term.id async for term in every(api.terms)] == [stored.term.id]
    async with FlakyProxy(place.served.url, [LOST, LOST]) as proxy, place.api(proxy.url, place.newcomer) as api:
        added = await api.import_classes(tasks)
        assert proxy.met == 3
        assert [found async for found in every(api.classes)] == list(reversed(added.classes))


async def test_a_removal_whose_answer_was_lost_is_done(place: Place) -> None:
    """That there is nothing left to remove is then no fault; without a lost answer it is (CLI-2)."""
    async with place.api() as api:
        first, second, _ = [found async for found in every(api.classes)]
    async with FlakyProxy(place.served.url, [LOST]) as proxy, place.api(proxy.url) as api:
        await api.delete_class(first.id, first.version)
        with pytest.raises(NotFound):
            await api.delete_class(first.id, first.version)
        with pytest.raises(VersionMismatch):
            await api.delete_class(second.id, second.version + 1)
        assert first.id not in [found.id async for found in every(api.classes)]


async def test_a_change_whose_answer_was_lost_is_not_sent_again(place: Place) -> None:
    """It would meet the version that it made itself; the person is told to look (CLI-2)."""
    async with place.api() as api:
        found = (await api.classes()).items[0]
    async with FlakyProxy(place.served.url, [LOST]) as proxy, place.api(proxy.url) as api:
        with pytest.raises(Unavailable, match="was lost: look what became of the request"):
            await api.rename_item(found.id, found.items[0].id, "renamed", found.version)
        assert proxy.met == 1
    async with place.api() as api:
        assert (await api.class_(found.id)).items[0].content == "renamed"


async def test_two_orders_are_two_runs(place: Place) -> None:
    """The key stands for one call, not for what it asks (CLI-2)."""
    async with place.api() as api:
        first, second = [await api.start_run(place.order) for _ in range(2)]
    assert first.session_id != second.session_id


async def test_what_is_away_for_a_moment_is_asked_again(place: Place) -> None:
    """A refusal that says so, and a proxy that lost the answer (CLI-2)."""
    gateway = answer("502 Bad Gateway")
    async with FlakyProxy(place.served.url, [AWAY, gateway, AWAY]) as proxy, place.api(proxy.url) as api:
        run = await api.start_run(place.order)
        assert proxy.met == 4
    assert await count(place) == 1
    assert run.kind == "plan"


async def test_a_wait_that_is_too_long_is_told_instead(place: Place) -> None:
    """Nobody sits before a silent terminal for an hour (CLI-2)."""
    problem = b'{"type": "x", "title": "x", "status": 429, "detail": "wait an hour", "code": "rate_limited"}'
    hour = answer("429 Too Many Requests", "Retry-After: 3600", body=problem)
    async with FlakyProxy(place.served.url, [hour]) as proxy, place.api(proxy.url) as api:
        with pytest.raises(RateLimited, match="wait an hour"):
            await api.runs()
        assert proxy.met == 1


async def test_nothing_at_the_address_is_a_sentence() -> None:
    """It says how to start one (CLI-1)."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = held.getsockname()[1]
    async with Api(Address(f"http://127.0.0.1:{port}", "dw_x")) as api:
        with pytest.raises(Unavailable, match=f"No Daywright answers at http://127.0.0.1:{port}: start it with"):
            await api.runs()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (answer("200 OK", body=b"<!doctype html>"), "cannot read"),
        (answer("200 OK", body=b'{"items": [{"id": 3}]}'), "items.0.id"),
        (answer("404 Not Found", body=b"<!doctype html>"), "answered 404, which is no answer of Daywright"),
        (answer("302 Found", "Location: /elsewhere"), "answered 302, which is no answer of Daywright"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "No Daywright answers"),
    ],
)
async def test_something_else_at_the_address_is_a_sentence(place: Place, content: bytes, sentence: str) -> None:
    """Whatever answers there, no trace is shown (CLI-1)."""
    async with FlakyProxy(place.served.url, [content] * 20) as proxy, place.api(proxy.url) as api:
        with pytest.raises(DaywrightError, match=sentence):
            await api.runs()


async def test_refusals_are_the_errors_they_stand_for(place: Place) -> None:
    """By class, with code, sentence and facts (EDGE-6)."""
    place.gate.node = "place"
    async with place.api() as api, place.api(key="dw_wrong") as stranger:
        with pytest.raises(Unauthenticated):
            await stranger.runs()
        with pytest.raises(NotFound, match=STRANGER) as missing:
            await api.run(STRANGER)
        assert missing.value.code == "not_found"
        run = await api.start_run(place.order)
        with pytest.raises(RunInProgress) as refused:
            await api.start_run(place.order.model_copy(update={"session_id": run.session_id}))
    assert refused.value.facts["run_id"] == run.id
    place.gate.opened.set()


async def test_a_long_list_is_read_to_its_end(place: Place) -> None:
    """Page after page, each item once (EDGE-8)."""
    async with place.api() as api:
        made = [(await place.week.planned_session()) for _ in range(3)]
        assert [session.id async for session in every(lambda cursor: api.sessions(cursor, limit=2))] == made[::-1]
