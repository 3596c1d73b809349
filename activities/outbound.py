"""The one way out of this process for HTTP that is not of a model (rules DEVICE-1 to DEVICE-5)."""

import asyncio
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote

import httpx2

from activities.addresses import AddressRefused, CheckedTransport, TooMuchSent
from activities.models.refusals import retry_after
from activities.outbound_faults import OutboundFault, fault_of_status

MOST_BYTES: Final = 1_000_000
MOST_SECONDS: Final = 10.0
_HEADERS: Final = {"accept": "application/json", "accept-encoding": "identity", "user-agent": "daywright"}


@dataclass(frozen=True, slots=True)
class Sent:
    """One request.

    Attributes:
        url: where to, in full; it may hold secrets and is told to nobody.
        body: of a POST; None for a GET.
        headers: besides those that every request has.
        is_read: whether more of the answer matters than its status.
    """

    url: str = field(repr=False)
    body: bytes | None = field(default=None, repr=False)
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    is_read: bool = True


class Outbound:
    """Sends requests, each on a connection of its own, for one event loop."""

    def __init__(
        self, hosts: frozenset[str] = frozenset(), *, seconds: float = MOST_SECONDS, longest: int = MOST_BYTES
    ) -> None:
        """Allow ``hosts`` plain http and every address; each request has so many seconds, and its answer bytes."""
        self._seconds = seconds
        # A connection that is kept is known by its address alone, and two names may have one.
        transport = CheckedTransport(hosts, longest, keep=False)
        self._client = httpx2.AsyncClient(
            transport=transport, headers=_HEADERS, timeout=seconds, follow_redirects=False, trust_env=False
        )

    async def answer(self, sent: Sent) -> bytes:
        """What is answered to a request, which is sent once; nothing where it is not to be read.

        Raises:
            OutboundFault: it was not sent, or not answered as it should be.
        """
        with _faults(sent.url):
            async with asyncio.timeout(self._seconds):
                return await self._answer(sent)

    async def _answer(self, sent: Sent) -> bytes:
        method = "GET" if sent.body is None else "POST"
        async with self._client.stream(method, sent.url, content=sent.body, headers=dict(sent.headers)) as response:
            if not response.is_success:
                raise fault_of_status(response.status_code, retry_after(response.headers))
            if not sent.is_read:
                return b""
            # What was packed could be of any size when it is unpacked.
            if response.headers.get("content-encoding", "identity").lower() != "identity":
                raise OutboundFault("unreadable")
            return b"".join([part async for part in response.aiter_raw()])

    async def close(self) -> None:
        """Close every connection."""
        await self._client.aclose()


def filled(template: str, values: Mapping[str, str]) -> str:
    """The address with each ``{name}`` in it replaced (rule DEVICE-7).

    Raises:
        OutboundFault: a value would be read as another folder of the path.
    """
    for name, value in values.items():
        if f"{{{name}}}" in template:
            if value.strip(".") == "":
                raise OutboundFault("no_address").of(host_of(template))
            template = template.replace(f"{{{name}}}", quote(value, safe=""))
    return template


@contextmanager
def _faults(url: str) -> Iterator[None]:
    """Raise what goes wrong on the way as a fault that names the host, and nothing else of the address."""
    try:
        yield
    except OutboundFault as fault:
        raise fault.of(host_of(url)) from None
    except AddressRefused as refused:
        raise OutboundFault("address_refused", detail=refused.reason).of(host_of(url)) from None
    except (TooMuchSent, TimeoutError, httpx2.TransportError, httpx2.InvalidURL) as error:
        raise OutboundFault(_kind(error)).of(host_of(url)) from None


_KINDS: Final[tuple[tuple[type[Exception], str], ...]] = (
    (TooMuchSent, "too_long"),
    (TimeoutError, "timed_out"),
    (httpx2.TimeoutException, "timed_out"),
    (httpx2.ConnectError, "unreachable"),
    (httpx2.UnsupportedProtocol, "no_address"),
    (httpx2.InvalidURL, "no_address"),
)


def _kind(error: Exception) -> str:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return "untrusted"
        cause = cause.__cause__ or cause.__context__
    return next((kind for known, kind in _KINDS if isinstance(error, known)), "broken_off")


def host_of(url: str) -> str:
    """The host of an address, which is all of it that is told; empty where there is none."""
    try:
        return httpx2.URL(url).host
    except httpx2.InvalidURL:
        return ""
