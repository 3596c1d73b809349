"""Files as bodies: the types they may come as, and how the description tells them (rule IMPORT-22)."""

from collections.abc import Sequence
from email.message import Message
from typing import Any

from fastapi import Request
from pydantic import BaseModel

from domain.errors import UnsupportedMediaType


async def uploaded(request: Request, media_types: Sequence[str]) -> bytes:
    """The body of a request, as large as its route may take, of one of several types; the first is the usual one.

    Raises:
        UnsupportedMediaType: the request says that its body is of another type.
    """
    header = request.headers.get("content-type", "").strip()
    if header and _media_type(header) not in media_types:
        named = f"{', '.join(media_types[:-1])} or {media_types[-1]}"
        advice = f"send it as {named}, with curl: -H 'Content-Type: {media_types[0]}'"
        raise UnsupportedMediaType(f"the body is of the type {header[:80]!r}: {advice}")
    return await request.body()


def _media_type(header: str) -> str:
    parsed = Message()
    parsed["content-type"] = header
    return parsed.get_content_type()


def file_body(contents: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The OpenAPI request body of a file, by media type."""
    return {"requestBody": {"required": True, "content": contents}}


def schema_of(model: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a model in one piece, for a body that the framework does not read itself."""
    schema = model.model_json_schema(mode="validation")
    definitions = schema.pop("$defs", {})
    whole = _inlined(schema, definitions)
    assert isinstance(whole, dict)
    return whole


def _inlined(part: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(part, list):
        return [_inlined(one, definitions) for one in part]
    if not isinstance(part, dict):
        return part
    if "$ref" in part:
        return _inlined(definitions[part["$ref"].rsplit("/", 1)[1]], definitions)
    return {name: _inlined(value, definitions) for name, value in part.items()}
