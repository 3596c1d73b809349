"""Chat over HTTP: something is said, its turn is followed, taken up again and stopped (rules EDGE-60 to EDGE-70)."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest
from openai import APIError, AsyncOpenAI, AsyncStream
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from temporalio.testing import WorkflowEnvironment

from activities.ledger import Ledger
from api.schemas.chat import ChatChunk, TurnEnd, TurnEventView
from runtime.clock import now
from tests.asking import QUESTIONS, AskingRefineSteps
from tests.edge import ServedEdge
from tests.week import Gate, Week
from worker.build import working

CHAT = "/api/v1/agent/chat"
CHUNKS = AsyncStream[ChatCompletionChunk]
MOVE = "把第5周周五的任务都挪到周六"


@dataclass(frozen=True)
class Sent:
    """One server-sent event."""

    id: str
    event: str
    data: str

    @property
    def extra(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.data)["extra"]
        return told


@pytest.fixture
def gate() -> Gate:
    """Open unless a test names the node to hold."""
    return Gate()


@pytest.fixture
async def week(served: ServedEdge, database: str, temporal: WorkflowEnvironment, gate: Gate) -> AsyncIterator[Week]:
    """The example week with a worker."""
    ledger = Ledger(served.edge.engine, now, gate)
    async with working(temporal.client, ledger), Week.stored(database, temporal.client) as week:
        yield week


@pytest.fixture
async def client(served: ServedEdge) -> AsyncIterator[httpx2.AsyncClient]:
    """Asks as the owner of the week."""
    async with served.client(await served.key()) as client:
        yield client


@pytest.fixture
async def library(served: ServedEdge) -> AsyncIterator[AsyncOpenAI]:
    """The client library of OpenAI, pointed at the API."""
    http = httpx2.AsyncClient(trust_env=False)
    base = f"{served.url}/api/v1"
    async with AsyncOpenAI(api_key=await served.key(), base_url=base, max_retries=0, http_client=http) as library:
        yield library


def body(message: str, session: str | None = None, **rest: Any) -> dict[str, Any]:
    return {"message": message} | ({"conversation_id": session} if session else {}) | rest


async def sent_by(answer: httpx2.Response) -> AsyncIterator[Sent]:
    found: dict[str, str] = {}
    async for line in answer.aiter_lines():
        name, _, value = line.partition(": ")
        if line == "" and found:
            yield Sent(found.get("id", ""), found.get("event", ""), found["data"])
            found = {}
        elif name:
            found[name] = value


async def said(client: httpx2.AsyncClient, order: dict[str, Any], **headers: str) -> list[Sent]:
    """All that is sent until the stream ends."""
    async with client.stream("POST", CHAT, json=order, headers=headers) as answer:
        assert answer.status_code == 200, await answer.aread()
        assert answer.headers["content-type"].startswith("text/event-stream")
        return [sent async for sent in sent_by(answer)]


async def followed(client: httpx2.AsyncClient, turn: str, after: str = "") -> list[Sent]:
    headers = {"Last-Event-ID": after} if after else {}
    async with client.stream("GET", f"{CHAT}/{turn}/events", headers=headers) as answer:
        assert answer.status_code == 200, await answer.aread()
        return [sent async for sent in sent_by(answer)]


def reply(told: list[Sent]) -> str:
    chunks = [ChatChunk.model_validate_json(sent.data) for sent in told if not sent.event and sent.data != "[DONE]"]
    return "".join(chunk.choices[0].delta.content or "" for chunk in chunks)


def stages(told: list[Sent]) -> list[str]:
    return [sent.extra["stage"] for sent in told if sent.id]


async def test_what_is_said_opens_a_session_and_is_answered(week: Week, client: httpx2.AsyncClient) -> None:
    """Every event in the form of a chunk, then how the turn ended, then the end of the stream; the log has both."""
    told = await said(client, body("第5周周五有什么课？"))
    assert [sent.data for sent in told[-1:]] == ["[DONE]"]
    assert [sent.id for sent in told] == [*(f"{seq}.0" for seq in range(1, len(told) - 1)), "", ""]
    views = [TurnEventView.model_validate(sent.extra) for sent in told[:-2]]
    assert [view.event_id for view in views] == [sent.id for sent in told[:-2]]
    end = TurnEnd.model_validate(told[-2].extra)
    assert (end.status, end.kind, end.run, end.code) == ("completed", "question", None, None)
    assert "课" in reply(told)
    session = (await client.get(f"/api/v1/sessions/{end.conversation_id}")).json()
    assert session["title"] == "第5周周五有什么课？"
    again = await said(client, body("谢谢", end.conversation_id))
    assert again[0].extra["conversation_id"] == end.conversation_id


async def test_a_change_is_followed_with_its_run_and_taken_up_again_anywhere(
    week: Week, client: httpx2.AsyncClient
) -> None:
    """The events of the run come between those of the turn; from behind any of them the rest is the same."""
    session = await week.planned_session()
    told = await said(client, body(MOVE, session))
    run = told[-2].extra["run"]
    assert [sent.extra["seq"] for sent in told if sent.id and sent.extra["run"] == run][:2] == [1, 2]
    at = stages(told).index("turn.run")
    assert [name.split(".")[0] for name in stages(told)] == [
        *["turn"] * (at + 1),
        *["schedule_refine"] * (len(stages(told)) - at - 3),
        *["turn"] * 2,
    ]
    assert stages(told)[-2:] == ["turn.reply", "turn.ended"]
    preview = (await client.get(f"/api/v1/agent/schedule-preview?conversation_id={session}")).json()
    assert (preview["revision"], preview["summary"]) == (2, reply(told))
    for read in range(0, len(told) - 2, 3):
        assert await followed(client, told[0].extra["turn"], told[read].id) == told[read + 1 :]
    assert await followed(client, told[0].extra["turn"]) == told
    assert await followed(client, told[0].extra["turn"], "0") == told
    async with client.stream("GET", f"{CHAT}/{told[0].extra['turn']}/events", params={"after": told[4].id}) as answer:
        assert [sent async for sent in sent_by(answer)] == told[5:]


async def test_the_same_key_is_said_once(week: Week, client: httpx2.AsyncClient) -> None:
    """Sent together, or again when it is answered, it is the same turn from its beginning; with other words refused."""
    together = await asyncio.gather(*(said(client, body("你好"), **{"Idempotency-Key": "once"}) for _ in range(3)))
    assert together[0] == together[1] == together[2]
    assert await said(client, body("你好"), **{"Idempotency-Key": "once"}) == together[0]
    other = await client.post(CHAT, json=body("再见"), headers={"Idempotency-Key": "once"})
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert len((await client.get("/api/v1/sessions")).json()["items"]) == 1


async def test_the_library_of_openai_reads_a_turn(
    week: Week, library: AsyncOpenAI, gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also over a silence of the server that is long enough for signs of life."""
    monkeypatch.setattr("storage.live_events._HEARTBEAT_SECONDS", 0.2)
    monkeypatch.setattr("storage.live_events._POLL_SECONDS", 0.1)
    session = await week.planned_session()
    gate.node = "summary"
    stream = await library.post(
        "/agent/chat",
        body=body(MOVE, session),
        cast_to=ChatCompletionChunk,
        stream=True,
        stream_cls=CHUNKS,
    )
    asyncio.get_running_loop().call_later(1, gate.opened.set)
    chunks = [chunk async for chunk in stream]
    assert (chunks[0].choices[0].delta.role, chunks[-1].choices[0].finish_reason) == ("assistant", "stop")
    assert {chunk.id for chunk in chunks} == {chunks[0].id}
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    whole = await library.post("/agent/chat", body=body("你好", session, stream=False), cast_to=ChatCompletion)
    assert whole.choices[0].message.content
    assert whole.model_extra is not None
    assert whole.model_extra["extra"]["conversation_id"] == session


async def test_a_turn_that_failed_is_told_as_an_error(
    week: Week, library: AsyncOpenAI, client: httpx2.AsyncClient
) -> None:
    """In a stream behind its events, and as a problem that names the turn for whoever asked for all of it."""
    session = await week.planned_session()
    order = body(MOVE + "，请尽量" * 500, session)
    told = await said(client, order)
    assert [sent.event for sent in told[-2:]] == ["error", ""]
    failed = json.loads(told[-2].data)
    assert (failed["error"]["code"], failed["extra"]["status"]) == ("message_too_long", "failed")
    assert failed["error"]["message"] == reply(told)
    stream = await library.post("/agent/chat", body=order, cast_to=ChatCompletionChunk, stream=True, stream_cls=CHUNKS)
    with pytest.raises(APIError, match="2000") as raised:
        [chunk async for chunk in stream]
    assert raised.value.code == "message_too_long"
    refused = await client.post(CHAT, json=order | {"stream": False})
    assert (refused.status_code, refused.json()["code"]) == (409, "message_too_long")
    turns = (await client.get(f"/api/v1/sessions/{session}/turns")).json()["items"]
    assert (refused.json()["turn"], [turn["status"] for turn in turns]) == (turns[0]["id"], ["failed"] * 3)


_REFUSED = [
    (body(MOVE), 404, "SchedulePlanPreviewNotFound"),
    (body("hello", "01K6F0Q2M3N4P5R6S7T8V9W0XA"), 404, "not_found"),
    (body("  \n "), 422, "invalid_request"),
    (body("x" * 10_001), 422, "invalid_request"),
    (body("hello", stream="false"), 422, "invalid_request"),
    (body("hello", model="daywright"), 422, "invalid_request"),
]


async def test_what_cannot_be_said_leaves_nothing(client: httpx2.AsyncClient) -> None:
    """Neither a session nor a turn; a change without a plan is the error, never a reply."""
    for order, status, code in _REFUSED:
        answer = await client.post(CHAT, json=order)
        assert (answer.status_code, answer.json()["code"]) == (status, code), order
    assert (await client.get("/api/v1/sessions")).json()["items"] == []


async def test_a_session_that_has_ended_takes_no_word(week: Week, client: httpx2.AsyncClient) -> None:
    """Until it is resumed."""
    session = (await client.post("/api/v1/sessions", json={})).json()["id"]
    await client.post(f"/api/v1/sessions/{session}/end")
    answer = await client.post(CHAT, json=body("你好", session))
    assert (answer.status_code, answer.json()["code"]) == (409, "session_ended")
    await client.post(f"/api/v1/sessions/{session}/resume")
    assert reply(await said(client, body("你好", session)))


async def test_a_turn_is_stopped(week: Week, client: httpx2.AsyncClient, gate: Gate) -> None:
    """Its run ends with it, the plan is as it was, and it says so; stopping it again changes nothing."""
    session, gate.node = await week.planned_session(), "contract"
    async with client.stream("POST", CHAT, json=body(MOVE, session)) as answer:
        streamed = sent_by(answer)
        turn = (await anext(streamed)).extra["turn"]
        await gate.reached.wait()
        waiting = asyncio.create_task(said(client, body("你好", session)))
        stopped = await client.post(f"{CHAT}/{turn}/cancel")
        assert (stopped.status_code, stopped.json()["status"]) == (202, "running")
        gate.opened.set()
        told = [sent async for sent in streamed]
    assert told[-2].extra["status"] == "cancelled"
    run = (await client.get(f"/api/v1/runs/{told[-2].extra['run']}")).json()
    assert run["status"] == "cancelled"
    assert "停止" in reply(told)
    assert reply(await waiting)
    again = await client.post(f"{CHAT}/{turn}/cancel")
    assert (again.status_code, again.json()["status"]) == (202, "cancelled")


async def test_a_run_that_asks_is_answered_by_the_next_words(
    monkeypatch: pytest.MonkeyPatch, served: ServedEdge, database: str, temporal: WorkflowEnvironment
) -> None:
    """The question ends the first turn; the second is told what the run did from there on, and nothing before."""
    monkeypatch.setattr("worker.build.LedgeredRefineSteps", AskingRefineSteps)
    async with (
        served.client(await served.key()) as client,
        working(temporal.client, Ledger(served.edge.engine, now)),
        Week.stored(database, temporal.client) as week,
    ):
        session = await week.planned_session()
        asked = await said(client, body(MOVE, session))
        assert all(question in reply(asked) for question in QUESTIONS)
        answered = await said(client, body("上午，英语不算", session))
        assert answered[-2].extra["kind"] == "answer"
        assert answered[-2].extra["run"] == asked[-2].extra["run"]
        run = asked[-2].extra["run"]
        first, second = (
            [sent.extra["seq"] for sent in told if sent.id and sent.extra["run"] == run] for told in (asked, answered)
        )
        assert [*first, *second] == list(range(1, len(first) + len(second) + 1))
        assert await followed(client, asked[0].extra["turn"]) == asked
        assert await followed(client, answered[0].extra["turn"]) == answered


async def test_a_place_that_is_none_is_refused(week: Week, client: httpx2.AsyncClient) -> None:
    """In the header and in the address."""
    turn = (await said(client, body("你好")))[0].extra["turn"]
    for place in ("a.b", ".3", "1.2.3", "-1.0", "1.", f"{2**80}.0"):
        for asked in ({"headers": {"Last-Event-ID": place}}, {"params": {"after": place}}):
            answer = await client.get(f"{CHAT}/{turn}/events", **asked)  # type: ignore[arg-type]
            assert (answer.status_code, answer.json()["code"]) == (422, "invalid_request"), place


async def test_a_place_beyond_what_was_told_is_refused(week: Week, client: httpx2.AsyncClient) -> None:
    """No event of turn or run is told twice, or under a number that it does not have."""
    told = await said(client, body(MOVE, await week.planned_session()))
    turn, last = told[0].extra["turn"], [sent.id for sent in told if sent.id][-1]
    beyond = await client.get(f"{CHAT}/{turn}/events", headers={"Last-Event-ID": "999.0"})
    assert (beyond.status_code, beyond.json()["code"]) == (422, "invalid_input")
    assert "999" in beyond.json()["detail"]
    for place in (last, f"{last.split('.')[0]}.999"):
        async with client.stream("GET", f"{CHAT}/{turn}/events", headers={"Last-Event-ID": place}) as answer:
            assert [sent.id for sent in [sent async for sent in sent_by(answer)] if sent.id] == []
