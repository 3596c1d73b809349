"""One call of one endpoint, from the request to the answer (rules MODEL-5 to MODEL-14)."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any

import httpx2

from activities.addresses import AddressRefused, TooMuchSent
from activities.models.faults import ModelFault
from activities.models.ladder import Ladder, request_for, schema_of, system_text
from activities.models.parsing import parsed
from activities.models.refusals import Refusal, error_in, refusal, retry_after
from activities.models.reply import Reply
from activities.models.stream import Heard
from domain.models.endpoint import Endpoint, Mode
from domain.models.prompt import Prompt
from domain.models.secrets import Secrets

if TYPE_CHECKING:
    from openai import AsyncOpenAI

# Once the model has ended, its usage and the end of the stream are waited for so long, in seconds.
_STRAGGLERS = 1.0


class Refused(Exception):
    """The endpoint said no, in one of its many ways."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.status)
        self.refusal = refusal


@dataclass(slots=True)
class Call:
    """What one call is made of.

    Attributes:
        client: the connection to the endpoint.
        endpoint, prompt: where and what.
        ladder: what is known of the endpoint's abilities.
        told: gets each piece of reasoning as it comes.
        secrets: what is neither told nor kept, whatever the endpoint writes.
        seconds: how long it may take.
    """

    client: "AsyncOpenAI"
    endpoint: Endpoint
    prompt: Prompt
    ladder: Ladder
    told: Callable[[str], Awaitable[None]]
    secrets: Secrets
    seconds: float
    _mode: Mode = field(init=False)
    _heard: Heard = field(init=False)
    _began: float = field(init=False)

    def __post_init__(self) -> None:
        self._mode, self._began = self.ladder.mode, monotonic()
        self._heard = Heard(self.told, self.secrets)

    async def made(self) -> Reply:
        """The answer.

        Raises:
            ModelFault: no usable answer came.
        """
        try:
            async with asyncio.timeout(self.seconds) as limit:
                return await self._answered()
        except TimeoutError:
            if not limit.expired():
                raise
            raise self.marked(self._late()) from None
        except ModelFault as fault:
            raise self.marked(fault) from fault.__cause__

    def _late(self) -> ModelFault:
        # What is left of as much patience as a call may take is a little less than a call may take.
        if self.seconds > self.endpoint.call_seconds - 1:
            return ModelFault("timed_out")
        return ModelFault("out_of_patience", detail=f"{max(self.seconds, 0.0):.0f}")

    def marked(self, fault: ModelFault) -> ModelFault:
        """The fault with all that is known of the call."""
        fault.endpoint, fault.model, fault.mode = self.endpoint.id, self.endpoint.model, self._mode
        fault.seconds = monotonic() - self._began
        heard = self._heard
        fault.text, fault.reasoning = heard.kept(heard.content), heard.kept(heard.reasoning)
        if self._heard.counted or fault.text or fault.reasoning:
            fault.usage = self._heard.usage(self._asked())
        return fault

    async def _answered(self) -> Reply:
        await self._ask_down_the_ladder()
        heard = self._heard
        reason = heard.ended()
        # Mending a broken answer may take a while, and other calls are read meanwhile.
        answer = await asyncio.to_thread(parsed, heard.content, self.prompt.answer, self.secrets)
        usage, seconds = heard.usage(self._asked()), monotonic() - self._began
        text, reasoning = heard.kept(heard.content), heard.kept(heard.reasoning)
        return Reply(answer, text, reasoning, self._mode, heard.kept(reason), usage, seconds)

    def _asked(self) -> str:
        return system_text(self.prompt, schema_of(self.prompt)) + self.prompt.user

    async def _ask_down_the_ladder(self) -> None:
        while True:
            self._mode, self._heard = self.ladder.mode, Heard(self.told, self.secrets)
            fields = request_for(self.endpoint, self.prompt, self._mode, self.ladder.counts_tokens)
            try:
                return await self._hear(fields)
            except Refused as no:
                feature = no.refusal.feature()
                if feature is None or not self.ladder.step_down(feature, self._mode):
                    raise no.refusal.fault() from None

    async def _hear(self, fields: dict[str, Any]) -> None:
        """One request and all that is worth reading of its response.

        Raises:
            Refused: the endpoint said no.
            ModelFault: there is nothing to be read.
        """
        import openai

        try:
            response = await self.client.chat.completions.with_raw_response.create(**fields)
            async with _closing(response.http_response):
                await self._read(response)
            await self._heard.tell_rest()
        except openai.APIStatusError as error:
            raise Refused(refusal(error.status_code, error.response.text, error.response.headers)) from None
        except (openai.APIConnectionError, httpx2.TransportError) as error:
            raise _lost(error, begun=bool(self._heard.content or self._heard.reasoning)) from error
        except AddressRefused as error:
            raise ModelFault("address_refused", detail=error.reason) from None
        except openai.APIError as error:
            raise Refused(error_in({"error": error.body or {"message": "-"}}) or Refusal(0, "")) from None
        except TooMuchSent:
            raise ModelFault("runaway", problem="The answer did not end.") from None

    async def _read(self, response: Any) -> None:
        kind = response.headers.get("content-type", "")
        if "html" in kind:
            raise ModelFault("not_an_api")
        if "json" in kind:
            return await self._take_whole(await response.http_response.aread(), response.headers)
        try:
            await self._take_stream(response)
        except ValueError as error:
            # An event that is no JSON, or no text at all.
            raise ModelFault("bad_body", problem="The answer came in broken pieces.") from error

    async def _take_whole(self, body: bytes, headers: Mapping[str, str]) -> None:
        """A completion at once, from a server that does not stream, or an error that calls itself a success."""
        try:
            read = json.loads(body)
        except (ValueError, RecursionError):
            raise ModelFault("bad_body" if body.strip() else "empty", problem="The answer was no JSON.") from None
        if (no := error_in(read)) is not None:
            raise Refused(replace(no, retry_after=retry_after(headers)))
        if not (isinstance(read, dict) and read.get("choices")):
            raise ModelFault("bad_body", problem="The answer held no choice.")
        await self._heard.take(read)

    async def _take_stream(self, response: Any) -> None:
        import openai

        chunks: AsyncIterator[Any] = aiter(response.parse(to=openai.AsyncStream[object]))
        async for chunk in chunks:
            await self._heard.take(chunk)
            if self._heard.finish_reason is not None:
                break
        with suppress(TimeoutError, openai.APIError, httpx2.TransportError, TooMuchSent, ValueError):
            async with asyncio.timeout(_STRAGGLERS):
                async for chunk in chunks:
                    await self._heard.take(chunk)


@asynccontextmanager
async def _closing(response: httpx2.Response) -> AsyncIterator[None]:
    try:
        yield
    finally:
        await response.aclose()


def _lost(error: Exception, begun: bool) -> ModelFault:
    """What a connection that was not made, or was lost, means."""
    import openai

    cause = error.__cause__
    if isinstance(error, openai.APITimeoutError | httpx2.TimeoutException):
        connecting = isinstance(error if cause is None else cause, httpx2.ConnectTimeout)
        return ModelFault("unreachable" if connecting else "timed_out")
    return ModelFault("broken_off" if begun or not isinstance(cause, httpx2.ConnectError) else "unreachable")
