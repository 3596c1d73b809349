"""Sessions over HTTP: log, turns, forks, children, end and resume (rules SESSION-1 to SESSION-8)."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest
from temporalio.testing import WorkflowEnvironment

from storage.sessions import SessionEntry, append_session_events
from storage.turns import close_turn_and_next, queue_turn
from tests.clock import Clock
from tests.edge import OWNER, ServedEdge, served_edge
from tests.storage.world import new_id

SESSIONS = "/api/v1/sessions"


@pytest.fixture
def clock() -> Clock:
    """Some Monday."""
    return Clock(datetime(2026, 9, 7, 8, 0, tzinfo=UTC))


@pytest.fixture
async def served(database: str, temporal: WorkflowEnvironment, clock: Clock) -> AsyncIterator[ServedEdge]:
    """An API with a clock of the test's own."""
    async with served_edge(database, temporal.client, clock) as edge:
        yield edge


@pytest.fixture
async def client(served: ServedEdge) -> AsyncIterator[httpx2.AsyncClient]:
    """Asks as somebody who has a key."""
    async with served.client(await served.key()) as client:
        yield client


async def opened(client: httpx2.AsyncClient, title: str = "期中") -> str:
    """The id of a new session."""
    session: dict[str, str] = (await client.post(SESSIONS, json={"title": title})).raise_for_status().json()
    return session["id"]


async def asked(client: httpx2.AsyncClient, path: str) -> Any:
    """What a route answers to somebody who reads."""
    return (await client.get(f"{SESSIONS}/{path}")).raise_for_status().json()


async def posted(client: httpx2.AsyncClient, path: str, body: object = None) -> Any:
    """What a route answers to a write."""
    return (await client.post(f"{SESSIONS}/{path}", json=body)).raise_for_status().json()


async def written(served: ServedEdge, session: str, *entries: SessionEntry) -> None:
    """The log of a session goes on."""
    async with served.edge.engine.begin() as conn:
        await append_session_events(OWNER, conn, session, entries, served.edge.now())


def messages(*texts: str) -> list[SessionEntry]:
    return [SessionEntry("message", {"role": "user", "text": text}) for text in texts]


async def test_the_log_is_read_from_both_ends_in_pages(served: ServedEdge, client: httpx2.AsyncClient) -> None:
    """Newest first unless told otherwise; of one kind where that is named; every number once."""
    session = await opened(client)
    await written(served, session, *messages("一", "二"), SessionEntry("ended"), *messages("三"))
    newest = await asked(client, f"{session}/log?limit=3")
    assert [entry["seq"] for entry in newest["items"]] == [4, 3, 2]
    rest = await asked(client, f"{session}/log?limit=3&cursor={newest['next_cursor']}")
    assert ([entry["seq"] for entry in rest["items"]], rest["next_cursor"]) == ([1], None)
    first = await asked(client, f"{session}/log?limit=2&order=oldest&kind=message")
    then = await asked(client, f"{session}/log?limit=2&order=oldest&kind=message&cursor={first['next_cursor']}")
    assert [entry["data"]["text"] for entry in [*first["items"], *then["items"]]] == ["一", "二", "三"]
    assert then["next_cursor"] is None


async def test_every_text_of_a_log_can_be_read(served: ServedEdge, client: httpx2.AsyncClient) -> None:
    """U+0000 as it is; half a surrogate pair, which readers of JSON refuse, as U+FFFD."""
    session = await opened(client)
    await written(served, session, *messages("a\x00b", "\ud800x"))
    log = await asked(client, f"{session}/log?order=oldest")
    assert [entry["data"]["text"] for entry in log["items"]] == ["a\x00b", "\ufffdx"]


async def test_a_fork_begins_with_what_was_said_and_goes_on_by_itself(
    served: ServedEdge, client: httpx2.AsyncClient
) -> None:
    """All of it, or as much as is asked for; its own first entry says where it comes from."""
    session = await opened(client)
    await written(served, session, *messages("一", "二", "三"))
    fork = await posted(client, f"{session}/fork", {"length": 2})
    assert (fork["parent_id"], fork["seed_length"], fork["last_seq"], fork["role"]) == (session, 2, 3, "root")
    assert (fork["title"], fork["state"]) == ("期中", "live")
    log = (await asked(client, f"{fork['id']}/log?order=oldest"))["items"]
    assert log[:2] == (await asked(client, f"{session}/log?order=oldest"))["items"][:2]
    assert (log[2]["kind"], log[2]["data"]) == ("fork", {"parent": session, "length": 2})
    await written(served, fork["id"], *messages("四"))
    assert (await asked(client, session))["last_seq"] == 3
    whole = await posted(client, f"{session}/fork", {"title": "另一种"})
    assert (whole["title"], whole["seed_length"], whole["revision"]) == ("另一种", 3, None)


async def test_a_fork_of_more_than_there_is_is_refused(client: httpx2.AsyncClient) -> None:
    """With how much there is; nothing was made."""
    session = await opened(client)
    refused = await client.post(f"{SESSIONS}/{session}/fork", json={"length": 1})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_input")
    assert "has 0 entries, not 1" in refused.json()["detail"]
    assert (await asked(client, f"{session}/children"))["items"] == []


async def test_a_key_makes_one_fork_and_one_child(client: httpx2.AsyncClient) -> None:
    """However often it comes; for another body it is refused."""
    session = await opened(client)
    for path in ("fork", "children"):
        address, headers = f"{SESSIONS}/{session}/{path}", {"Idempotency-Key": f"once-{path}"}
        first, again = [await client.post(address, json={"title": "x"}, headers=headers) for _ in range(2)]
        assert first.status_code == again.status_code == 201
        assert first.json() == again.json()
        assert first.headers["location"] == f"{SESSIONS}/{first.json()['id']}"
        other = await client.post(address, json={"title": "y"}, headers=headers)
        assert other.json()["code"] == "idempotency_key_reused"
    assert len((await asked(client, f"{session}/children"))["items"]) == 2


async def test_children_and_forks_of_a_session_are_listed(client: httpx2.AsyncClient) -> None:
    """Newest first, in pages, each with what it is."""
    session = await opened(client)
    child = await posted(client, f"{session}/children", {"title": "查一下"})
    fork = await posted(client, f"{session}/fork")
    assert (child["role"], child["seed_length"], child["last_seq"], child["parent_id"]) == ("child", 0, 0, session)
    first = await asked(client, f"{session}/children?limit=1")
    then = await asked(client, f"{session}/children?limit=1&cursor={first['next_cursor']}")
    assert [*first["items"], *then["items"]] == [fork, child]
    assert (await asked(client, f"{child['id']}/children"))["items"] == []


async def test_an_ended_session_takes_nothing_until_it_is_resumed(client: httpx2.AsyncClient) -> None:
    """No title, child, message or run; it can be read and forked. Ending or resuming again changes nothing."""
    session = await opened(client)
    ended = await posted(client, f"{session}/end")
    assert ended["state"] == "ended"
    assert await posted(client, f"{session}/end") == ended
    for refused in (
        await client.patch(f"{SESSIONS}/{session}", json={"title": "x"}),
        await client.post(f"{SESSIONS}/{session}/children", json={}),
        await client.post("/api/v1/agent/chat", json={"message": "你好", "conversation_id": session}),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "session_ended"), refused.text
    assert (await posted(client, f"{session}/fork"))["state"] == "live"
    resumed = await posted(client, f"{session}/resume")
    assert (resumed["state"], resumed["ended_at"]) == ("live", None)
    assert await posted(client, f"{session}/resume") == resumed
    log = (await asked(client, f"{session}/log?order=oldest"))["items"]
    assert [(entry["kind"], entry["data"]) for entry in log] == [("ended", {}), ("resumed", {})]
    assert (await client.patch(f"{SESSIONS}/{session}", json={"title": "x"})).json()["title"] == "x"


async def test_a_session_grows_cold_and_is_resumed(client: httpx2.AsyncClient, clock: Clock) -> None:
    """After 30 days in which nothing was said."""
    session = await opened(client)
    clock.moment += timedelta(days=30)
    assert (await asked(client, session))["state"] == "cold"
    resumed = await posted(client, f"{session}/resume")
    assert resumed["state"] == "live"
    assert datetime.fromisoformat(resumed["active_at"]) == clock.moment
    assert [entry["kind"] for entry in (await asked(client, f"{session}/log"))["items"]] == ["resumed"]


async def test_a_new_title_is_told_in_the_log_once(client: httpx2.AsyncClient) -> None:
    """With who gave it; the same title again is no change."""
    session = await opened(client)
    for _ in range(2):
        assert (await client.patch(f"{SESSIONS}/{session}", json={"title": "期末"})).json()["title"] == "期末"
    [entry] = (await asked(client, f"{session}/log"))["items"]
    assert (entry["kind"], entry["data"]) == ("title", {"title": "期末", "by": "person"})


async def test_turns_of_a_session_are_listed(served: ServedEdge, client: httpx2.AsyncClient) -> None:
    """Newest first, in pages; the session names the one that is being answered."""
    session, now = await opened(client), served.edge.now()
    async with served.edge.engine.begin() as conn:
        turns = [await queue_turn(OWNER, conn, session, new_id(), "person", "en", now) for _ in range(3)]
        await close_turn_and_next(OWNER, conn, turns[0].id, "failed", "turn_lost", "it was lost", now)
    first = await asked(client, f"{session}/turns?limit=2")
    then = await asked(client, f"{session}/turns?limit=2&cursor={first['next_cursor']}")
    shown = [(turn["seq"], turn["status"], turn["code"]) for turn in [*first["items"], *then["items"]]]
    assert shown == [(3, "queued", None), (2, "running", None), (1, "failed", "turn_lost")]
    assert (await asked(client, session))["active_turn"] == turns[1].id
