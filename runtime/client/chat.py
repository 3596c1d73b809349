"""Something said, and the turn that answers it followed to its end however often the connection breaks (CLI-20)."""

import secrets
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import httpx2
from pydantic import BaseModel, ConfigDict, ValidationError

from api.schemas.chat import ChatBody, ChatChunk, TurnEnd, TurnEventView
from runtime.client.connections import Connections
from runtime.client.events import PATIENCE_SECONDS, SILENCE_SECONDS
from runtime.client.refusals import unknown_form
from runtime.client.sending import Sender


class _Failure(BaseModel):
    """What is sent behind the events of a turn that failed."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    extra: TurnEnd


async def converse(
    sender: Sender, said: ChatBody, patience_seconds: float = PATIENCE_SECONDS
) -> AsyncGenerator[TurnEventView | TurnEnd, None]:
    """Say it, once however often it is sent; every event of the turn, once and in order, then how it ended.

    Raises:
        Unavailable: nothing has answered for ``patience_seconds``; a turn that has begun goes on.
        DaywrightError: what the API refused it with.
    """
    following = _Following(sender, said, patience_seconds)
    while True:
        try:
            async with following.stream() as source:
                if await following.may_read(source.response):
                    async for sent in source:
                        told = following.read(sent)
                        if told is not None:
                            yield told
                        if isinstance(told, TurnEnd):
                            return
        except httpx2.SSEError as error:
            raise unknown_form(sender.url, error) from None
        except httpx2.RequestError:
            # Whatever broke it: the next connection goes on behind the last event that was read.
            pass
        await following.wait()


class _Following(Connections):
    """How far a turn was read, and how long to go on where nothing answers."""

    def __init__(self, sender: Sender, said: ChatBody, patience_seconds: float) -> None:
        super().__init__(sender, patience_seconds)
        self._said = said
        self._key = secrets.token_hex(16)
        self._newest: TurnEventView | None = None

    def stream(self) -> Any:
        """Say it, with the key that makes it count once; once its turn is known, follow that."""
        if self._newest is None:
            request = {"method": "POST", "json": self._said.model_dump(mode="json")}
            return self._sender.stream("agent/chat", {"Idempotency-Key": self._key}, SILENCE_SECONDS, **request)
        place: Mapping[str, str] = {"Last-Event-ID": self._newest.event_id}
        return self._sender.stream(f"agent/chat/{self._newest.turn}/events", place, SILENCE_SECONDS)

    def read(self, sent: httpx2.ServerSentEvent) -> TurnEventView | TurnEnd | None:
        """What was sent; None for what was read before."""
        try:
            kind = _Failure if sent.event == "error" else ChatChunk
            told = kind.model_validate_json(sent.data).extra
        except ValidationError as error:
            raise unknown_form(self._sender.url, error) from None
        if isinstance(told, TurnEventView):
            if self._newest is not None and _place(told) <= _place(self._newest):
                return None
            self._newest = told
            self._patience.calm()
        return told

    @property
    def rest(self) -> str:
        """What is not known once patience is at its end, and what to do then."""
        if self._newest is None:
            return "whether it has heard the message is not known: see `daywright sessions` once there is an answer"
        shown = f"see it with `daywright sessions log {self._newest.conversation_id}` once there is an answer"
        return f"what it answers may well go on: {shown}"


def _place(event: TurnEventView) -> tuple[int, ...]:
    return tuple(map(int, event.event_id.split(".")))
