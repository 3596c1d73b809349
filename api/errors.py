"""Errors of the domain as HTTP answers: one table, one form (rules EDGE-6 and EDGE-7)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from itertools import pairwise
from typing import Any, cast

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from api.methods import methods_at
from api.schemas.problems import PROBLEM_MEDIA_TYPE, Flaw, Problem
from domain import errors
from domain.context.errors import InvalidNow, InvalidQuery, NotYetImplemented
from domain.errors import DaywrightError
from storage.engine import OUTAGES, is_outage

RETRY_SECONDS = 1

STATUS: Mapping[type[DaywrightError], tuple[HTTPStatus, str]] = {
    errors.Unauthenticated: (HTTPStatus.UNAUTHORIZED, "A valid key is needed"),
    errors.Forbidden: (HTTPStatus.FORBIDDEN, "This may not be asked from there"),
    errors.NotFound: (HTTPStatus.NOT_FOUND, "There is no such object"),
    errors.IdempotencyKeyReused: (HTTPStatus.UNPROCESSABLE_ENTITY, "The key belongs to another request"),
    errors.VersionMismatch: (HTTPStatus.PRECONDITION_FAILED, "It was changed since it was read"),
    errors.RevisionMismatch: (HTTPStatus.PRECONDITION_FAILED, "It was changed since it was read"),
    errors.PreconditionRequired: (HTTPStatus.PRECONDITION_REQUIRED, "Say which version is meant"),
    errors.RateLimited: (HTTPStatus.TOO_MANY_REQUESTS, "Too many requests"),
    errors.UploadTooLarge: (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The body is too large"),
    errors.UnsupportedMediaType: (HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "The body is of another type"),
    errors.HostRefused: (HTTPStatus.MISDIRECTED_REQUEST, "This host is not served here"),
    errors.NothingToPlace: (HTTPStatus.CONFLICT, "The present state forbids it"),
    errors.Conflict: (HTTPStatus.CONFLICT, "The present state forbids it"),
    errors.CorruptScheduleLog: (HTTPStatus.CONFLICT, "The present state forbids it"),
    InvalidQuery: (HTTPStatus.BAD_REQUEST, "The words cannot be planned for"),
    InvalidNow: (HTTPStatus.BAD_REQUEST, "The moment of asking is none"),
    NotYetImplemented: (HTTPStatus.NOT_IMPLEMENTED, "This version does not do that"),
    errors.InvalidInput: (HTTPStatus.UNPROCESSABLE_ENTITY, "The request cannot be accepted as it is"),
    errors.Unavailable: (HTTPStatus.SERVICE_UNAVAILABLE, "A part of the service is away"),
}
"""Status and title by error; an error that is not listed has those of its nearest base."""

_NOT_JSON = ("invalid_json", "The body is not JSON")
_ROUTING: Mapping[int, tuple[str, str, str]] = {
    HTTPStatus.BAD_REQUEST: (
        *_NOT_JSON,
        "the body cannot be read: correct it, or nest it less and shorten its numbers",
    ),
    HTTPStatus.NOT_FOUND: (
        "route_not_found",
        "There is nothing at this address",
        "there is nothing at this address: see /openapi.json for what there is",
    ),
    HTTPStatus.METHOD_NOT_ALLOWED: (
        "method_not_allowed",
        "This address does not take the method",
        "this address does not take the method: see Allow",
    ),
}

_LONGEST_DETAIL = 2000
_LONGEST_PLACE = 120
_VALUE_SHOWN = 80
_ABSENT = object()
_JSON_WORDS = {"tuple": "list", "dictionary": "object", " after validation": ""}
_OUR_WORDS = re.compile("|".join(_JSON_WORDS), re.IGNORECASE)
_log = structlog.get_logger(__name__)


def install_error_handlers(app: FastAPI) -> None:
    """Answer every error as a problem; what is unforeseen is logged and told to nobody else."""
    app.add_exception_handler(DaywrightError, _of_domain)
    app.add_exception_handler(RequestValidationError, _of_form)
    app.add_exception_handler(HTTPException, _of_routing)
    for outage in OUTAGES:
        app.add_exception_handler(outage, _of_outage)
    app.add_exception_handler(Exception, _unforeseen)


def status_of(error: DaywrightError) -> tuple[HTTPStatus, str]:
    """Status and title of an error."""
    for base in type(error).__mro__:
        if base in STATUS:
            return STATUS[base]
    return HTTPStatus.INTERNAL_SERVER_ERROR, "A mistake of ours"


def problem_answer(error: DaywrightError, request_id: str) -> JSONResponse:
    """The answer to a request that met an error of the domain."""
    status, title = status_of(error)
    if status is HTTPStatus.INTERNAL_SERVER_ERROR:
        return _mistake(request_id)
    headers = {}
    if isinstance(error, errors.Unauthenticated):
        headers["WWW-Authenticate"] = 'Bearer realm="daywright"'
    if isinstance(error, errors.RateLimited | errors.Unavailable):
        headers["Retry-After"] = str(error.facts.get("retry_after", RETRY_SECONDS))
    return _answer(status, title, error.message, error.code, request_id, error.facts, headers)


def outage_answer(error: Exception, request_id: str) -> JSONResponse:
    """The answer to a request that met an outage of the database (rule EDGE-7)."""
    _log.warning("database is away", error=type(error).__name__)
    away = errors.Unavailable("the database does not answer just now: try again in a moment")
    return problem_answer(away, request_id)


def _answer(
    status: int,
    title: str,
    detail: str,
    code: str,
    request_id: str,
    facts: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    problem = Problem(
        type=f"urn:daywright:problem:{code}",
        title=title,
        status=status,
        detail=_shortened(detail, _LONGEST_DETAIL),
        code=code,
        request=request_id,
        **(facts or {}),
    )
    return JSONResponse(problem.members(), status, headers=headers, media_type=PROBLEM_MEDIA_TYPE)


def _id(request: Request) -> str:
    return str(request.scope.get("request_id", ""))


async def _of_domain(request: Request, error: Exception) -> JSONResponse:
    return problem_answer(cast(DaywrightError, error), _id(request))


async def _of_form(request: Request, error: Exception) -> JSONResponse:
    found = cast(RequestValidationError, error).errors()
    if any(flaw["type"] == "json_invalid" for flaw in found):
        reason = str(found[0].get("ctx", {}).get("error", found[0]["msg"]))
        code, title = _NOT_JSON
        detail = f"the body is not JSON ({reason}): correct it"
        return _answer(HTTPStatus.BAD_REQUEST, title, detail, code, _id(request))
    if any(isinstance(flaw.get("input"), bytes) for flaw in found):
        # Nobody has read the body, because it does not say that it is JSON.
        kind = request.headers.get("content-type", "")
        other = errors.UnsupportedMediaType(f"the body is of type {kind[:_VALUE_SHOWN]!r}: send application/json")
        return problem_answer(other, _id(request))
    flaws = list(_flaws(found, cast(RequestValidationError, error).body))
    detail = "; ".join(f"{flaw['place']}: {flaw['message']}" for flaw in flaws[:3])
    more = f"; and {len(flaws) - 3} more" if len(flaws) > 3 else ""
    status, title = STATUS[errors.InvalidInput]
    facts = {"errors": flaws}
    return _answer(status, title, f"{detail}{more}: correct them", "invalid_request", _id(request), facts)


def _flaws(found: Sequence[Mapping[str, Any]], body: object) -> Iterator[dict[str, str]]:
    for flaw in [flaw for flaw in found if not _is_consequence(flaw, found)][:20]:
        message = _shortened(_in_json(str(flaw["msg"]).removeprefix("Value error, ")), 2 * _VALUE_SHOWN)
        shown = "" if flaw["type"] == "missing" else _shortened(repr(flaw.get("input")), _VALUE_SHOWN)
        told = f"{message[:1].lower()}{message[1:]}" + (f", got {shown}" if shown else "")
        location = flaw["loc"]
        parts = _sent(location[1:], body) if location[0] == "body" else location[1:]
        place = _shortened(".".join(map(str, (location[0], *parts))), _LONGEST_PLACE)
        yield Flaw(place=place, value=shown, message=told).model_dump()


def _is_consequence(flaw: Mapping[str, Any], found: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a list is called short only because what is wrong inside it was not counted."""
    return flaw["type"] == "too_short" and any(
        len(other["loc"]) > len(flaw["loc"]) and other["loc"][: len(flaw["loc"])] == flaw["loc"] for other in found
    )


def _in_json(message: str) -> str:
    """The message with the words that a sender of JSON knows in place of the names of our own types."""
    return _OUR_WORDS.sub(lambda word: _JSON_WORDS[word.group().lower()], message)


def _sent(location: Sequence[int | str], body: object) -> Iterator[int | str]:
    """Where a flaw stands in what was sent: without the names of the alternatives that stand between the members."""
    for part, following in pairwise((*location, None)):
        inside = _inside(body, part)
        is_alternative = inside is _ABSENT or not isinstance(inside, Mapping | list)
        if following is None or not (is_alternative or (part == following and _inside(inside, part) is _ABSENT)):
            yield cast(int | str, part)
            body = inside


def _inside(value: object, part: object) -> object:
    if isinstance(value, Mapping):
        return value.get(part, _ABSENT)
    return value[part] if isinstance(value, list) and isinstance(part, int) and part < len(value) else _ABSENT


def _shortened(text: str, longest: int) -> str:
    """The text, or its beginning: an answer is not as long as whatever was sent."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


async def _of_routing(request: Request, error: Exception) -> JSONResponse:
    refusal = cast(HTTPException, error)
    status = refusal.status_code
    phrase = HTTPStatus(status).phrase
    code, title, detail = _ROUTING.get(status, ("refused", phrase, str(refusal.detail)))
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        code, title = errors.UploadTooLarge.code, STATUS[errors.UploadTooLarge][1]
    return _answer(status, title, detail, code, _id(request), headers=_headers_of(request, refusal))


def _headers_of(request: Request, refusal: HTTPException) -> Mapping[str, str] | None:
    """The headers of a refusal; where the method is wrong the framework names those of one route only."""
    if refusal.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
        return refusal.headers
    allowed = methods_at(request.app, request.scope["path"])
    return {**(refusal.headers or {}), **({"Allow": ", ".join(allowed)} if allowed else {})}


async def _of_outage(request: Request, error: Exception) -> JSONResponse:
    if not is_outage(error):
        return await _unforeseen(request, error)
    return outage_answer(error, _id(request))


async def _unforeseen(request: Request, error: Exception) -> JSONResponse:
    _log.error("request failed", request=_id(request), path=request.scope["path"], exc_info=error)
    return _mistake(_id(request))


def _mistake(request_id: str) -> JSONResponse:
    detail = f"this is a mistake of ours: report it with the request id {request_id!r}"
    return _answer(HTTPStatus.INTERNAL_SERVER_ERROR, "A mistake of ours", detail, "internal_error", request_id)
