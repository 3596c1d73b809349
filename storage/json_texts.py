"""JSON that PostgreSQL could not store as it is: JSONB refuses U+0000 and lone surrogates (rule SESSION-3)."""

import json
import re
from typing import Any

_KEY = "$json"
_REFUSED = re.compile(r"\\u0000|[\ud800-\udfff]")
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")


def storable(data: dict[str, Any]) -> dict[str, Any]:
    """The same data in a form that JSONB takes: unchanged, or its ASCII JSON as the only text in it.

    Two surrogates that stand for one character are that character afterwards, as in every JSON text.
    """
    # A backslash before "u0000" that is one of the text wraps too much, which does no harm.
    if data.keys() == {_KEY} or _REFUSED.search(json.dumps(data, ensure_ascii=False)):
        return {_KEY: json.dumps(data, separators=(",", ":"))}
    return data


def restored(data: dict[str, Any]) -> dict[str, Any]:
    """What ``storable`` was given."""
    if data.keys() == {_KEY}:
        whole: dict[str, Any] = json.loads(data[_KEY])
        return whole
    return data


def writable(text: str) -> str:
    """The text for a column of texts, with U+FFFD for each character that no such column holds."""
    return _UNWRITABLE.sub("\ufffd", text)
