"""Requests, sent again while that is safe and may help (rule CLI-2)."""

import asyncio
import ssl
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from datetime import date
from typing import Any

import httpx2

from domain.errors import Unavailable
from runtime.client.address import START_IT, Address
from runtime.client.patience import Patience
from runtime.client.refusals import refusal

REFUSED_FOR_NOW = frozenset({429, 503})
"""Statuses that say that nothing was done and that it may be asked again."""
LOST_ON_THE_WAY = frozenset({502, 504})
"""Statuses of a proxy that does not know what became of the request."""

_CONNECT_SECONDS, _ANSWER_SECONDS = 5.0, 60.0
# Where nothing has ever answered a person is told soon; what has answered may just be starting again.
_FIRST_PATIENCE_SECONDS, _PATIENCE_SECONDS = 1.5, 20.0
_GONE = 404
_UNSENT = (httpx2.ConnectError, httpx2.ConnectTimeout)

Stream = AbstractAsyncContextManager[httpx2.EventSource]
Params = Mapping[str, str | int | float | date | None]


class Sender:
    """Sends requests to one API."""

    def __init__(self, address: Address) -> None:
        self.url = address.url
        self._has_answered = False
        self._client = httpx2.AsyncClient(
            base_url=f"{address.url}/api/v1/",
            headers={"Authorization": f"Bearer {address.key}", "User-Agent": "daywright"},
            timeout=httpx2.Timeout(_ANSWER_SECONDS, connect=_CONNECT_SECONDS),
            trust_env=not address.is_local,
            # To read all certificates takes longer than most of what is asked.
            verify=address.url.startswith("https:") or ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT),
        )

    async def close(self) -> None:
        """Close every connection."""
        await self._client.aclose()

    async def send(
        self, method: str, path: str, *, repeatable: bool, params: Params | None = None, **rest: Any
    ) -> bytes:
        """The body of the answer.

        Args:
            path: address below ``/api/v1/``.
            repeatable: whether the request may be sent again when its answer was lost.
            params: query; those that are None are left out.
            rest: ``content``, ``json`` and ``headers`` of the request.

        Raises:
            Unavailable: nothing answers, or the answer was lost and the request must not be sent again.
            DaywrightError: what the API refused it with.
        """
        asked = {name: str(value) for name, value in (params or {}).items() if value is not None}
        patience = Patience(_PATIENCE_SECONDS if self._has_answered else _FIRST_PATIENCE_SECONDS)
        lost = False
        while True:
            began = asyncio.get_running_loop().time()
            try:
                answer = await self._client.request(method, path, params=asked, **rest)
            except httpx2.RequestError as error:
                lost = lost or not isinstance(error, _UNSENT)
                if not isinstance(error, httpx2.TimeoutException):
                    # Something is there that took its time before the connection broke.
                    patience.excuse(began)
                if (lost and not repeatable) or not await patience.pause():
                    raise self._no_answer(lost and (self._has_answered or not repeatable)) from None
                continue
            if not self._has_answered:
                self._has_answered, patience = True, Patience(_PATIENCE_SECONDS)
            lost = lost or answer.status_code in LOST_ON_THE_WAY
            if _may_pass(answer, repeatable) and await patience.pause(retry_after(answer)):
                continue
            if answer.is_success or (lost and method == "DELETE" and answer.status_code == _GONE):
                return answer.content
            raise refusal(answer)

    def stream(
        self, path: str, headers: Mapping[str, str], silence: float, **request: Any
    ) -> AbstractAsyncContextManager[httpx2.EventSource]:
        """Server-sent events of an address; they break when nothing comes for ``silence`` seconds.

        Args:
            request: ``method`` and ``json`` where it is not simply asked for.
        """
        timeout = httpx2.Timeout(_ANSWER_SECONDS, connect=_CONNECT_SECONDS, read=silence)
        return self._client.sse(path, headers=headers, timeout=timeout, **request)

    def _no_answer(self, was_lost: bool) -> Unavailable:
        if was_lost:
            return Unavailable(f"The answer of {self.url} was lost: look what became of the request, then try again")
        return Unavailable(f"No Daywright answers at {self.url}: {START_IT}")


def _may_pass(answer: httpx2.Response, repeatable: bool) -> bool:
    return answer.status_code in REFUSED_FOR_NOW or (repeatable and answer.status_code in LOST_ON_THE_WAY)


def retry_after(answer: httpx2.Response) -> float:
    """Seconds that the server asks to wait; 0 where it does not say so in a number."""
    text = answer.headers.get("retry-after", "").strip()
    return float(text) if text.isascii() and text.isdecimal() else 0.0
