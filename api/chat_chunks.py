"""What happens in a turn as chunks of a chat completion on the wire (rules EDGE-65 to EDGE-67)."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from api.schemas.chat import (
    DONE,
    ChatChoice,
    ChatChunk,
    ChatCompletion,
    ChatMessage,
    ChunkChoice,
    Delta,
    TurnEnd,
    TurnEventView,
)
from storage.json_texts import writable
from storage.live_turns import Told
from storage.turn_events import TurnEvent
from storage.turns import TurnRecord

# Without the empty line that ends an event: the client of OpenAI would take it for an event without data.
STILL_HERE = b": still here\n"
THE_END = f"data: {DONE}\n\n".encode()

_REPLY, _REASONING = "turn.reply", ".reasoning"


def chunk_of(turn: TurnRecord, told: Told) -> ChatChunk:
    """The chunk for an event of a turn or of its run."""
    event = told.event
    view = TurnEventView(
        event_id=str(told.place),
        conversation_id=turn.session_id,
        turn=turn.id,
        run=None if isinstance(event, TurnEvent) else event.run,
        seq=event.seq,
        at=event.at,
        stage=event.stage,
        detail=event.detail,
        data=event.data,
    )
    return _chunk(turn, ChunkChoice(delta=_delta(told)), view)


def last_chunk(turn: TurnRecord) -> ChatChunk:
    """The chunk behind the last event of a turn that did not fail."""
    return _chunk(turn, ChunkChoice(delta=Delta(), finish_reason="stop"), end_of(turn))


def completion_of(turn: TurnRecord, reply: str) -> ChatCompletion:
    """The whole answer of a turn that did not fail."""
    choice = ChatChoice(message=ChatMessage(content=reply))
    return ChatCompletion(id=turn.id, created=_seconds(turn), choices=(choice,), extra=end_of(turn))


def reply_in(told: Told) -> str:
    """What an event adds to the answer."""
    return _delta(told).content or ""


def end_of(turn: TurnRecord) -> TurnEnd:
    """How a turn ended."""
    return TurnEnd(
        conversation_id=turn.session_id,
        turn=turn.id,
        status=turn.status,
        kind=turn.kind,
        run=turn.run_id,
        code=turn.outcome_code,
        detail=turn.outcome_detail,
    )


def sent(chunk: ChatChunk) -> bytes:
    """A chunk as a server-sent event; one of an event has its id."""
    event_id = chunk.extra.event_id if isinstance(chunk.extra, TurnEventView) else None
    return _event(json_text(chunk), event_id)


def failure(turn: TurnRecord) -> bytes:
    """The event for a turn that failed; the client of OpenAI raises it."""
    error = {"message": turn.outcome_detail or "", "type": "turn_failed", "param": None, "code": turn.outcome_code}
    told = {"error": error, "extra": end_of(turn).model_dump(mode="json")}
    return b"event: error\n" + _event(json_text(told))


def json_text(told: BaseModel | Mapping[str, Any]) -> str:
    """JSON in one line; half of a surrogate pair, which few readers of JSON take, is told as U+FFFD."""
    plain = told.model_dump(mode="json") if isinstance(told, BaseModel) else told
    return writable(json.dumps(plain, ensure_ascii=False, separators=(",", ":")))


def _delta(told: Told) -> Delta:
    event = told.event
    text = str(event.data.get("text", ""))
    if isinstance(event, TurnEvent) and event.stage == _REPLY:
        return Delta(content=text)
    if event.stage.endswith(_REASONING):
        return Delta(reasoning_content=text)
    return Delta(role="assistant", content="") if told.place.turn == 1 and isinstance(event, TurnEvent) else Delta()


def _chunk(turn: TurnRecord, choice: ChunkChoice, extra: TurnEventView | TurnEnd) -> ChatChunk:
    return ChatChunk(id=turn.id, created=_seconds(turn), choices=(choice,), extra=extra)


def _seconds(turn: TurnRecord) -> int:
    return int(turn.created_at.timestamp())


def _event(text: str, event_id: str | None = None) -> bytes:
    head = f"id: {event_id}\n" if event_id else ""
    return f"{head}data: {text}\n\n".encode()
