"""Context plans as programs ask for them (rules CONTEXT-30 to CONTEXT-33)."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from domain.context.plan.planner import LONGEST_QUERY

__all__ = ["ContextQuery", "PlannerLevel"]

PlannerLevel = Literal["auto", "cheap_only", "semantic"]

_LONGEST_ID = 200
_PLAIN = r"^[^\x00]*$"
_SAID = r"^[^\x00]*[^\s\x00][^\x00]*$"
_LOCALE = r"^(zh|en)(-[A-Za-z0-9]{2,8}){0,2}$"

# Blanks, lengths and moments are refused with codes of their own, and so is what is missing.
_Query = Annotated[
    str | None,
    Field(pattern=_PLAIN),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": LONGEST_QUERY, "pattern": _SAID}),
]
_UserId = Annotated[
    str | None,
    Field(max_length=_LONGEST_ID, pattern=_PLAIN),
    WithJsonSchema({"type": "string", "minLength": 1, "maxLength": _LONGEST_ID, "pattern": _SAID}),
]
_Moment = Annotated[Any, WithJsonSchema({"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]})]


class ContextQuery(BaseModel):
    """What is to be planned for.

    Attributes:
        query: what was said, 1 to 2,000 characters, not all of them space.
        user_id: who said it: the user whose key or cookie comes with the request, or a name of theirs elsewhere, as
            ``provider:subject``.
        now: the moment at which it was said, with its offset; that of the server if left out.
        session_id: the session in which it was said; it must be the user's, and does not change the plan.
        locale: ``zh-CN``, ``en`` or another tag of these languages: whose words about time are tried first.
        planner_level: ``auto`` and ``cheap_only`` are the same; ``semantic`` is not done by this version.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        json_schema_extra={
            "required": ["query", "user_id"],
            "examples": [
                {
                    "query": "我昨天有什么重要的事情安排吗？",
                    "user_id": "local",
                    "now": "2026-09-03T22:00:00+08:00",
                    "session_id": "01K6F0Q2M3N4P5R6S7T8V9W0XA",
                    "locale": "zh-CN",
                    "planner_level": "auto",
                }
            ],
        },
    )

    query: _Query = None
    user_id: _UserId = None
    now: _Moment = None
    session_id: Annotated[str, Field(max_length=_LONGEST_ID, pattern=_PLAIN)] | None = None
    locale: Annotated[str, Field(pattern=_LOCALE)] = "zh-CN"
    planner_level: PlannerLevel = "auto"
