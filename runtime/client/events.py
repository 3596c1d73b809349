"""A run, followed to its end however often the connection breaks (rule CLI-3)."""

from collections.abc import AsyncGenerator, Mapping

import httpx2
from pydantic import ValidationError

from api.schemas.runs import RunEventView
from runtime.client.connections import Connections
from runtime.client.refusals import unknown_form
from runtime.client.sending import Sender

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


class _Following(Connections):
    """What was read of a run so far, and how long to go on where nothing answers."""

    def __init__(self, sender: Sender, run_id: str, after: int, patience_seconds: float) -> None:
        self.path = f"runs/{run_id}/events"
        super().__init__(sender, patience_seconds)
        self._run_id = run_id
        self._last = after

    @property
    def headers(self) -> Mapping[str, str]:
        """Where the stream is to go on."""
        return {"Last-Event-ID": str(self._last)} if self._last else {}

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

    @property
    def rest(self) -> str:
        """What is not known once patience is at its end, and what to do then."""
        shown = f"see it with `daywright runs watch {self._run_id}` once there is an answer"
        return f"run {self._run_id} may well go on: {shown}"
