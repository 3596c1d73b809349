"""A network between a process and a server that can fall silent without closing anything."""

import asyncio
from collections.abc import Awaitable, Callable

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Wire:
    """What is connected to one end reaches a connection that ``dial`` opens at the other."""

    def __init__(self, dial: Callable[[], Awaitable[Streams]]) -> None:
        self.flows = asyncio.Event()
        self.flows.set()
        self._dial = dial
        self._relays: set[asyncio.Task[None]] = set()

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await self._dial()
        for source, sink in ((reader, there_writer), (there_reader, writer)):
            self._relays.add(asyncio.create_task(self._relay(source, sink)))

    async def cut(self) -> None:
        """Close what is connected."""
        for relay in self._relays:
            relay.cancel()
        await asyncio.gather(*self._relays, return_exceptions=True)

    async def _relay(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        try:
            while data := await source.read(65536):
                await self.flows.wait()
                sink.write(data)
        finally:
            sink.close()
