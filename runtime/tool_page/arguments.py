"""Arguments of a tool as rows of a table, read off their JSON schema."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

Schema = Mapping[str, Any]
Row = tuple[str, str, str, str, str, str]

HEADINGS: Row = ("argument", "type", "allowed", "required", "default", "meaning")
_NOTHING = "–"


def argument_rows(schema: Schema) -> Iterator[Row]:
    """One row per argument; those of objects in a list follow it as ``list[].argument``."""
    yield from _rows(schema, schema.get("$defs", {}), "")


def _rows(schema: Schema, definitions: Schema, prefix: str) -> Iterator[Row]:
    for name, field in schema["properties"].items():
        inner = _inner(field)
        nested = definitions.get(inner.get("$ref", "").rpartition("/")[2])
        yield (
            f"`{prefix}{name}`",
            _type(field, "object" if nested else inner["type"]),
            _allowed(inner),
            "yes" if name in schema.get("required", ()) else "no",
            _default(field),
            field["description"],
        )
        if nested:
            yield from _rows(nested, definitions, f"{prefix}{name}[].")


def _inner(field: Schema) -> Schema:
    """What a value is, leaving aside that it may be left out or stand in a list."""
    chosen: Schema = next((kind for kind in field.get("anyOf", ()) if kind.get("type") != "null"), field)
    items: Schema = chosen.get("items", chosen)
    return items


def _type(field: Schema, name: str) -> str:
    return f"list of {name}" if "items" in field else name


def _allowed(value: Schema) -> str:
    if "enum" in value:
        return ", ".join(f"`{choice}`" for choice in value["enum"])
    if "maxLength" in value:
        return f"at most {value['maxLength']} characters"
    return f"{value['minimum']} to {value['maximum']}" if "minimum" in value else _NOTHING


def _default(field: Schema) -> str:
    value = field.get("default")
    return _NOTHING if value in (None, []) else f"`{json.dumps(value, ensure_ascii=False)}`"
