"""Which values do not fit the schema of an argument, by a reading of rule TOOL-4 that shares no code with the tools."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]
Flaw = tuple[str, object]
"""Where a value does not fit, and that value."""

DEEP: list[Any] = []
for _ in range(5_000):
    DEEP = [DEEP]

JUNK: list[Any] = [
    *(True, False, 0, -1, 13, 10**9, -(10**9), 10**20, 10**5_000, 1.5, 1e300, math.nan, math.inf, -math.inf),
    *("", " ", "x", "true", "null", "1.0", "1_0", "0x1", "99999999999", "9" * 5_000, "٣", "\ud800", "a\nb", "一" * 300),
    *([], [[]], [None], [True], ["x"], [1, "2", 3.5], [{"a": 1}], [1, [2]], {}, {"a": {"b": [None]}}, {"": 1}, DEEP),
    *(b"1", object(), {1, 2}, 1j, (1, True), range(3), len),
]
"""Values of every kind; each fits few arguments or none."""


def quoted(value: object) -> str:
    """As a sentence shows a value: as JSON, or by its type, on at most 60 characters."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        text = type(value).__name__
    text = re.sub("[\ud800-\udfff]", "?", text)
    return text if len(text) <= 60 else text[:59] + "…"


def plain(schema: Schema, whole: Schema) -> Schema:
    """The schema without its null and its reference."""
    for choice in schema.get("anyOf", []):
        if choice != {"type": "null"}:
            return plain(choice, whole)
    if "$ref" in schema:
        return plain(whole["$defs"][schema["$ref"].rpartition("/")[2]], whole)
    return schema


def flaws(schema: Schema, whole: Schema, value: Any, path: str) -> Iterator[Flaw]:
    """Every place inside a value that does not fit; none where all of it does."""
    asked = plain(schema, whole)
    if asked["type"] == "array":
        many = isinstance(value, list | tuple)
        for number, item in enumerate(value if many else [value]):
            yield from flaws(asked["items"], whole, item, f"{path}[{number}]" if many else path)
    elif asked["type"] == "object":
        yield from _in_object(asked, whole, value, path)
    elif not _fits(asked, value):
        yield path, value


def _in_object(asked: Schema, whole: Schema, value: Any, path: str) -> Iterator[Flaw]:
    if not isinstance(value, dict):
        yield path, value
        return
    for name, inner in value.items():
        if name in asked["properties"] and inner is not None:
            yield from flaws(asked["properties"][name], whole, inner, f"{path}.{name}")


def _fits(asked: Schema, value: Any) -> bool:
    if asked["type"] == "boolean":
        return isinstance(value, bool)
    if asked["type"] == "integer":
        number = _number(value)
        return number is not None and asked.get("minimum", -math.inf) <= number <= asked.get("maximum", math.inf)
    if not isinstance(value, str) or re.search("[\ud800-\udfff]", value):
        return False
    return value in asked["enum"] if "enum" in asked else len(value.strip()) <= asked["maxLength"]


def _number(value: Any) -> int | None:
    """A whole number of at most nine digits, however it is given."""
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,30}\s*", value):
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not -(10**9) < value < 10**9:
        return None
    return int(value) if value == int(value) else None
