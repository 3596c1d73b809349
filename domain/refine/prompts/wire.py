"""Forms of answers as they go over the wire (rule ASK-2)."""

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model
from typing_extensions import TypeAliasType

_LEFT_OUT = ("title", "default", "description", "discriminator")


class Wire(BaseModel):
    """Base of all answers: no key that is not asked for, and a schema that every kind of server takes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @classmethod
    def model_json_schema(cls, *args: Any, **settings: Any) -> dict[str, Any]:
        """The schema in plain words: ``anyOf`` for unions, no titles, no defaults."""
        plain: dict[str, Any] = _plain(super().model_json_schema(*args, **settings))
        return plain


def form(name: str, /, **fields: Any) -> type[Wire]:
    """A form with exactly these keys, each required, in this order: models write them from first to last.

    Args:
        name: name of the form.
        fields: type of each key.
    """
    required: dict[str, Any] = {key: (kind, ...) for key, kind in fields.items()}
    return create_model(name, __base__=Wire, **required)


def one_of(values: Iterable[Any], name: str | None = None) -> Any:
    """The type of exactly these values; with a name it stands once in the schema, however often it is used."""
    kind = Literal[tuple(values)]  # type: ignore[valid-type]  # the values are those of the case at hand
    return kind if name is None else TypeAliasType(name, kind)


def text(most: int, least: int = 0) -> Any:
    """A text of at most that many characters."""
    return Annotated[str, Field(min_length=least, max_length=most)]


def listing(kind: Any, most: int, least: int = 0) -> Any:
    """A list of at most that many."""
    return Annotated[tuple[kind, ...], Field(min_length=least, max_length=most)]


def between(least: int, most: int) -> Any:
    """A whole number, both ends allowed."""
    return Annotated[int, Field(ge=least, le=most)]


def _plain(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_plain(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {
        "anyOf" if key == "oneOf" else key: _members(value) if key in ("properties", "$defs") else _plain(value)
        for key, value in schema.items()
        if key not in _LEFT_OUT
    }
    if "const" in plain or "enum" in plain:
        plain.pop("type", None)
    if "properties" in plain:
        plain.setdefault("required", [])
    return plain


def _members(parts: dict[str, Any]) -> dict[str, Any]:
    """A key of an answer may be called as a word of the schema language."""
    return {name: _plain(part) for name, part in parts.items()}
