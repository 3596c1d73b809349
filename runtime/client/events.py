"""A run, followed to its end however often the connection breaks (rule CLI-3)."""

from collections.abc import AsyncGenerator, Mapping

import httpx2
from pydantic import ValidationError

from api.schemas.runs import RunEventView
from domain.errors import Unavailable
from runtime.client.patience import Patience
from runtime.client.refusals import refusal, unknown_form
from runtime.client.sending import LOST_ON_THE_WAY, REFUSED_FOR_NOW, Sender, retry_after

DONE = "[DONE]"

PATIENCE_SECONDS = 60.0
# The server says every five seconds that it is still there.
SILENCE_SECONDS = 15.0


async def follow_run(
    sender: Sender, run_id: str, after: int = 0, patience_seconds: float = PATIENCE_SECONDS
) -> AsyncGenerator[RunEventView, None]:
    """Every event of a run after the one with this number, once and in order, until the run has ended.

    Raises:
        Unavailable: nothing has answered for ``patience_seconds``; the run itself goes on.
        DaywrightError: what the API refused it with.
    """
    following = _Following(sender, run_id, after, patience_seconds)
    while True:
        try:
            async with sender.stream(following.path, following.headers, SILENCE_SECONDS) as source:
                if await following.may_read(source.response):
                    async for sent in source:
                        if sent.data == DONE:
                            return
                        event = following.read(sent)
                        if event is not None:
                            yield event
        except httpx2.SSEError as error:
            raise unknown_form(sender.url, error) from None
        except httpx2.RequestError:
            # Whatever broke it: the next connection goes on behind the last event that was read.
            pass
        await following.wait()


class _Following:
    """What was read of a run so far, and how long to go on where nothing answers."""

    def __init__(self, sender: Sender, run_id: str, after: int, patience_seconds: float) -> None:
        self.path = f"runs/{run_id}/events"
        self._sender = sender
        self._run_id = run_id
        self._last = after
        self._patience_seconds = patience_seconds
        self._patience = Patience(patience_seconds)
        self._is_open = False
        self._asked_to_wait = 0.0

    @property
    def headers(self) -> Mapping[str, str]:
        """Where the stream is to go on."""
        return {"Last-Event-ID": str(self._last)} if self._last else {}

    async def may_read(self, answer: httpx2.Response) -> bool:
        """Whether it is a stream; False for a refusal that may pass."""
        self._asked_to_wait, self._is_open = retry_after(answer), answer.is_success
        if not answer.is_success and answer.status_code not in REFUSED_FOR_NOW | LOST_ON_THE_WAY:
            await answer.aread()
            raise refusal(answer)
        return answer.is_success

    def read(self, sent: httpx2.ServerSentEvent) -> RunEventView | None:
        """The event that was sent; None for one that was read before, and for the end of a run that failed."""
        # What the event named error says the run itself tells too.
        if sent.event != "message":
            return None
        try:
            event = RunEventView.model_validate_json(sent.data)
        except ValidationError as error:
            raise unknown_form(self._sender.url, error) from None
        if event.seq <= self._last:
            return None
        self._last = event.seq
        self._patience.calm()
        return event

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
            raise Unavailable(
                f"{self._sender.url} has not answered for {self._patience_seconds:g} s; run {self._run_id} may well "
                f"go on: see it with `daywright runs watch {self._run_id}` once there is an answer"
            )
        self._asked_to_wait = 0.0
