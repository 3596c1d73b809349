"""The gate before every route: host, credential, origin, rate (rules EDGE-1 to EDGE-5).

It stands before the routes, so that a route that is added later is closed until somebody opens it here.
"""

import hashlib
import secrets
from collections.abc import Awaitable, Callable

import structlog
from anyio import BrokenResourceError
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.edge import Edge
from api.errors import outage_answer, problem_answer
from api.principals import Principals
from api.rates import Rates
from domain.errors import DaywrightError, Forbidden, HostRefused, Unauthenticated
from services.authenticate import Principal
from storage.engine import OUTAGES, is_outage

COOKIE = "daywright"
SECURE_COOKIE = "__Host-daywright"

PUBLIC_PATHS = frozenset({"/", "/health/live", "/health/ready", "/metrics", "/openapi.json"})
"""Answered without a credential (rule EDGE-2)."""
INTERNAL_PREFIX = "/internal/"
"""Answered for keys of services, and nothing else is (rule PREP-24)."""
FEED_PREFIX = "/feeds/"
TOKEN_PREFIXES = ("/login/", FEED_PREFIX)
"""Answered for the token in the address (rule EDGE-2)."""
PAGE_PREFIX = "/static/"
"""Answered without a credential: the files of the page, which hold nothing of anybody (rule EDGE-2)."""

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
}

_log = structlog.get_logger(__name__)

Admit = Callable[[HTTPConnection], Awaitable[Principal | None]]


def is_open(path: str) -> bool:
    """Whether a path is answered without a credential."""
    return path in PUBLIC_PATHS or path.startswith((*TOKEN_PREFIXES, PAGE_PREFIX))


class Gate:
    """ASGI middleware that admits a request or answers it with a problem.

    A path that no route has is refused like one that has: strangers learn nothing about what there is.
    """

    def __init__(self, app: ASGIApp, edge: Edge) -> None:
        self._app = app
        self._edge = edge
        self._principals = Principals(edge)
        self._rates = Rates(edge.options.rate, edge.options.run_rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = scope["request_id"] = secrets.token_hex(8)
        sending = _with_headers(send, request_id)
        try:
            scope["principal"] = await self._admitted(scope)
        except DaywrightError as error:
            await problem_answer(error, request_id)(scope, receive, sending)
            return
        except OUTAGES as error:
            # No handler of the application stands around the gate: what is not answered here is a mistake of ours.
            if not is_outage(error):
                raise
            await outage_answer(error, request_id)(scope, receive, sending)
            return
        try:
            await self._app(scope, receive, sending)
        except* BrokenResourceError:
            # FastAPI raises it where a client leaves a stream of events, which is no fault of anybody.
            _log.debug("client left", path=scope["path"])

    async def _admitted(self, scope: Scope) -> Principal | None:
        headers = Headers(scope=scope)
        self._check_host(headers)
        if is_open(scope["path"]):
            if scope["path"].startswith(FEED_PREFIX):
                await self._rates.check(_group_of(scope["path"]), scope["method"], FEED_PREFIX)
            return None
        principal = await self._principal(scope, headers)
        _check_scope(principal, scope["path"])
        await self._rates.check(principal.credential_id, scope["method"], scope["path"])
        return principal

    def _check_host(self, headers: Headers) -> None:
        host = headers.get("host", "")
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        if name.strip("[]").lower() not in self._edge.options.answered_hosts:
            raise HostRefused(f"the host {host[:80]!r} is not served here: use {self._edge.options.public_url}")

    async def _principal(self, scope: Scope, headers: Headers) -> Principal:
        scheme, _, presented = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and presented:
            return await self._principals.of_key(presented.strip())
        cookie = HTTPConnection(scope).cookies.get(cookie_name(self._edge))
        if cookie is None:
            raise Unauthenticated("no key was sent: send the header Authorization: Bearer <key>")
        if scope["method"] not in _SAFE_METHODS:
            self._check_origin(headers)
        return await self._principals.of_cookie(cookie)

    def _check_origin(self, headers: Headers) -> None:
        """A browser sends the cookie with whatever asks for it; only our own page may write (rule EDGE-4)."""
        origin = headers.get("origin", "")
        own = {self._edge.options.public_url, f"{_scheme(self._edge)}://{headers.get('host', '')}"}
        if origin not in own:
            raise Forbidden(f"the origin {origin[:80]!r} may not write with a cookie: use the page, or a key")
        if "x-daywright" not in headers:
            raise Forbidden("the header X-Daywright is missing: send X-Daywright: 1 with every write")


def _check_scope(principal: Principal, path: str) -> None:
    is_internal = path.startswith(INTERNAL_PREFIX)
    if is_internal and principal.scope != "service":
        raise Forbidden("only a key of a service may ask here: make one with `daywright key create --service`")
    if principal.scope == "service" and not is_internal:
        raise Forbidden(f"a key of a service opens {INTERNAL_PREFIX} only: use the key of a person")


def _group_of(path: str) -> str:
    """Which of 4,096 groups the secret in an address is counted in: whoever tries many cannot fill the memory."""
    return f"feed {hashlib.sha256(path.encode(errors='replace')).hexdigest()[:3]}"


def cookie_name(edge: Edge) -> str:
    """Name of the session cookie; over TLS browsers then guarantee where it came from."""
    return SECURE_COOKIE if edge.options.is_secure else COOKIE


def _scheme(edge: Edge) -> str:
    return "https" if edge.options.is_secure else "http"


def _with_headers(send: Send, request_id: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["X-Request-Id"] = request_id
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
