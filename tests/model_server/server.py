"""A model endpoint on the loopback that behaves as a script says, well or badly."""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Thread
from types import TracebackType
from typing import Any, Self

from tests.model_server.exchange import Answering, Asked, said, streamed
from tests.model_server.misbehaviours import MISBEHAVIOURS, misbehaving


@dataclass
class _Fault:
    name: str
    left: int
    when: Callable[[Asked], bool]


class ModelServer:
    """A server in a thread of its own; ``with ModelServer(answering) as server:``.

    ``answering`` makes the answer of a well-behaved model from the request: a pydantic model, a mapping, a text, or
    a ``Said`` with reasoning and all. Every request is kept in ``requests``, in the order in which they came.
    """

    def __init__(self, answering: Answering = lambda asked: "{}") -> None:
        self.requests: list[Asked] = []
        self._answering = answering
        self._faults: deque[_Fault] = deque()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._server: asyncio.Server | None = None
        self._open: set[asyncio.Task[None]] = set()
        self._port = 0

    @property
    def url(self) -> str:
        """The base URL of the endpoint; the port stays the same while it is down."""
        return f"http://127.0.0.1:{self._port}/v1"

    def well_behaved(self, answering: Answering) -> None:
        """From now on answers come from this, and no misbehaviour is left over."""
        self._answering = answering
        self._faults.clear()

    def misbehave(self, name: str, times: int | None = 1, when: Callable[[Asked], bool] = lambda asked: True) -> None:
        """Queue a misbehaviour for the next ``times`` requests it applies to (None: all); ``when`` narrows them."""
        assert name in MISBEHAVIOURS, f"{name} is none of {', '.join(MISBEHAVIOURS)}"
        self._faults.append(_Fault(name, -1 if times is None else times, when))

    def down(self) -> None:
        """Close the port and every connection, until ``up``."""
        self._run(self._close())

    def up(self) -> None:
        """Listen again, on the same port."""
        self._run(self._listen())

    @contextmanager
    def being_down(self) -> Iterator[None]:
        """Down while the body runs."""
        self.down()
        try:
            yield
        finally:
            self.up()

    def __enter__(self) -> Self:
        self._thread.start()
        self._run(self._listen())
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._run(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=120)

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    async def _close(self) -> None:
        if self._server is not None:
            self._server.close()
        for task in list(self._open):
            task.cancel()
        await asyncio.gather(*self._open, return_exceptions=True)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._open.add(task)
        # The client hangs up when it has read enough, and a server that goes down hangs up on its clients.
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            asked = await _read(reader)
            self.requests.append(asked)
            async for data in self._sent(asked):
                writer.write(data)
                await writer.drain()
        writer.close()
        with suppress(ConnectionError, asyncio.CancelledError):
            await writer.wait_closed()
        self._open.discard(task)

    async def _sent(self, asked: Asked) -> AsyncIterator[bytes]:
        if (name := self._fault_for(asked)) is not None:
            async for data in misbehaving(name, asked, said(self._answering(asked))):
                yield data
            return
        for data in streamed(said(self._answering(asked))):
            yield data

    def _fault_for(self, asked: Asked) -> str | None:
        for fault in self._faults:
            if fault.left and fault.when(asked) and MISBEHAVIOURS[fault.name].concerns(asked):
                fault.left -= 1
                return fault.name
        return None


async def _read(reader: asyncio.StreamReader) -> Asked:
    lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    method, path, _ = lines[0].split(" ")
    fields = (line.split(":", 1) for line in lines[1:] if line)
    headers = {name.strip().lower(): value.strip() for name, value in fields}
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return Asked(method, path, headers, json.loads(body) if body else {})
