"""What every route declares in OpenAPI beside its own answer."""

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import Header, Query

from api.links import Links
from api.schemas.problems import PROBLEM_MEDIA_TYPE
from domain.errors import PreconditionRequired, RevisionMismatch, VersionMismatch

Responses = dict[int | str, dict[str, Any]]

_PROBLEM = {PROBLEM_MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}
_MEANING = {
    HTTPStatus.BAD_REQUEST: "The body is not JSON.",
    HTTPStatus.UNAUTHORIZED: "No valid key or cookie came with the request.",
    HTTPStatus.FORBIDDEN: "A cookie write from elsewhere than the page, a question on behalf of somebody else, or "
    "a key of the wrong kind: keys of services open the routes under /internal/, and no others.",
    HTTPStatus.NOT_FOUND: "This user has no such object.",
    HTTPStatus.CONFLICT: "The present state forbids it; further members name what stands in the way.",
    HTTPStatus.PRECONDITION_FAILED: "It was changed since it was read.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The body is too large.",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "The body is of another type.",
    HTTPStatus.MISDIRECTED_REQUEST: "The Host header names somebody else.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "The request cannot be accepted as it is; the detail says why.",
    HTTPStatus.PRECONDITION_REQUIRED: "The header If-Match is missing.",
    HTTPStatus.TOO_MANY_REQUESTS: "Too many requests with this credential; Retry-After says how long to wait.",
    HTTPStatus.NOT_IMPLEMENTED: "This version does not do what was asked for.",
    HTTPStatus.SERVICE_UNAVAILABLE: "A part of the service is away; Retry-After says when to try again.",
}
_HEADERS = {
    "ETag": "the version, for If-Match",
    "Location": "address of what was made",
    "Retry-After": "seconds to wait",
    "WWW-Authenticate": "that a key is asked for",
}
_OF_REFUSAL = {
    HTTPStatus.UNAUTHORIZED: ["WWW-Authenticate"],
    HTTPStatus.TOO_MANY_REQUESTS: ["Retry-After"],
    HTTPStatus.SERVICE_UNAVAILABLE: ["Retry-After"],
}
_EVERYWHERE = (401, 403, 421, 422, 429, 503)
_BODY = (400, 413, 415)


def problems(*statuses: int, body: bool = False) -> Responses:
    """The refusals that a route may answer with, beside those that every route may."""
    codes = sorted({*_EVERYWHERE, *statuses, *(_BODY if body else ())})
    return {code: _refusal(HTTPStatus(code)) for code in codes}


def _refusal(status: HTTPStatus) -> dict[str, Any]:
    return {"description": _MEANING[status], "content": _PROBLEM, "headers": _headers(*_OF_REFUSAL.get(status, ()))}


def answers(status: int, *headers: str, go_on: Links | None = None) -> Responses:
    """What a route answers with: headers that are always there, and where to go on from it."""
    return {status: {"headers": _headers(*headers), "links": go_on or {}}}


def _headers(*names: str) -> dict[str, Any]:
    return {name: {"required": True, "description": _HEADERS[name], "schema": {"type": "string"}} for name in names}


Limit = Annotated[int, Query(ge=1, le=200, description="how many at most")]
Cursor = Annotated[str | None, Query(max_length=100, description="next_cursor of the page before")]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        pattern=r"^[!-~]+$",
        description="the same key with the same body gives the same answer, done once",
    ),
]
IfMatch = Annotated[str | None, Header(alias="If-Match", description='the version that is meant, as in its ETag: "3"')]


def etag(version: int) -> str:
    """The entity tag of a version."""
    return f'"{version}"'


def matched_version(if_match: str | None) -> int | None:
    """The version that If-Match names; None for ``*``, which means any.

    Raises:
        PreconditionRequired: the header is missing.
        VersionMismatch: it names no version of ours, so nothing can match it.
    """
    if if_match is None:
        raise PreconditionRequired('the header If-Match is missing: read the object and send its ETag, such as "3"')
    text = if_match.strip()
    if text == "*":
        return None
    number = text.removeprefix('"').removesuffix('"')
    if not (number.isascii() and number.isdecimal() and len(number) < 10):
        raise VersionMismatch(
            f"If-Match {text[:40]!r} is no version of ours: send the ETag of the object as it was read"
        )
    return int(number)


def matched_revision(if_match: str | None) -> int | None:
    """The revision of a preview that If-Match names; None for ``*``, which means the newest, whichever it is.

    Raises:
        PreconditionRequired: the header is missing.
        RevisionMismatch: it names no revision of ours.
    """
    try:
        return matched_version(if_match)
    except VersionMismatch as error:
        raise RevisionMismatch(error.message) from None
