"""What a setting may be, in words, as its JSON schema has it."""

from collections.abc import Mapping, Sequence
from typing import Any


def allowed(schema: Mapping[str, Any]) -> str | None:
    """What a value must be, such as ``must be a number above 0 and up to 600``; None where the schema says too little.

    Args:
        schema: of one field; alternatives that are null are left out.
    """
    for part in schema.get("anyOf", [schema]):
        if "enum" in part:
            return f"must be {_or(part['enum'])}"
        if part.get("type") in ("integer", "number"):
            return f"must be {_number(part)}"
        if part.get("type") == "boolean":
            return "must be true or false"
        if part.get("type") == "object":
            return "must be a JSON object"
        if "maxLength" in part and "pattern" not in part:
            return f"must be a text of {part.get('minLength', 0)} to {part['maxLength']} characters"
    return None


def _or(values: Sequence[Any]) -> str:
    *most, last = [repr(value) for value in values]
    return f"{', '.join(most)} or {last}" if most else last


def _number(part: Mapping[str, Any]) -> str:
    kind = "a whole number" if part["type"] == "integer" else "a number"
    bounds = {"exclusiveMinimum": "above", "minimum": "from", "exclusiveMaximum": "below", "maximum": "up to"}
    said = " and ".join(f"{words} {part[name]:g}" for name, words in bounds.items() if name in part)
    return f"{kind} {said.replace(' and up to', ' to') if 'minimum' in part else said}".strip()
