"""The ways in which model endpoints go wrong, by name; each as it was met on a real server."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

from tests.model_server.exchange import Asked, Said, at_once, error, event, head, streamed, whole

_Sent = AsyncIterator[bytes]
_HTML = b"<!doctype html><html><body><h1>Welcome to nginx!</h1></body></html>"
_FOREVER = 1_000_000


@dataclass(frozen=True)
class Misbehaviour:
    """What is sent in place of the well-behaved answer, and to which requests it applies."""

    plays: Callable[[Asked, Said], _Sent]
    concerns: Callable[[Asked], bool] = lambda asked: True


def misbehaving(name: str, asked: Asked, answer: Said) -> _Sent:
    """The bytes of one misbehaviour."""
    return MISBEHAVIOURS[name].plays(asked, answer)


async def _all(parts: Iterable[bytes]) -> _Sent:
    for part in parts:
        yield part


def _fixed(data: bytes, concerns: Callable[[Asked], bool] = lambda asked: True) -> Misbehaviour:
    return Misbehaviour(lambda asked, answer: _all([data]), concerns)


def _changed(change: Callable[[Said], Said]) -> Misbehaviour:
    return Misbehaviour(lambda asked, answer: _all(streamed(change(answer))))


def _content(change: Callable[[str], str | None]) -> Misbehaviour:
    return _changed(lambda answer: replace(answer, content=change(answer.content or "")))


def _leaves(change: Callable[[Asked, str, Any], Any]) -> Misbehaviour:
    """The answer with each of its values changed, by the key that it stands under."""

    def walk(asked: Asked, key: str, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: walk(asked, name, inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [walk(asked, key, inner) for inner in value]
        return change(asked, key, value)

    def plays(asked: Asked, answer: Said) -> _Sent:
        changed = walk(asked, "", json.loads(answer.content or "{}"))
        return _all(streamed(replace(answer, content=json.dumps(changed, ensure_ascii=False))))

    return Misbehaviour(plays)


def _choices(schema: Any) -> set[Any]:
    """Every value that some enum or const of the schema admits."""
    if isinstance(schema, list):
        return {choice for inner in schema for choice in _choices(inner)}
    if not isinstance(schema, dict):
        return set()
    own = [*schema.get("enum", []), *([schema["const"]] if "const" in schema else [])]
    return {one for one in own if isinstance(one, str)} | {one for part in schema.values() for one in _choices(part)}


def _wrong_choice(asked: Asked, key: str, value: Any) -> Any:
    return f"{value}_or_so" if isinstance(value, str) and value in _choices(asked.schema) else value


def _invented(asked: Asked, key: str, value: Any) -> Any:
    is_id = key.endswith(("id", "ids", "task")) and isinstance(value, int | str)
    return type(value)(987654) if is_id else value


async def _endless(asked: Asked, answer: Said, piece: str, pause: float = 0.0) -> _Sent:
    yield head(200, "text/event-stream")
    yield event({"role": "assistant", "content": (answer.content or "{}")[:1]})
    for _ in range(_FOREVER):
        yield event({"content": piece})
        await asyncio.sleep(pause)


async def _breaks_off(asked: Asked, answer: Said) -> _Sent:
    # A length that is not kept is how a client sees a connection that was lost in the middle.
    yield head(200, "text/event-stream", length=_FOREVER)
    for part in list(streamed(answer, ends=False))[1:]:
        yield part


async def _never_closes(asked: Asked, answer: Said) -> _Sent:
    for part in streamed(replace(answer, usage=None)):
        if b"[DONE]" not in part:
            yield part
    await asyncio.sleep(_FOREVER)


async def _hangs(asked: Asked, answer: Said) -> _Sent:
    await asyncio.sleep(_FOREVER)
    yield b""


def _limited(headers: dict[str, str]) -> Misbehaviour:
    return _fixed(error(429, headers, message="Rate limit reached", type="requests", code="rate_limit_exceeded"))


def _in_a_minute(asked: Asked, answer: Said) -> _Sent:
    now = datetime.now(UTC).replace(microsecond=0)
    headers = {"Date": format_datetime(now, usegmt=True)}
    headers["Retry-After"] = format_datetime(now + timedelta(seconds=7), usegmt=True)
    return _all([error(429, headers, message="Slow down", type="requests", code="rate_limit_exceeded")])


def _status(status: int, message: str = "No", code: str | None = None) -> Misbehaviour:
    return _fixed(error(status, message=message, type="whatever", code=code))


def _asks_for(mode: str) -> Callable[[Asked], bool]:
    return lambda asked: asked.mode == mode


_NO_SCHEMA = "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."
_NO_OBJECT = "'response_format.type' must be 'json_schema' or 'text'"

MISBEHAVIOURS: dict[str, Misbehaviour] = {
    # The answer is there, in something.
    "think": _content(lambda text: f'<think>\nperhaps {{"a": 1}}?\n</think>\n\n{text}'),
    "think_without_opening": _content(lambda text: f"so the user wants\n</think>\n{text}"),
    "reasoning_content": _changed(lambda answer: replace(answer, reasoning='let me see, {"a": 1} will not do ' * 4)),
    "reasoning": _changed(lambda answer: replace(answer, reasoning="hm " * 30, reasoning_field="reasoning")),
    "fences": _content(lambda text: f"```json\n{text}\n```"),
    "trailing_text": _content(lambda text: f"{text}\n\nLet me know if you need anything else {{smile}}."),
    "leading_prose": _content(lambda text: f"Sure! Here is the JSON you asked for:\n{text}"),
    "bom": _content(lambda text: f"\ufeff{text}"),
    "template_marks": _content(lambda text: f"<|im_start|>assistant\n{text}<|im_end|>"),
    "several_objects": _content(lambda text: f"{text}\n{text}\n{text}"),
    "schema_echoed": Misbehaviour(
        lambda asked, answer: _all(
            streamed(replace(answer, content=f"{json.dumps(asked.schema, ensure_ascii=False)}\n{answer.content}"))
        )
    ),
    "trailing_comma": _content(lambda text: f"{text.rstrip()[:-1]},}}"),
    "usage_missing": _changed(lambda answer: replace(answer, usage=None)),
    "unknown_finish_reason": _changed(lambda answer: replace(answer, finish_reason="eos")),
    "not_streamed": Misbehaviour(lambda asked, answer: _all([at_once(answer)])),
    "never_closed": Misbehaviour(_never_closes),
    # The answer is not there.
    "null_content": _content(lambda text: None),
    "empty_content": _content(lambda text: " \n"),
    "think_without_end": _content(lambda text: f"<think>I wonder whether {text}"),
    "prose": _content(lambda text: "I am sorry, but as a language model I have no timetable."),
    "cut_json": _changed(lambda a: replace(a, content=(a.content or "")[:-2], finish_reason="length")),
    "cut_but_said_whole": _content(lambda text: text.rstrip()[:-1]),
    "wrong_enum": _leaves(_wrong_choice),
    "invented_ids": _leaves(_invented),
    "extra_key": _content(lambda text: f'{{"confidence": 0.9, {text.lstrip()[1:]}'),
    "object_for_string": _leaves(lambda asked, key, value: {"value": value} if isinstance(value, str) else value),
    "lone_surrogate": _leaves(lambda asked, key, value: value if value in _choices(asked.schema) else _torn(value)),
    "tool_call": Misbehaviour(lambda asked, answer: _all(_tool_call())),
    "stream_cut": Misbehaviour(lambda asked, answer: _all(streamed(answer, ends=False))),
    "stream_broken": Misbehaviour(_breaks_off),
    "endless_whitespace": Misbehaviour(lambda asked, answer: _endless(asked, answer, "\n" * 50)),
    "endless_digits": Misbehaviour(lambda asked, answer: _endless(asked, answer, "1234567890" * 50)),
    "slow_drip": Misbehaviour(lambda asked, answer: _endless(asked, answer, "1", 0.05)),
    "hang": Misbehaviour(_hangs),
    "hang_up": _fixed(b""),
    "content_filter": _changed(lambda answer: replace(answer, content="", finish_reason="content_filter")),
    "refusal": Misbehaviour(lambda asked, answer: _all(_refusal())),
    "out_of_resources": _changed(lambda a: replace(a, content="{", finish_reason="insufficient_system_resource")),
    # Something else answers 200.
    "html_200": _fixed(whole(200, _HTML, "text/html; charset=utf-8")),
    "error_200": _fixed(error(200, message="Something happened", type="internal_error", code=500)),
    "busy_200": _fixed(error(200, {"Retry-After": "2"}, message="Server overloaded", type="overloaded_error")),
    "error_in_stream": Misbehaviour(lambda asked, answer: _all(_error_in_stream())),
    "empty_body": _fixed(whole(200, b"")),
    "broken_body": _fixed(whole(200, b'{"choices": [{"mess')),
    "broken_event": _fixed(head(200, "text/event-stream") + b'data: {"choices": [{"del\n\n'),
    "no_choices": _fixed(whole(200, b'{"id": "c", "object": "chat.completion", "choices": null}')),
    # It says so.
    "html_502": _fixed(whole(502, _HTML, "text/html")),
    "rate_limit_seconds": _limited({"Retry-After": "3"}),
    "rate_limit_ms": _limited({"retry-after-ms": "250", "Retry-After": "1"}),
    "rate_limit_date": Misbehaviour(_in_a_minute),
    "rate_limit_bare": _limited({}),
    "rate_limit_nonsense": _limited({"Retry-After": "soon"}),
    "quota": _status(429, "You exceeded your current quota, check your plan", "insufficient_quota"),
    "loading_model": _fixed(error(503, message="Loading model", type="unavailable_error", code=503)),
    "schema_unsupported_400": _fixed(error(400, message=_NO_SCHEMA), _asks_for("json_schema")),
    "schema_unsupported_422": _fixed(error(422, message=_NO_SCHEMA), _asks_for("json_schema")),
    "schema_unsupported_500": _fixed(error(500, message=_NO_SCHEMA), _asks_for("json_schema")),
    "object_unsupported": _fixed(error(400, message=_NO_OBJECT), _asks_for("json_object")),
    "usage_refused": _fixed(
        error(400, message="Unknown field: stream_options"), lambda asked: "stream_options" in asked.body
    ),
    "context_length": _status(400, "This model's maximum context length is 4096 tokens", "context_length_exceeded"),
    "content_filter_400": _status(400, "flagged", "content_filter"),
    "redirect": _fixed(whole(302, b"", headers={"Location": "http://127.0.0.1:9/v1/chat/completions"})),
    "status_400": _status(400, "max_tokens: nope"),
    "status_401": _status(401, "Incorrect API key provided: sk-very-secret", "invalid_api_key"),
    "status_402": _status(402, "Insufficient Balance"),
    "status_403": _status(403),
    "status_404": _status(404, "model not found", "model_not_found"),
    "status_405": _status(405),
    "status_408": _status(408),
    "status_409": _status(409),
    "status_413": _status(413),
    "status_418": _status(418),
    "status_425": _status(425),
    "status_500": _status(500),
    "status_503": _status(503),
    "status_529": _status(529, "Overloaded", "overloaded_error"),
}


def _torn(value: Any) -> Any:
    return f"{value}\ud83d\x00" if isinstance(value, str) else value


def _tool_call() -> Iterable[bytes]:
    call = {"index": 0, "id": "1", "type": "function", "function": {"name": "move", "arguments": "{}"}}
    yield head(200, "text/event-stream")
    yield event({"role": "assistant", "content": None, "tool_calls": [call]})
    yield event({}, "tool_calls")
    yield b"data: [DONE]\n\n"


def _refusal() -> Iterable[bytes]:
    yield head(200, "text/event-stream")
    yield event({"role": "assistant", "content": None, "refusal": "I cannot help with that."})
    yield event({}, "stop")
    yield b"data: [DONE]\n\n"


def _error_in_stream() -> Iterable[bytes]:
    yield head(200, "text/event-stream")
    yield event({"role": "assistant", "content": "{"})
    yield b'data: {"error": {"message": "upstream went away", "type": "server_error", "code": 502}}\n\n'
