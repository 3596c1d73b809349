"""Chat: something is said, and the turn that answers it is followed (rules EDGE-60 to EDGE-70)."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Annotated, Any, cast

from fastapi import APIRouter, Depends, Header, Query, Response
from fastapi.responses import StreamingResponse
from starlette.types import Send

from api.chat_chunks import STILL_HERE, THE_END, chunk_of, completion_of, failure, last_chunk, reply_in, sent
from api.declared import IdempotencyKey, Responses, answers, problems
from api.edge import CurrentEdge, Edge, Owner
from api.ids import TurnId
from api.links import of_turn
from api.schemas.chat import ChatBody, ChatCompletion, TurnLinks, TurnView
from domain.errors import DaywrightError, InvalidInput, PreviewNotFound, TurnFailed, Unavailable
from services.say import Said, say
from services.stop_turn import stop_turn
from storage.live_turns import Place, follow_turn
from storage.turns import TurnRecord, load_turn

router = APIRouter(prefix="/agent/chat", tags=["chat"])

_PLACE = r"^[0-9]{1,15}(\.[0-9]{1,15})?$"
_STREAM: dict[str, Any] = {"content": {"text/event-stream": {}}}
_SAID: Responses = {200: answers(200, "Location", go_on=of_turn("/id", "/extra/conversation_id"))[200] | _STREAM}
_FOLLOWED: Responses = {200: _STREAM}
_ENDING = answers(202, go_on=of_turn())

_LastEventId = Annotated[
    str | None,
    Header(alias="Last-Event-ID", pattern=_PLACE, description="id of the last event that was read, such as 3.17"),
]
_After = Annotated[str, Query(pattern=_PLACE, description="the same, for those who cannot send the header")]


class EventStream(StreamingResponse):
    """Server-sent events that are given up as soon as nobody reads them any more."""

    media_type = "text/event-stream"

    def __init__(self, content: AsyncIterator[bytes], status_code: int = 200) -> None:
        super().__init__(content, status_code, {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"})

    async def stream_response(self, send: Send) -> None:
        """Send them; whoever leaves in the middle leaves nothing behind."""
        async with aclosing(cast(AsyncGenerator[bytes, None], self.body_iterator)):
            await super().stream_response(send)


@router.post(
    "",
    operation_id="chat",
    response_model=ChatCompletion,
    responses=_SAID | problems(404, 409, body=True),
)
async def create(
    said: ChatBody, edge: CurrentEdge, owner: Owner, response: Response, key: IdempotencyKey = None
) -> Response | ChatCompletion:
    """Say something, and follow the turn that answers it: a plan, a change, a reminder, a question or plain words.

    The answer comes as chunks of OpenAI's chat completions, with what happens under ``extra``; with ``stream`` false
    it comes whole. Without a session one is opened. The turn does not depend on whoever follows it: take a stream that
    broke off up again at the address in ``Location``, or send the message again with its key.
    """
    words = Said(said.conversation_id, said.message, said.locale, key)
    turn = await say(owner, edge.engine, edge.client, words, edge.now(), edge.options.run_rules)
    if said.stream:
        stream = EventStream(_told(edge, owner, turn, Place()))
        stream.headers["Location"] = events_of(turn)
        return stream
    response.headers["Location"] = events_of(turn)
    return await _whole(edge, owner, turn)


async def _own_turn(turn_id: TurnId, edge: CurrentEdge, owner: Owner) -> TurnRecord:
    """The turn, before the stream begins: once it has, a refusal could not be told any more."""
    async with edge.reads.connect() as connection:
        return await load_turn(owner, connection, turn_id)


def _place(
    turn: Annotated[TurnRecord, Depends(_own_turn)], last_event_id: _LastEventId = None, after: _After = "0.0"
) -> Place:
    """From where a turn is followed (rule EDGE-61).

    Raises:
        InvalidInput: the turn has told no event of that number.
    """
    read, _, of_run = (last_event_id or after).partition(".")
    if int(read) > turn.last_seq:
        raise InvalidInput(
            f"turn {turn.id!r} has told {turn.last_seq} events, and none numbered {read}: follow it from one of them"
        )
    return Place(int(read), int(of_run or 0))


@router.get(
    "/{turn_id}/events", operation_id="follow_turn", response_class=EventStream, responses=_FOLLOWED | problems(404)
)
async def follow(
    edge: CurrentEdge,
    owner: Owner,
    turn: Annotated[TurnRecord, Depends(_own_turn)],
    after: Annotated[Place, Depends(_place)],
) -> EventStream:
    """Follow a turn from its beginning or from behind an event, as ``chat`` does; ``[DONE]`` at the end."""
    return EventStream(_told(edge, owner, turn, after))


@router.post("/{turn_id}/cancel", status_code=202, operation_id="cancel_turn", responses=_ENDING | problems(404))
async def cancel(turn_id: TurnId, edge: CurrentEdge, owner: Owner) -> TurnView:
    """Ask a turn to stop; its events tell when it has. One that waits never begins, one that has ended stays so."""
    return view_of(await stop_turn(owner, edge.engine, edge.client, turn_id, edge.now(), edge.options.run_rules))


def events_of(turn: TurnRecord) -> str:
    """Where a turn is followed."""
    return f"/api/v1/agent/chat/{turn.id}/events"


def view_of(turn: TurnRecord) -> TurnView:
    """A turn as programs see it."""
    links = TurnLinks(
        events=events_of(turn),
        cancel=f"/api/v1/agent/chat/{turn.id}/cancel",
        session=f"/api/v1/sessions/{turn.session_id}",
        run=None if turn.run_id is None else f"/api/v1/runs/{turn.run_id}",
    )
    return TurnView(
        id=turn.id,
        conversation_id=turn.session_id,
        seq=turn.seq,
        origin=turn.origin,
        status=turn.status,
        kind=turn.kind,
        run_id=turn.run_id,
        code=turn.outcome_code,
        detail=turn.outcome_detail,
        created_at=turn.created_at,
        started_at=turn.started_at,
        finished_at=turn.finished_at,
        links=links,
    )


async def _told(edge: Edge, owner: str, turn: TurnRecord, after: Place) -> AsyncIterator[bytes]:
    try:
        async with aclosing(follow_turn(edge.reads, owner, turn.id, after, edge.notifications)) as events:
            async for told in events:
                yield STILL_HERE if told is None else sent(chunk_of(turn, told))
    except Unavailable:
        # Without [DONE] the client knows that there is more, and comes back for it.
        return
    ended = await _own_turn(turn.id, edge, owner)
    yield failure(ended) if ended.status == "failed" else sent(last_chunk(ended))
    yield THE_END


async def _whole(edge: Edge, owner: str, turn: TurnRecord) -> ChatCompletion:
    async with aclosing(follow_turn(edge.reads, owner, turn.id, Place(), edge.notifications)) as events:
        reply = "".join([reply_in(told) async for told in events if told is not None])
    ended = await _own_turn(turn.id, edge, owner)
    if ended.status == "failed":
        raise _failed(ended)
    return completion_of(ended, reply)


def _failed(turn: TurnRecord) -> DaywrightError:
    kind = PreviewNotFound if turn.outcome_code == PreviewNotFound.code else TurnFailed
    error = kind(turn.outcome_detail or "the turn failed", turn=turn.id, conversation_id=turn.session_id)
    error.code = turn.outcome_code or error.code
    return error
