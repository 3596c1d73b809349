"""A load of HTTP requests that costs the machine as little as can be: plain sockets, requests written beforehand."""

import asyncio
import time
from collections.abc import Sequence
from urllib.parse import urlsplit


async def rate(url: str, requests: Sequence[bytes], connections: int, expected: int) -> float:
    """Requests answered a second, over some connections that are kept; each request is sent once.

    Args:
        expected: the status that every answer must have; another one ends the measurement.
    """
    waiting = list(reversed(requests))
    begin = time.perf_counter()
    async with asyncio.TaskGroup() as group:
        for _ in range(connections):
            group.create_task(_send(url, waiting, expected))
    return len(requests) / (time.perf_counter() - begin)


def request(url: str, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    """The bytes of a request."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {urlsplit(url).netloc}", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def _send(url: str, waiting: list[bytes], expected: int) -> None:
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    while waiting:
        writer.write(waiting.pop())
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.lower().split(b"\r\n")
        length = next((int(line[15:]) for line in lines if line.startswith(b"content-length:")), 0)
        body = await reader.readexactly(length)
        if int(head[9:12]) != expected:
            raise RuntimeError(f"expected {expected}, got {head[9:12].decode()}: {body[:300].decode()}")
    writer.close()
