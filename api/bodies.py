"""How large a body may be; what is larger is refused while it comes in (rule EDGE-16)."""

import asyncio
from contextlib import suppress
from http import HTTPStatus

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.errors import problem_answer
from domain.errors import UploadTooLarge
from services import read_calendar

MAX_BODY_BYTES = 1_000_000
LARGER = {"/api/v1/timetable/import": read_calendar.MAX_BYTES}
"""Routes that take more than the others."""
SMALL_BODY_BYTES = 65_536
SMALLER = ("/internal/preparation/", "/api/v1/preparation/")
"""Routes that take less, by how their addresses begin (rule PREP-25)."""

_REST_BYTES = 20_000_000
_REST_SECONDS = 5.0


class BodyLimit:
    """ASGI middleware that keeps no more of a body than its route may take."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = _limit_at(scope["path"])
        announced = Headers(scope=scope).get("content-length", "0")
        if announced.isdecimal() and int(announced) > limit:
            # Whoever asks before it sends has sent nothing yet.
            if "expect" not in Headers(scope=scope):
                await _read_away(receive)
            refusal = UploadTooLarge(f"the body has {announced[:20]} bytes, {limit} are allowed: send less")
            answer = problem_answer(refusal, scope["request_id"])
            answer.headers["Connection"] = "close"
            await answer(scope, receive, send)
            return
        await self._app(scope, _counted(receive, limit), send)


def _limit_at(path: str) -> int:
    return SMALL_BODY_BYTES if path.startswith(SMALLER) else LARGER.get(path, MAX_BODY_BYTES)


async def _read_away(receive: Receive) -> None:
    """Read the rest of a body, within bounds: a connection that is closed on unread bytes takes the answer with it."""
    read, more = 0, True
    with suppress(TimeoutError):
        async with asyncio.timeout(_REST_SECONDS):
            while more and read < _REST_BYTES:
                message = await receive()
                read += len(message.get("body", b""))
                more = message.get("more_body", False)


def _counted(receive: Receive, limit: int) -> Receive:
    """The body as it comes in, up to the limit; a client need not say beforehand how much there will be."""
    read = 0

    async def receiving() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > limit:
            if message.get("more_body"):
                await _read_away(receive)
            detail = f"the body has more than the {limit} bytes that are allowed: send less"
            # Of this class, because the framework takes any other error while it reads a body for a broken body.
            raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, detail, {"Connection": "close"})
        return message

    return receiving
