"""Something said, and the turn that answers it followed to its end however often the connection breaks (CLI-20)."""

import secrets
from collections.abc import AsyncGenerator, Mapping
from typing import Any

import httpx2
from pydantic import BaseModel, ConfigDict, ValidationError

from api.schemas.chat import ChatBody, ChatChunk, TurnEnd, TurnEventView
from domain.errors import Unavailable
from runtime.client.events import PATIENCE_SECONDS, SILENCE_SECONDS
from runtime.client.patience import Patience
from runtime.client.refusals import refusal, unknown_form
from runtime.client.sending import LOST_ON_THE_WAY, REFUSED_FOR_NOW, Sender, retry_after


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


class _Following:
    """How far a turn was read, and how long to go on where nothing answers."""

    def __init__(self, sender: Sender, said: ChatBody, patience_seconds: float) -> None:
        self._sender = sender
        self._said = said
        self._key = secrets.token_hex(16)
        self._newest: TurnEventView | None = None
        self._patience_seconds = patience_seconds
        self._patience = Patience(patience_seconds)
        self._is_open = False
        self._asked_to_wait = 0.0

    def stream(self) -> Any:
        """Say it, with the key that makes it count once; once its turn is known, follow that."""
        if self._newest is None:
            request = {"method": "POST", "json": self._said.model_dump(mode="json")}
            return self._sender.stream("agent/chat", {"Idempotency-Key": self._key}, SILENCE_SECONDS, **request)
        place: Mapping[str, str] = {"Last-Event-ID": self._newest.event_id}
        return self._sender.stream(f"agent/chat/{self._newest.turn}/events", place, SILENCE_SECONDS)

    async def may_read(self, answer: httpx2.Response) -> bool:
        """Whether it is a stream; False for a refusal that may pass."""
        self._asked_to_wait, self._is_open = retry_after(answer), answer.is_success
        if not answer.is_success and answer.status_code not in REFUSED_FOR_NOW | LOST_ON_THE_WAY:
            await answer.aread()
            raise refusal(answer)
        return answer.is_success

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

    async def wait(self) -> None:
        """Wait a little before the next connection.

        Raises:
            Unavailable: patience is at its end.
        """
        if self._is_open:
            # The server was there until now: a silent one would have been given up before.
            self._patience.renew()
            self._is_open = False
        if not await self._patience.pause(self._asked_to_wait):
            raise Unavailable(f"{self._sender.url} has not answered for {self._patience_seconds:g} s; {self._rest}")
        self._asked_to_wait = 0.0

    @property
    def _rest(self) -> str:
        if self._newest is None:
            return "whether it has heard the message is not known: see `daywright sessions` once there is an answer"
        shown = f"see it with `daywright sessions log {self._newest.conversation_id}` once there is an answer"
        return f"what it answers may well go on: {shown}"


def _place(event: TurnEventView) -> tuple[int, ...]:
    return tuple(map(int, event.event_id.split(".")))
