"""Values that a schema allows, and values that it must refuse."""

from collections.abc import Iterator, Mapping
from typing import Any

from hypothesis import strategies as st

Schema = Mapping[str, Any]

KEYWORDS = {
    *("type", "enum", "const", "anyOf", "$ref", "$defs"),
    *("properties", "required", "additionalProperties", "items", "minItems", "maxItems"),
    *("minLength", "maxLength", "minimum", "maximum"),
}
"""What grammars of llama.cpp and strict modes take."""


def parts(schema: Schema) -> Iterator[Schema]:
    """The schema and all schemas in it."""
    yield schema
    inner = [*schema.get("$defs", {}).values(), *schema.get("properties", {}).values(), *schema.get("anyOf", [])]
    for part in [*inner, *([schema["items"]] if "items" in schema else [])]:
        yield from parts(part)


def instances(schema: Schema, defs: Schema | None = None) -> st.SearchStrategy[Any]:
    """Any value that the schema allows."""
    known = schema.get("$defs", {}) if defs is None else defs
    if "$ref" in schema:
        return instances(known[schema["$ref"].rpartition("/")[2]], known)
    if "anyOf" in schema:
        return st.one_of([instances(part, known) for part in schema["anyOf"]])
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    if schema["type"] == "object":
        return st.fixed_dictionaries({key: instances(part, known) for key, part in schema["properties"].items()})
    return _plain(schema, known)


def _plain(schema: Schema, known: Schema) -> st.SearchStrategy[Any]:
    match schema["type"]:
        case "array":
            items = instances(schema["items"], known)
            return st.lists(items, min_size=schema["minItems"], max_size=schema["maxItems"])
        case "string":
            return st.text(min_size=schema["minLength"], max_size=schema["maxLength"])
        case "integer":
            return st.integers(schema["minimum"], schema["maximum"])
        case _:
            return st.booleans()


def spoiled(value: Any, schema: Schema, defs: Schema | None = None) -> Iterator[Any]:
    """The value with one thing wrong at a time: an invented choice, a key more or less, a list or text too long."""
    known = schema.get("$defs", {}) if defs is None else defs
    if "$ref" in schema:
        yield from spoiled(value, known[schema["$ref"].rpartition("/")[2]], known)
    elif "anyOf" in schema:
        fitting = [part for part in schema["anyOf"] if _fits(value, part, known)]
        yield from spoiled(value, fitting[0], known)
    elif "enum" in schema or "const" in schema:
        yield from (99_999, "第99周周一", "week 99 Monday", None, [])
    elif schema["type"] == "object":
        yield from _spoiled_object(value, schema, known)
    elif schema["type"] == "array":
        yield [*value, *value, *["x"] * (schema["maxItems"] + 1)]
        yield from (
            [*value[:at], wrong, *value[at + 1 :]]
            for at, v in enumerate(value)
            for wrong in spoiled(v, schema["items"], known)
        )
    elif schema["type"] == "string":
        yield from ("x" * (schema["maxLength"] + 1), 3, None, {})
    elif schema["type"] == "integer":
        yield from (schema["maximum"] + 1, schema["minimum"] - 1, "x", None)


def _spoiled_object(value: Any, schema: Schema, known: Schema) -> Iterator[Any]:
    yield {**value, "extra": 1}
    for key, part in schema["properties"].items():
        yield {name: inner for name, inner in value.items() if name != key}
        yield from ({**value, key: wrong} for wrong in spoiled(value[key], part, known))


def _fits(value: Any, schema: Schema, known: Schema) -> bool:
    whole = known[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    return bool(value["tool"] == whole["properties"]["tool"].get("const"))


def longest(schema: Schema, defs: Schema | None = None) -> Any:
    """The value that takes the most characters, all of them Chinese."""
    known = schema.get("$defs", {}) if defs is None else defs
    if "$ref" in schema:
        return longest(known[schema["$ref"].rpartition("/")[2]], known)
    if "anyOf" in schema:
        return max((longest(part, known) for part in schema["anyOf"]), key=lambda value: len(str(value)))
    if "enum" in schema or "const" in schema:
        return max(schema.get("enum", [schema.get("const")]), key=lambda value: len(str(value)))
    match schema["type"]:
        case "object":
            return {key: longest(part, known) for key, part in schema["properties"].items()}
        case "array":
            return [longest(schema["items"], known)] * schema["maxItems"]
        case "string":
            return "周" * schema["maxLength"]
        case "integer":
            return schema["maximum"]
    return False
