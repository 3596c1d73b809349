"""Connections to one stream, one after another, for as long as something answers (rules CLI-3 and CLI-20)."""

from abc import ABC, abstractmethod

import httpx2

from domain.errors import Unavailable
from runtime.client.patience import Patience
from runtime.client.refusals import refusal
from runtime.client.sending import LOST_ON_THE_WAY, REFUSED_FOR_NOW, Sender, retry_after


class Connections(ABC):
    """How long to go on where nothing answers, and which refusals may pass."""

    def __init__(self, sender: Sender, patience_seconds: float) -> None:
        self._sender = sender
        self._patience_seconds = patience_seconds
        self._patience = Patience(patience_seconds)
        self._is_open = False
        self._asked_to_wait = 0.0

    async def may_read(self, answer: httpx2.Response) -> bool:
        """Whether it is a stream; False for a refusal that may pass.

        Raises:
            DaywrightError: any other refusal.
        """
        self._asked_to_wait, self._is_open = retry_after(answer), answer.is_success
        if not answer.is_success and answer.status_code not in REFUSED_FOR_NOW | LOST_ON_THE_WAY:
            await answer.aread()
            raise refusal(answer)
        return answer.is_success

    async def wait(self) -> None:
        """Wait a little before the next connection.

        Raises:
            Unavailable: patience is at its end.
        """
        if self._is_open:
            # The server was there until now: a silent one would have been given up before.
            self._patience.renew()
            self._is_open = False
        if not await self._patience.pause(self._asked_to_wait):
            raise Unavailable(f"{self._sender.url} has not answered for {self._patience_seconds:g} s; {self.rest}")
        self._asked_to_wait = 0.0

    @property
    @abstractmethod
    def rest(self) -> str:
        """What is not known once patience is at its end, and what to do then."""
