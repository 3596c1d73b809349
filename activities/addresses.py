"""To which addresses this process connects on somebody's word, and to which never (MODEL-3, MODEL-4 and DEVICE-2)."""

import asyncio
import functools
import socket
import ssl
from collections.abc import AsyncIterator
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import httpx2

_Ip = IPv4Address | IPv6Address
_NAT64 = ip_network("64:ff9b::/96")
# Everything else of the newer protocol is for special uses, also what leads to old addresses in dresses of long ago.
_GLOBAL_UNICAST = ip_network("2000::/3")


class AddressRefused(Exception):
    """A host that is not connected to.

    Attributes:
        host: as it was named.
        reason: stable: ``http`` where only https is good enough, ``private`` for what it resolves to.
    """

    def __init__(self, host: str, reason: str) -> None:
        super().__init__(f"{host}: {reason}")
        self.host, self.reason = host, reason


class TooMuchSent(Exception):
    """A response that is longer than anybody reads."""


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet, however it is dressed up."""
    ip = _unwrapped(ip_address(address.partition("%")[0]))
    return ip.is_global and not ip.is_multicast and (isinstance(ip, IPv4Address) or ip in _GLOBAL_UNICAST)


def _unwrapped(ip: _Ip) -> _Ip:
    """The IPv4 address inside an IPv6 address that only leads to one."""
    if isinstance(ip, IPv4Address):
        return ip
    inside = ip.ipv4_mapped or ip.sixtofour
    if inside is None and ip in _NAT64:
        inside = IPv4Address(int(ip) & 0xFFFFFFFF)
    return inside or ip


@functools.cache
def _certificates() -> ssl.SSLContext:
    """Those that are trusted, which are read once for all endpoints."""
    return httpx2.create_ssl_context(trust_env=False)


class CheckedTransport(httpx2.AsyncBaseTransport):
    """Connections to public addresses over https, and to whatever the hosts that an operator listed resolve to.

    A name is resolved once for each request and the address that was checked is the one connected to, so that a name
    cannot mean one thing when it is checked and another when it is used. Certificates are still those of the name.
    Proxies of the environment are not used, because behind one nothing can be checked. Meant for one host: connections
    are kept by address.
    """

    def __init__(self, hosts: frozenset[str] = frozenset(), longest: int = 8_000_000, *, keep: bool = True) -> None:
        """Allow ``hosts`` plain http and every address; end responses after ``longest`` bytes.

        Without ``keep`` each request has a connection of its own, so that more than one host can be meant.
        """
        self._hosts = frozenset(host.strip().strip("[]").rstrip(".").lower() for host in hosts)
        self._longest = longest
        limits = httpx2.Limits() if keep else httpx2.Limits(max_keepalive_connections=0)
        self._inner = httpx2.AsyncHTTPTransport(verify=_certificates(), trust_env=False, limits=limits)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Check, then connect to what was checked.

        Raises:
            AddressRefused: the host is not to be connected to.
        """
        addresses = await self.checked(request.url, request.extensions.get("timeout", {}).get("connect"))
        for address in addresses[:-1]:
            try:
                return await self._send(request, address)
            except httpx2.ConnectError:
                # The next address of the same name, as any browser does.
                continue
        return await self._send(request, addresses[-1])

    async def checked(self, url: httpx2.URL, within: float | None = None) -> tuple[str, ...]:
        """The addresses of a URL's host, each of which may be connected to; ``within`` bounds asking, in seconds.

        Raises:
            AddressRefused: one of them may not, or http is not good enough for this host.
            httpx2.ConnectError: the name has no address, or none was found in time.
        """
        listed = url.host.rstrip(".").lower() in self._hosts
        if url.scheme != "https" and not listed:
            raise AddressRefused(url.host, "http")
        addresses = await _resolved(url, within)
        if not listed and not all(map(is_public, addresses)):
            raise AddressRefused(url.host, "private")
        return addresses

    async def _send(self, request: httpx2.Request, address: str) -> httpx2.Response:
        sent = httpx2.Request(
            request.method,
            request.url.copy_with(host=address),
            headers=request.headers,
            stream=request.stream,
            extensions=request.extensions | {"sni_hostname": _name(request.url)},
        )
        response = await self._inner.handle_async_request(sent)
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Bounded(response.stream, self._longest)
        return response

    async def aclose(self) -> None:
        """Close every connection."""
        await self._inner.aclose()


class _Bounded(httpx2.AsyncByteStream):
    """A response's bytes up to a bound."""

    def __init__(self, inner: httpx2.AsyncByteStream, longest: int) -> None:
        self._inner, self._left = inner, longest

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for data in self._inner:
            self._left -= len(data)
            if self._left < 0:
                raise TooMuchSent
            yield data

    async def aclose(self) -> None:
        await self._inner.aclose()


async def _resolved(url: httpx2.URL, within: float | None) -> tuple[str, ...]:
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(within):
            found = await loop.getaddrinfo(_name(url), url.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise httpx2.ConnectError(f"{url.host} has no address") from error
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))


def _name(url: httpx2.URL) -> str:
    """The host as name servers and certificates have it."""
    return url.raw_host.decode("ascii")
