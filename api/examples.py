"""Examples for the OpenAPI description, put together from those of its parts."""

from collections.abc import Mapping
from typing import Any

Schema = Mapping[str, Any]

_BY_FORMAT = {"date-time": "2026-09-28T08:00:00Z", "date": "2026-09-28", "time": "08:00:00", "binary": ""}
# Words that say what stands there; where the type is another, the schema has an example of its own.
_BY_NAME = {
    "name": "概率论",
    "title": "期中复习",
    "content": "第三章 多维随机变量",
    "zone": "Asia/Shanghai",
    "location": "教三 201",
    "teacher": "王老师",
    "detail": "the run was cancelled",
    "summary": "已为 16 项任务预排时间",
}
_BY_TYPE: Mapping[str, Any] = {"string": "…", "integer": 1, "number": 1.5, "boolean": True, "null": None}


def example_of(schema: Schema, components: Mapping[str, Schema]) -> Any:
    """A value of the form of the schema.

    Args:
        components: the schemas that it may refer to, by name.
    """
    if "$ref" in schema:
        return example_of(components[schema["$ref"].rsplit("/", 1)[1]], components)
    for told in ("examples", "enum"):
        if schema.get(told):
            return schema[told][0]
    if "const" in schema or "default" in schema:
        return schema.get("const", schema.get("default"))
    for choice in (*schema.get("oneOf", ()), *schema.get("anyOf", ())):
        return example_of(choice, components)
    return _by_type(schema, components)


def _by_type(schema: Schema, components: Mapping[str, Schema]) -> Any:
    kind = schema.get("type")
    if kind == "object":
        return {
            name: _BY_NAME.get(name, example_of(part, components))
            for name, part in schema.get("properties", {}).items()
        }
    if kind == "array":
        return _items(schema, components)
    if kind == "integer":
        return schema.get("minimum", 1)
    return _BY_FORMAT.get(schema.get("format", ""), _BY_TYPE.get(str(kind)))


def _items(schema: Schema, components: Mapping[str, Schema]) -> list[Any]:
    if "prefixItems" in schema:
        return [example_of(part, components) for part in schema["prefixItems"]]
    return [example_of(schema["items"], components)] * max(1, schema.get("minItems", 1)) if "items" in schema else []
