"""What a model server is asked and what it says, as bytes of HTTP/1.1."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import BaseModel

_SCHEMA = re.compile(r"^\{.*\}$", re.MULTILINE)
_NAMED = re.compile(r"`(\w+)`")
_PIECE = 24


@dataclass(frozen=True)
class Asked:
    """One request as the server read it."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def system(self) -> str:
        return str(self.body["messages"][0]["content"])

    @property
    def user(self) -> str:
        return str(self.body["messages"][-1]["content"])

    @property
    def mode(self) -> str:
        """How JSON was asked for: ``json_schema``, ``json_object`` or ``prompt``."""
        return str(self.body.get("response_format", {}).get("type", "prompt"))

    @property
    def name(self) -> str:
        """Name of the prompt, such as ``react``: it and the schema stand in the system prompt in every mode."""
        return _NAMED.findall(self.system)[-1] if _NAMED.search(self.system) else ""

    @cached_property
    def schema(self) -> dict[str, Any]:
        found = _SCHEMA.findall(self.system)
        return dict(json.loads(found[-1])) if found else {}


@dataclass(frozen=True)
class Said:
    """One completion: what a server with all its wits about it sends, unless a field says otherwise."""

    content: str | None
    reasoning: str = ""
    reasoning_field: str = "reasoning_content"
    finish_reason: str | None = "stop"
    usage: Mapping[str, Any] | None = field(
        default_factory=lambda: {"prompt_tokens": 321, "completion_tokens": 45, "total_tokens": 366}
    )


Answering = Callable[[Asked], "Said | BaseModel | Mapping[str, Any] | str"]


def said(answer: Said | BaseModel | Mapping[str, Any] | str) -> Said:
    """Whatever a script answered, as a completion."""
    if isinstance(answer, Said):
        return answer
    if isinstance(answer, BaseModel):
        return Said(answer.model_dump_json(by_alias=True))
    return Said(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False))


def head(status: int, content_type: str, headers: Mapping[str, str] | None = None, length: int | None = None) -> bytes:
    lines = [f"HTTP/1.1 {status} Whatever", f"Content-Type: {content_type}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    lines += [f"Content-Length: {length}"] if length is not None else []
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


def whole(
    status: int, body: bytes, content_type: str = "application/json", headers: Mapping[str, str] | None = None
) -> bytes:
    return head(status, content_type, headers, len(body)) + body


def error(status: int, headers: Mapping[str, str] | None = None, **fields: Any) -> bytes:
    """An error as OpenAI's own server words it."""
    return whole(status, json.dumps({"error": fields}).encode(), headers=headers)


def event(delta: Mapping[str, Any] | None, finish_reason: str | None = None, **more: Any) -> bytes:
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish_reason}]
    chunk = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": choices, **more}
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


def streamed(answer: Said, ends: bool = True) -> Iterator[bytes]:
    """A completion in pieces; without its end it stops before the reason for which it finished."""
    yield head(200, "text/event-stream")
    yield event({"role": "assistant", "content": None if answer.content is None else ""})
    for piece in _pieces(answer.reasoning):
        yield event({answer.reasoning_field: piece})
    for piece in _pieces(answer.content or ""):
        yield event({"content": piece})
    if ends:
        yield event({}, answer.finish_reason)
        if answer.usage is not None:
            yield event(None, usage=dict(answer.usage))
        yield b"data: [DONE]\n\n"


def at_once(answer: Said) -> bytes:
    """The same as one JSON body, from a server that does not stream."""
    message = {"role": "assistant", "content": answer.content}
    choice = {"index": 0, "message": message, "finish_reason": answer.finish_reason}
    body = {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice]}
    return whole(200, json.dumps(body | {"usage": answer.usage}).encode())


def _pieces(text: str) -> Iterator[str]:
    return (text[start : start + _PIECE] for start in range(0, len(text), _PIECE))
