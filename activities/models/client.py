"""The clients of all configured endpoints (rules MODEL-3 to MODEL-7)."""

import asyncio
import math
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from time import monotonic
from typing import TYPE_CHECKING

import structlog

from activities.models.call import Call
from activities.models.faults import ModelFault
from activities.models.ladder import Ladder
from activities.models.reply import Reply
from domain.models.endpoint import Endpoint
from domain.models.prompt import Prompt
from domain.models.secrets import Secrets

if TYPE_CHECKING:
    from openai import AsyncOpenAI

Telling = Callable[[str], Awaitable[None]]
_log = structlog.get_logger()


async def tell_nobody(thought: str) -> None:
    """For callers who do not follow a model's reasoning."""


@dataclass(slots=True)
class _Line:
    """One endpoint with its connection, its places and what was found out about it."""

    endpoint: Endpoint
    client: "AsyncOpenAI"
    ladder: Ladder
    places: asyncio.Semaphore


class _NotTold(Exception):
    """Passing a thought on went wrong, which is no fault of the model, whatever it looks like."""


def _listener(told: Telling) -> Telling:
    async def tell(thought: str) -> None:
        try:
            await told(thought)
        except Exception as error:
            raise _NotTold from error

    return tell


class ModelClients:
    """One client for each endpoint of a process, made when it is first needed, for one event loop.

    What an endpoint was found not to support is remembered as long as this lives (rule MODEL-5).
    """

    def __init__(self, endpoints: Sequence[Endpoint], hosts: frozenset[str] = frozenset()) -> None:
        """``hosts``: those for which plain http and private addresses are allowed (rule MODEL-3)."""
        self._endpoints = {endpoint.id: endpoint for endpoint in endpoints}
        self._hosts = hosts
        self._secrets = Secrets.of(endpoints)
        self._lines: dict[str, _Line] = {}

    @property
    def endpoints(self) -> tuple[Endpoint, ...]:
        """Every endpoint, the one that is used unless said otherwise first."""
        return tuple(self._endpoints.values())

    async def ask(
        self, endpoint_id: str, prompt: Prompt, told: Telling = tell_nobody, within: float = math.inf
    ) -> Reply:
        """One call.

        Args:
            told: gets the model's reasoning piece by piece.
            within: how many seconds the caller has for it; it never takes longer than its endpoint's ``call_seconds``.

        Raises:
            ModelFault: no usable answer came. Nothing was tried twice, except without what the endpoint does not
                support. What ``told`` raises is raised as it is.
        """
        until, line = monotonic() + within, await self._line(endpoint_id)
        longest = line.endpoint.call_seconds
        async with _place(line, min(longest, until - monotonic())):
            seconds = min(longest, until - monotonic())
            call = Call(line.client, line.endpoint, prompt, line.ladder, _listener(told), self._secrets, seconds)
            try:
                return await call.made()
            except ModelFault:
                raise
            except _NotTold as error:
                raise (error.__cause__ or error) from None
            except Exception as error:
                told_by = self._secrets.hidden("".join(traceback.format_exception(error)))
                _log.error("model call failed inside", endpoint=endpoint_id, prompt=prompt.name, exception=told_by)
                raise call.marked(ModelFault("internal", detail=type(error).__name__)) from error

    async def load(self) -> None:
        """Load what calls need, if any will be made; left to the first call, it would hold up everything else."""
        if self._endpoints:
            await asyncio.to_thread(_load)

    async def close(self) -> None:
        """Close every connection."""
        lines, self._lines = self._lines, {}
        for line in lines.values():
            await line.client.close()

    async def _line(self, endpoint_id: str) -> _Line:
        if endpoint_id not in self._endpoints:
            fault = ModelFault("not_configured")
            fault.endpoint = endpoint_id
            raise fault
        if endpoint_id not in self._lines:
            await asyncio.to_thread(_load)
        if endpoint_id not in self._lines:
            endpoint = self._endpoints[endpoint_id]
            client = _connected(endpoint, self._hosts)
            places = asyncio.Semaphore(endpoint.concurrency)
            self._lines[endpoint_id] = _Line(endpoint, client, Ladder(endpoint.modes()), places)
        return self._lines[endpoint_id]


@asynccontextmanager
async def _place(line: _Line, seconds: float) -> AsyncIterator[None]:
    """One of the endpoint's places, waited for no longer than the call may take."""
    try:
        async with asyncio.timeout(seconds):
            await line.places.acquire()
    except TimeoutError:
        fault = ModelFault("busy")
        fault.endpoint, fault.model = line.endpoint.id, line.endpoint.model
        raise fault from None
    try:
        yield
    finally:
        line.places.release()


def _load() -> None:
    """It takes a second, in which heartbeats of other steps have to go on; most processes never call a model."""
    for name in ("openai", "openai.resources.chat.completions"):
        import_module(name)


def _connected(endpoint: Endpoint, hosts: frozenset[str]) -> "AsyncOpenAI":
    """A client that does what it is told and no more: no retries, no redirects, nothing from the environment."""
    import httpx2
    from openai import AsyncOpenAI

    from activities.addresses import CheckedTransport

    timeout = httpx2.Timeout(endpoint.call_seconds, connect=endpoint.connect_seconds)
    client = AsyncOpenAI(
        base_url=endpoint.base_url,
        api_key=endpoint.key.get_secret_value() if endpoint.key else "none",
        max_retries=0,
        timeout=timeout,
        http_client=httpx2.AsyncClient(transport=CheckedTransport(hosts), timeout=timeout, trust_env=False),
    )
    # Another provider's account has no business in these requests.
    client.organization = client.project = None
    return client
