"""A network that cannot be relied on, between a client and a server of ours."""

import asyncio
from collections.abc import Iterable
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

Fate = int | bytes | None
"""What becomes of a connection: so many bytes of answers before it breaks, these bytes in place of any, or nothing."""


class FlakyProxy:
    """Passes connections on to a server; each meets the next of the fates, and none once all were met."""

    def __init__(self, upstream: str, fates: Iterable[Fate] = ()) -> None:
        parts = urlsplit(upstream)
        self._upstream = parts.hostname, parts.port
        self._fates = iter(fates)
        self._connections: set[asyncio.Task[None]] = set()
        self.met = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    async def stop(self) -> None:
        """Break every connection and take no other."""
        self._server.close()
        for connection in self._connections:
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.met += 1
        connection = asyncio.create_task(self._serve(reader, writer, next(self._fates, None)))
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, fate: Fate) -> None:
        try:
            if isinstance(fate, bytes):
                await reader.readuntil(b"\r\n\r\n")
                writer.write(fate)
                await writer.drain()
                writer.close()
            else:
                await self._pass_on(reader, writer, fate)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int | None) -> None:
        up_reader, up_writer = await asyncio.open_connection(*self._upstream)
        asking = asyncio.create_task(_copy(reader, up_writer))
        try:
            await _copy(up_reader, writer, most)
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            up_writer.transport.abort()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int | None = None) -> None:
    """Copy until the end, or break after so many bytes: with 0 the request was served and nothing of it is heard."""
    left = most
    while chunk := await reader.read(65536):
        kept = chunk if left is None else chunk[:left]
        writer.write(kept)
        await writer.drain()
        if left is not None:
            left -= len(chunk)
            if left <= 0:
                return
    writer.write_eof()


def answer(status: str, *headers: str, body: bytes = b"") -> bytes:
    """The bytes of an HTTP answer that ends its connection."""
    lines = (f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(body)}", "Connection: close", "", "")
    return "\r\n".join(lines).encode() + body
