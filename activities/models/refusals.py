"""What it means when an endpoint says no: the error table by status, code and words (rules MODEL-13 to MODEL-16)."""

import json
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any, Final, Literal

from activities.models.faults import ModelFault

Feature = Literal["response_format", "stream_options"]

# Words that name what the client asked for. The first two it can do without; the others are settings of the endpoint.
_OPTIONAL: Final[dict[Feature, tuple[str, ...]]] = {
    "response_format": (
        "response_format",
        "response format",
        "json_schema",
        "json_object",
        "json schema",
        "structured output",
        "parse grammar",
    ),
    "stream_options": ("stream_options", "include_usage"),
}
_SETTINGS: Final = re.compile(r"\b(max_completion_tokens|max_tokens|temperature|enable_thinking|thinking|stream)\b")
# Some servers fail inside where they ought to refuse.
_ON_OPTIONAL, _ON_SETTINGS = frozenset({0, 400, 422, 500, 501}), frozenset({400, 422})

# Codes and words by which a refusal is known whatever its status is, the first that fits. Providers agree on no status
# for these: a quota is 429 here and 403 there. "quota" alone is no such word, since rate limits are worded with it too.
_BY_WORDS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    (
        "context_too_long",
        (
            "context_length",
            "context length",
            "context size",
            "context window",
            "exceed_context_size",
            "maximum context",
            "prompt is too long",
        ),
    ),
    (
        "content_filtered",
        (
            "content_filter",
            "content_policy",
            "data_inspection",
            "datainspection",
            "inappropriate content",
            "moderation",
        ),
    ),
    (
        "quota_exhausted",
        ("insufficient_quota", "billing_hard_limit", "billing_not_active", "quota_exceeded", "arrearage"),
    ),
    ("payment_required", ("insufficient balance", "insufficient_balance", "insufficient credits")),
    ("loading", ("loading model", "model is loading", "currently loading")),
    ("rate_limited", ("rate_limit", "too_many_requests")),
    ("overloaded", ("overloaded",)),
    ("unauthorized", ("invalid_api_key", "invalid api key")),
    ("not_found", ("model_not_found",)),
)
_BY_STATUS: Final[dict[int, str]] = {
    401: "unauthorized",
    402: "payment_required",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    407: "unauthorized",
    408: "timed_out",
    409: "conflict",
    410: "not_found",
    413: "context_too_long",
    421: "conflict",
    425: "conflict",
    429: "rate_limited",
    503: "overloaded",
    504: "timed_out",
    524: "timed_out",
    529: "overloaded",
}
# Statuses whose meaning no word of the message changes.
_PLAIN: Final = frozenset({401, 402, 405})


@dataclass(frozen=True, slots=True)
class Refusal:
    """An endpoint's no.

    Attributes:
        status: of HTTP, or the one that an error inside a 200 names; 0 where it names none.
        words: code, type and message in lower case. They decide what is done and are told to nobody.
        retry_after: seconds to wait, as its headers say; None where they say nothing.
    """

    status: int
    words: str
    retry_after: float | None = None

    def feature(self) -> Feature | None:
        """The feature, of those that can be done without, that this endpoint does not have."""
        if self.status not in _ON_OPTIONAL:
            return None
        return next((name for name, words in _OPTIONAL.items() if any(word in self.words for word in words)), None)

    def fault(self) -> ModelFault:
        """The row of the table that it is."""
        kind = self._kind()
        detail = (self._unsupported() or "") if kind == "unsupported" else f"HTTP {self.status}"
        return ModelFault(kind, detail=detail, retry_after=self.retry_after)

    def _kind(self) -> str:
        if self.status not in _PLAIN:
            for kind, words in _BY_WORDS:
                if any(word in self.words for word in words):
                    return kind
        if self._unsupported():
            return "unsupported"
        return _BY_STATUS.get(self.status) or _by_class(self.status)

    def _unsupported(self) -> str | None:
        named = _SETTINGS.search(self.words) if self.status in _ON_SETTINGS else None
        return self.feature() or (named[1] if named else None)


def refusal(status: int, body: str, headers: Mapping[str, str]) -> Refusal:
    """What a response outside 200 to 299 says; its body may be anything."""
    try:
        read = json.loads(body)
    except (ValueError, RecursionError):
        read = None
    inner = error_in(read)
    words = inner.words if inner else ""
    return Refusal(status, words, retry_after(headers))


def error_in(body: Any) -> Refusal | None:
    """The error that a JSON body tells of, whatever its status said; None where it tells of none."""
    if not isinstance(body, dict):
        return None
    error = body.get("error") or (body if body.get("message") or body.get("detail") else None)
    if not error:
        return None
    fields = error if isinstance(error, dict) else {"message": error}
    said = [fields.get(name) for name in ("code", "type", "param", "message", "detail")]
    return Refusal(_status_in(fields), " ".join(map(str, filter(None, said))).lower()[:4000])


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds to wait, from ``retry-after-ms`` or from ``Retry-After`` in seconds or as a date (rule MODEL-15)."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    given = headers.get("retry-after")
    seconds = _number(given)
    return seconds if seconds is not None else _until(given, headers.get("date"))


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return max(number, 0.0) if math.isfinite(number) else None


def _until(date: str | None, now: str | None) -> float | None:
    """From the moment at which the server answered, by its own clock, where it says that."""
    then = _moment(date)
    if then is None:
        return None
    return max((then - (_moment(now) or datetime.now(UTC))).total_seconds(), 0.0)


def _moment(date: str | None) -> datetime | None:
    try:
        moment = parsedate_to_datetime(date or "")
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _status_in(fields: Mapping[str, Any]) -> int:
    for name in ("status", "code", "http_status"):
        given = str(fields.get(name))
        if given.isdecimal() and given.isascii() and len(given) == 3:
            return int(given)
    return 0


def _by_class(status: int) -> str:
    """What a status means of which only the first digit is known; an error without any is one of the server's."""
    if 300 <= status < 400:
        return "redirected"
    if 400 <= status < 500:
        return "rejected"
    return "server_error"
