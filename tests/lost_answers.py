"""A way to PostgreSQL on which the answer to a COMMIT can be lost, so that nobody knows whether it was carried out."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Self

from sqlalchemy.engine import make_url

_SOCKET = ".s.PGSQL.5432"


class LossyWay:
    """Passes everything on, but for the answers to as many commits as are to be lost.

    Attributes:
        url: the database, by this way.
        to_lose: how many answers; the connection of each is closed once the server has answered.
    """

    def __init__(self, url: str, folder: Path) -> None:
        self.url = str(make_url(url).update_query_dict({"host": str(folder)}).render_as_string(hide_password=False))
        self.to_lose = 0
        self._folder = folder
        self._socket = Path(str(make_url(url).query["host"])) / _SOCKET

    @classmethod
    @asynccontextmanager
    async def to(cls, url: str, folder: Path) -> AsyncIterator[Self]:
        """A way to the database of an URL, through a socket in the folder."""
        way = cls(url, folder)
        async with await asyncio.start_unix_server(way._connect, folder / _SOCKET):
            yield way

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_unix_connection(self._socket)
        lost = asyncio.Event()
        there = asyncio.create_task(self._ask(reader, there_writer, lost))
        back = asyncio.create_task(_answer(there_reader, writer, lost))
        await asyncio.wait([there, back], return_when=asyncio.FIRST_COMPLETED)
        for task in (there, back):
            task.cancel()
        await asyncio.gather(there, back, return_exceptions=True)
        for end in (writer, there_writer):
            end.close()

    async def _ask(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, lost: asyncio.Event) -> None:
        while data := await source.read(65536):
            if b"COMMIT;" in data and self.to_lose > 0:
                self.to_lose -= 1
                lost.set()
            sink.write(data)


async def _answer(source: asyncio.StreamReader, sink: asyncio.StreamWriter, lost: asyncio.Event) -> None:
    while data := await source.read(65536):
        if lost.is_set():
            return
        sink.write(data)
