"""Errors as RFC 9457 problems (rule EDGE-6)."""

from typing import Any

from pydantic import BaseModel, ConfigDict


class Flaw(BaseModel):
    """One wrong place of a request.

    Attributes:
        place: where it stands, such as ``body.first_monday`` or ``query.limit``.
        value: what stands there, shortened to 80 characters.
        message: what is wrong with it.
    """

    model_config = ConfigDict(frozen=True)

    place: str
    value: str = ""
    message: str


class Problem(BaseModel):
    """Why a request was not answered as asked. A problem may have further members, named by its code.

    Attributes:
        type: ``urn:daywright:problem:`` and the code.
        title: the same for every problem of its code.
        status: the HTTP status.
        detail: quotes the wrong value and says what to do next.
        code: stable identifier.
        request: id of the request, which the log has too.
        errors: the wrong places of a request that does not have the form asked for.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="allow",
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:daywright:problem:not_found",
                    "title": "There is no such object",
                    "status": 404,
                    "detail": "run '01K6EXAMPLE0000000000000AA' does not exist: check the id",
                    "code": "not_found",
                    "request": "5f0c6f3b9d1e4a0c",
                }
            ]
        },
    )

    type: str
    title: str
    status: int
    detail: str
    code: str
    request: str = ""
    errors: tuple[Flaw, ...] = ()

    def members(self) -> dict[str, Any]:
        """The problem as a JSON object; empty members are left out."""
        return self.model_dump(mode="json", exclude_defaults=True)


PROBLEM_MEDIA_TYPE = "application/problem+json"
