"""Chunks of a chat completion, as the client library of OpenAI reads them (rules EDGE-65 to EDGE-67)."""

import json
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openai import APIError, AsyncOpenAI, AsyncStream
from openai.types.chat import ChatCompletion, ChatCompletionChunk

from api.chat_chunks import (
    STILL_HERE,
    THE_END,
    chunk_of,
    completion_of,
    failure,
    json_text,
    last_chunk,
    reply_in,
    sent,
)
from storage.live_turns import Place, Told
from storage.run_events import RunEvent
from storage.turn_events import TurnEvent
from storage.turns import TurnRecord

AT = datetime(2026, 9, 28, 8, 0, tzinfo=UTC)
SESSION, TURN, RUN = (f"01K6F0Q2M3N4P5R6S7T8V9W0X{letter}" for letter in "AED")
ENDED = TurnRecord(TURN, SESSION, 1, "person", "zh-CN", AT, "completed", "question", RUN, 3, finished_at=AT)

# What a person or a model may say: also what ends a line somewhere, U+0000 and half of a surrogate pair.
_TEXTS = st.text(
    st.characters(exclude_categories=["Cs"]) | st.sampled_from("\n\r\u2028\u0085\x00:") | st.just("\ud800")
)


def of_turn(place: Place, stage: str, **data: Any) -> Told:
    return Told(place, TurnEvent(place.turn, TURN, AT, stage, "told", data))


def of_run(place: Place, stage: str, **data: Any) -> Told:
    return Told(place, RunEvent(place.run, RUN, AT, stage, "told", data))


def wire(told: list[Told]) -> list[bytes]:
    return [*(sent(chunk_of(ENDED, one)) for one in told), sent(last_chunk(ENDED)), THE_END]


async def read(pieces: list[bytes]) -> list[ChatCompletionChunk]:
    """What the client of OpenAI reads of bytes that come in these pieces."""

    async def body() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    def answer(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, headers={"Content-Type": "text/event-stream"}, content=body())

    http = httpx2.AsyncClient(transport=httpx2.MockTransport(answer))
    async with AsyncOpenAI(api_key="dw_x", base_url="http://daywright/api/v1", http_client=http) as client:
        stream = await client.post(
            "/agent/chat",
            body={},
            cast_to=ChatCompletionChunk,
            stream=True,
            stream_cls=AsyncStream[ChatCompletionChunk],
        )
        return [chunk async for chunk in stream]


def test_a_chunk_has_the_members_that_openai_documents() -> None:
    """And what happened as it is, under ``extra``."""
    told = of_turn(Place(2, 0), "turn.reply", text="周五有两门课。", rows=["a"])
    assert json.loads(json_text(chunk_of(ENDED, told))) == {
        "id": TURN,
        "object": "chat.completion.chunk",
        "created": 1790582400,
        "model": "daywright",
        "choices": [{"index": 0, "delta": {"content": "周五有两门课。"}, "finish_reason": None}],
        "extra": {
            "event_id": "2.0",
            "conversation_id": SESSION,
            "turn": TURN,
            "run": None,
            "seq": 2,
            "at": "2026-09-28T08:00:00Z",
            "stage": "turn.reply",
            "detail": "told",
            "data": {"text": "周五有两门课。", "rows": ["a"]},
        },
    }


@pytest.mark.parametrize(
    ("told", "delta"),
    [
        (of_turn(Place(1, 0), "turn.accepted"), {"role": "assistant", "content": ""}),
        (of_turn(Place(2, 0), "turn.routed", text="not said"), {}),
        (of_turn(Place(3, 0), "turn.reasoning", text="let me see"), {"reasoning_content": "let me see"}),
        (of_turn(Place(3, 0), "turn.reset", text="not said"), {}),
        (of_turn(Place(3, 7), "turn.reply", text="done"), {"content": "done"}),
        (of_run(Place(1, 1), "schedule_refine.contract.done"), {}),
        (of_run(Place(3, 1), "schedule_refine.reasoning", text="so", block=3), {"reasoning_content": "so"}),
        (of_run(Place(3, 1), "turn.reply", text="not said"), {}),
    ],
)
def test_an_event_adds_to_the_answer_what_it_says(told: Told, delta: dict[str, str]) -> None:
    """Only replies are content, and only reasoning is reasoning; all else is for those who read ``extra``."""
    chunk = json.loads(json_text(chunk_of(ENDED, told)))
    assert chunk["choices"][0]["delta"] == delta
    assert (chunk["extra"]["run"], chunk["extra"]["seq"]) == (
        (RUN, told.place.run) if isinstance(told.event, RunEvent) else (None, told.place.turn)
    )
    assert reply_in(told) == delta.get("content", "")


def test_the_last_chunk_says_how_the_turn_ended() -> None:
    """It has no id, since nothing happened that could be gone on behind."""
    told = json.loads(sent(last_chunk(replace(ENDED, status="cancelled", outcome_code="cancelled")))[len("data: ") :])
    assert told["choices"] == [{"index": 0, "delta": {}, "finish_reason": "stop"}]
    end = {"status": "cancelled", "code": "cancelled", "kind": "question", "run": RUN, "detail": None}
    assert told["extra"] == {"conversation_id": SESSION, "turn": TURN, **end}


def test_a_whole_answer_is_a_completion() -> None:
    """The library takes it for one."""
    completion = ChatCompletion.model_validate_json(json_text(completion_of(ENDED, "done")))
    assert (completion.id, completion.choices[0].message.content) == (TURN, "done")
    assert completion.choices[0].finish_reason == "stop"


@given(
    texts=st.lists(_TEXTS, max_size=4),
    signs=st.sets(st.integers(0, 6)),
    sizes=st.lists(st.integers(1, 90), min_size=1, max_size=4),
)
async def test_openai_reads_whatever_is_said(texts: list[str], signs: set[int], sizes: list[int]) -> None:
    """With signs of life at any place, whatever bytes come together: the reply is whole and no event is missing."""
    accepted = of_turn(Place(1, 0), "turn.accepted")
    told = [accepted, *(of_turn(Place(seq, 0), "turn.reply", text=text) for seq, text in enumerate(texts, 2))]
    bytes_sent = b"".join(STILL_HERE * (at in signs) + part for at, part in enumerate(wire(told)))
    pieces: list[bytes] = []
    at = 0
    while at < len(bytes_sent):
        size = sizes[len(pieces) % len(sizes)]
        pieces.append(bytes_sent[at : at + size])
        at += size
    chunks = await read(pieces)
    replied = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
    assert replied == "".join(texts).replace("\ud800", "\ufffd")
    assert [chunk.choices[0].finish_reason for chunk in chunks] == [None] * len(told) + ["stop"]
    extras = [chunk.model_extra["extra"] for chunk in chunks if chunk.model_extra]
    assert [extra.get("event_id") for extra in extras] == [f"{seq}.0" for seq in range(1, len(told) + 1)] + [None]


async def test_a_turn_that_failed_is_an_error_to_openai() -> None:
    """It has the code and the sentence, and comes behind what was told before."""
    failed = replace(ENDED, status="failed", outcome_code="placement_impossible", outcome_detail="no room for 3 tasks")
    pieces = [sent(chunk_of(ENDED, of_turn(Place(1, 0), "turn.accepted"))), STILL_HERE, failure(failed), THE_END]
    with pytest.raises(APIError, match="no room for 3 tasks") as raised:
        await read(pieces)
    assert raised.value.code == "placement_impossible"
