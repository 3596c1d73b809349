"""The gate before the codec endpoint: which hosts and which page may ask (rule PROD-3)."""

import secrets
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.errors import problem_answer
from domain.errors import DaywrightError, Forbidden, HostRefused

_PREFLIGHT = {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Content-Type, X-Namespace, Authorization, Authorization-Extras",
    "Access-Control-Max-Age": "600",
}
_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Vary": "Origin",
}


class CodecGate:
    """ASGI middleware that answers preflights itself and lets scripts of one page alone read the answers.

    Args:
        origin: scheme and authority of that page.
        hosts: names in a Host header that are answered, so that no foreign name can be made to point here.
    """

    def __init__(self, app: ASGIApp, origin: str, hosts: frozenset[str]) -> None:
        self._app = app
        self._origin = origin
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = scope["request_id"] = secrets.token_hex(8)
        headers = Headers(scope=scope)
        answer = self._own_answer(scope["method"], headers, request_id) or self._app
        await answer(scope, receive, _with_headers(send, {"X-Request-Id": request_id, **self._headers(headers)}))

    def _own_answer(self, method: str, headers: Headers, request_id: str) -> ASGIApp | None:
        try:
            self._check(headers)
        except DaywrightError as error:
            return problem_answer(error, request_id)
        return Response(status_code=204, headers=_PREFLIGHT) if method == "OPTIONS" else None

    def _headers(self, request: Headers) -> Mapping[str, str]:
        allowed = request.get("origin") == self._origin
        return {**_ALWAYS, "Access-Control-Allow-Origin": self._origin} if allowed else _ALWAYS

    def _check(self, headers: Headers) -> None:
        host = headers.get("host", "")
        name = host if host.endswith("]") else host.rsplit(":", 1)[0]
        if name.strip("[]").lower() not in self._hosts:
            raise HostRefused(f"the host {host[:80]!r} is not served here: add its name to DAYWRIGHT_ALLOWED_HOSTS")
        origin = headers.get("origin", self._origin)
        if origin != self._origin:
            raise Forbidden(f"the origin {origin[:80]!r} may not ask here: open the Web UI as {self._origin}")


def _with_headers(send: Send, added: Mapping[str, str]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message).update(added)
        await send(message)

    return sending
