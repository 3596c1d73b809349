"""Which addresses are connected to (rules MODEL-3 and MODEL-4)."""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from activities.addresses import AddressRefused, CheckedTransport, TooMuchSent, is_public
from tests.model_server.server import ModelServer


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.9.9.9",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "100.64.0.1",
        "169.254.169.254",
        "192.0.2.1",
        "198.18.0.1",
        "224.0.0.1",
        "239.1.1.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd12:3456::1",
        "ff02::1",
        "2001:db8::1",
        "2001::1",
        "::ffff:127.0.0.1",
        "::ffff:169.254.169.254",
        "::ffff:10.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "::127.0.0.1",
        "::a00:1",
        "fec0::1",
        "64:ff9b:1::7f00:1",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
    ],
)
def test_what_is_not_the_public_internet_is_known_in_every_dress(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"]
)
def test_the_public_internet_is_known(address: str) -> None:
    assert is_public(address)


async def _refused(url: str, hosts: frozenset[str] = frozenset()) -> str | None:
    transport = CheckedTransport(hosts)
    try:
        await transport.checked(httpx2.URL(url))
    except AddressRefused as refusal:
        return refusal.reason
    finally:
        await transport.aclose()
    return None


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://8.8.8.8/v1", "http"),
        ("https://8.8.8.8/v1", None),
        ("https://127.0.0.1/v1", "private"),
        ("https://localhost/v1", "private"),
        ("https://2130706433/v1", "private"),
        ("https://127.1/v1", "private"),
        ("https://0x7f000001/v1", "private"),
        ("https://[::1]/v1", "private"),
        ("https://[::ffff:10.0.0.1]/v1", "private"),
        ("https://169.254.169.254/latest", "private"),
    ],
)
async def test_an_address_is_judged_by_what_it_leads_to(url: str, reason: str | None) -> None:
    """However its number is written."""
    assert await _refused(url) == reason


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://127.0.0.1:8080/v1", "127.0.0.1"),
        ("http://LocalHost/v1", "localhost"),
        ("https://[::1]/v1", "::1"),
        ("http://[::1]/v1", "[::1]"),
        ("http://10.0.0.7/v1", " 10.0.0.7 "),
    ],
)
async def test_a_listed_host_is_connected_to_wherever_it_is(url: str, host: str) -> None:
    """An operator who lists a host means it, over plain http too."""
    assert await _refused(url, frozenset({host})) is None


async def test_listing_a_host_lists_no_other() -> None:
    assert await _refused("https://127.0.0.2/v1", frozenset({"127.0.0.1"})) == "private"
    assert await _refused("https://localhost.evil.example@127.0.0.1/", frozenset({"localhost"})) == "private"


Lookup = Callable[..., Any]


def _resolving(*answers: list[str]) -> Lookup:
    """A name server that says something else each time it is asked."""
    left = list(answers)

    async def getaddrinfo(host: str, port: int | None, **_: Any) -> list[Any]:
        addresses = left.pop(0)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port or 0)) for address in addresses]

    return getaddrinfo


async def test_a_name_with_one_private_address_among_others_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which of them is connected to would be left to chance."""
    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", _resolving(["8.8.8.8", "10.0.0.1"]))
    assert await _refused("https://models.example/v1") == "private"


async def test_the_address_that_was_checked_is_the_one_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that means another address a moment later leads nowhere else: it is asked for once."""
    with ModelServer() as server:
        port = httpx2.URL(server.url).port
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", _resolving(["127.0.0.1"]))
        async with httpx2.AsyncClient(transport=CheckedTransport(frozenset({"models.example"}))) as client:
            answer = await client.post(f"http://models.example:{port}/v1", json={"messages": []})
    assert answer.status_code == 200
    assert server.requests[0].headers["host"] == f"models.example:{port}"


async def test_the_next_address_of_a_name_is_tried_when_one_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    with ModelServer() as server:
        port = httpx2.URL(server.url).port
        monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", _resolving(["127.0.0.2", "127.0.0.1"]))
        async with httpx2.AsyncClient(transport=CheckedTransport(frozenset({"models.example"}))) as client:
            answer = await client.post(f"http://models.example:{port}/v1", json={"messages": []})
    assert answer.status_code == 200


async def test_a_name_without_an_address_is_a_connection_that_failed() -> None:
    with pytest.raises(httpx2.ConnectError):
        await _refused("https://no.such.invalid/v1")


async def test_a_response_ends_at_its_bound() -> None:
    """A server cannot fill this process's memory."""
    with ModelServer() as server:
        server.misbehave("endless_digits")
        transport = CheckedTransport(frozenset({"127.0.0.1"}), longest=10_000)
        async with httpx2.AsyncClient(transport=transport) as client:
            with pytest.raises(TooMuchSent):
                await client.post(f"{server.url}/chat/completions", json={"messages": []})
