"""The one way out: what is sent, what is answered, and what goes wrong (rules DEVICE-1 to DEVICE-5 and DEVICE-7)."""

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from ipaddress import IPv4Address, IPv6Address, ip_network
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from hypothesis import given
from hypothesis import strategies as st

from activities.addresses import is_public
from activities.outbound import Outbound, Sent, filled
from activities.outbound_faults import FAULTS, OutboundFault
from runtime.clock import now
from tests.outside.process import OutsideServer, outside_server

LOOPBACK = frozenset({"127.0.0.1"})
SOON = 0.3


@pytest.fixture(scope="module")
def outside() -> Iterator[OutsideServer]:
    with outside_server() as server:
        yield server


@asynccontextmanager
async def _outbound(hosts: frozenset[str] = LOOPBACK, seconds: float = 10) -> AsyncIterator[Outbound]:
    outbound = Outbound(hosts, seconds=seconds)
    try:
        yield outbound
    finally:
        await outbound.close()


async def _fault(url: str, hosts: frozenset[str] = LOOPBACK, seconds: float = 10) -> OutboundFault:
    async with _outbound(hosts, seconds) as outbound:
        with pytest.raises(OutboundFault) as fault:
            await outbound.answer(Sent(url))
    return fault.value


async def test_a_request_is_sent_once_and_its_answer_read(outside: OutsideServer) -> None:
    """As it is: nothing packed is asked for, and the password of the address is in a header alone."""
    outside.behave(answer={"it": "is"})
    async with _outbound() as outbound:
        address = outside.url.replace("//", "//me:pass@") + "/a?b=c"
        assert await outbound.answer(Sent(address, b"body", {"x-mine": "1"})) == b'{"it": "is"}'
        assert await outbound.answer(Sent(outside.url)) == b'{"it": "is"}'
    posted, got = outside.came
    assert (posted["path"], posted["body"], posted["headers"]["x-mine"]) == ("/a?b=c", "body", "1")
    assert posted["headers"]["accept-encoding"] == "identity"
    assert posted["headers"]["authorization"].startswith("Basic ")
    assert (got["path"], got["body"]) == ("/", "")


BEHAVIOURS = {
    "408": "busy",
    "409": "busy",
    "425": "busy",
    "429": "busy",
    "503": "busy",
    "500": "server_error",
    "502": "server_error",
    "504": "server_error",
    "400": "refused",
    "401": "refused",
    "404": "refused",
    "410": "refused",
    "422": "refused",
    "301": "redirected",
    "307": "redirected",
    "lost": "broken_off",
    "cut": "broken_off",
    "huge": "too_long",
    "packed": "unreadable",
    "slow": "timed_out",
}


async def test_everything_else_is_a_fault_that_tells_the_host_alone(outside: OutsideServer) -> None:
    """Sent once each, to nowhere else; the sentences tell neither the address nor what was answered."""
    for behaviour, kind in BEHAVIOURS.items():
        outside.behave(behaviour)
        seconds = SOON if behaviour == "slow" else 10
        fault = await _fault(outside.url + "/path?key=sesame", seconds=seconds)
        assert (fault.kind, fault.host) == (kind, "127.0.0.1"), behaviour
        assert fault.passing == (kind in ("busy", "server_error", "broken_off", "timed_out"))
        assert fault.retry_after == (7 if behaviour[0] in "45" else None)
        assert [one["path"] for one in outside.came] == ["/path?key=sesame"], behaviour
        for sentence in (fault.sentence("en"), fault.sentence("zh-CN"), str(fault), repr(fault)):
            assert not any(word in sentence for word in ("sesame", "/path", "of the server", "{")), sentence


async def test_a_port_where_nobody_listens_is_unreachable() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        fault = await _fault(f"http://127.0.0.1:{held.getsockname()[1]}/")
    assert (fault.kind, fault.passing) == ("unreachable", True)


@pytest.mark.parametrize(
    ("url", "kind", "detail"),
    [
        ("http://8.8.8.8/", "address_refused", "http"),
        ("https://10.0.0.1/", "address_refused", "private"),
        ("https://[::ffff:169.254.169.254]/", "address_refused", "private"),
        ("https://127.0.0.2/", "address_refused", "private"),
        ("ftp://127.0.0.1/", "no_address", ""),
        ("https://[::127.0.0.1]/", "address_refused", "private"),
    ],
)
async def test_what_may_not_be_connected_to_is_refused(url: str, kind: str, detail: str) -> None:
    fault = await _fault(url)
    assert (fault.kind, fault.detail, fault.passing) == (kind, detail, False)


async def test_a_name_that_means_another_address_a_moment_later_leads_nowhere_else(
    outside: OutsideServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked for once for each request, and each request has a connection of its own with the name in Host."""
    outside.behave()
    asked: list[str] = []

    async def getaddrinfo(host: str, port: int | None, **_: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1" if len(asked) % 2 else "10.0.0.1", port))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo)
    async with _outbound(frozenset({"hub.example"})) as outbound:
        await outbound.answer(Sent(f"http://hub.example:{outside.port}/"))
    assert asked == ["hub.example"]
    assert outside.came[0]["headers"]["host"] == f"hub.example:{outside.port}"
    fault = await _fault("https://hub.example/")
    assert (asked[1:], fault.detail) == (["hub.example"], "private")


async def test_the_certificate_has_to_be_of_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is what the server is asked for, though its address is what is connected to."""
    names: list[str | None] = []
    server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0, ssl=_own(tmp_path, names))
    port = server.sockets[0].getsockname()[1]

    async def getaddrinfo(host: str, port: int | None, **_: Any) -> list[Any]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", getaddrinfo)
    async with server:
        fault = await _fault(f"https://hub.example:{port}/", frozenset({"hub.example"}))
    assert (fault.kind, fault.host, names) == ("untrusted", "hub.example", ["hub.example"])


def _own(folder: Path, names: list[str | None]) -> ssl.SSLContext:
    """A server with a certificate that nobody signed, which notes by what name it is asked for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "hub.example")])
    ends = now() + timedelta(days=1)
    dated = x509.CertificateBuilder().subject_name(name).issuer_name(name).not_valid_before(now()).not_valid_after(ends)
    signed = dated.public_key(key.public_key()).serial_number(1).sign(key, hashes.SHA256())
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "own.pem").write_bytes(secret + signed.public_bytes(Encoding.PEM))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "own.pem")
    context.sni_callback = lambda _, name, __: names.append(name)
    return context


def test_every_fault_says_the_same_in_both_languages() -> None:
    for kind, row in FAULTS.items():
        assert ("{detail}" in row.zh) == ("{detail}" in row.en), kind
        assert ("稍后再试" in row.zh) == ("another attempt may go well" in row.en) == row.passing, kind


_V4 = st.ip_addresses(v=4)
_V6 = st.ip_addresses(v=6)
_TRANSLATED = ip_network("64:ff9b::/96")


@given(_V4)
def test_an_address_is_judged_the_same_in_every_dress(address: IPv4Address) -> None:
    """Mapped into the newer protocol, behind a translator, or in a tunnel."""
    number = int(address)
    for dress in (IPv6Address(0xFFFF << 32 | number), IPv6Address((0x64FF9B << 96) | number)):
        assert is_public(str(dress)) == is_public(str(address)), dress
    tunnel = IPv6Address((0x2002 << 112) | number << 80)
    assert not is_public(str(tunnel)) or is_public(str(address))


@given(st.one_of(_V4, _V6))
def test_whatever_is_not_for_everybody_is_refused(address: IPv4Address | IPv6Address) -> None:
    if isinstance(address, IPv6Address) and (address.ipv4_mapped or address in _TRANSLATED):
        return
    special = address.is_private or address.is_loopback or address.is_link_local or address.is_multicast
    if special or address.is_reserved or address.is_unspecified:
        assert not is_public(str(address))


@given(st.text(min_size=1, max_size=64))
def test_an_id_stays_one_part_of_an_address(room: str) -> None:
    """Whatever it holds, it neither leaves its folder nor adds to the query."""
    if room.strip(".") == "":
        with pytest.raises(OutboundFault):
            filled("https://hub.example/rooms/{room_id}/now", {"room_id": room})
        return
    url = filled("https://hub.example/rooms/{room_id}/now?of={user_id}", {"room_id": room, "user_id": "u"})
    path, _, query = url.removeprefix("https://hub.example").partition("?")
    assert (path.count("/"), query) == (3, "of=u")
    assert not {"#", "@", " ", "\n"} & set(url.removeprefix("https://"))
