"""A model that thinks aloud without coming to an end, until it has been asked often enough."""

import asyncio
from collections.abc import AsyncIterator
from threading import Event

from tests.model_server.diligent import THOUGHT, diligent
from tests.model_server.exchange import Asked, event, head
from tests.model_server.server import ModelServer

_PAUSE_SECONDS = 0.05


class MusingServer(ModelServer):
    """A diligent model whose first answer to one prompt never comes.

    Attributes:
        hung_up: set once somebody has stopped listening to its thoughts.
    """

    def __init__(self, name: str) -> None:
        super().__init__(diligent)
        self.hung_up = Event()
        self._name = name
        self._mused = False

    async def _sent(self, asked: Asked) -> AsyncIterator[bytes]:
        if asked.name != self._name or self._mused:
            async for data in super()._sent(asked):
                yield data
            return
        self._mused = True
        yield head(200, "text/event-stream")
        try:
            while True:
                yield event({"reasoning_content": THOUGHT})
                await asyncio.sleep(_PAUSE_SECONDS)
        finally:
            self.hung_up.set()
