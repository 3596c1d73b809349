"""The compose file as Compose reads it, and the variables that an operator gives it."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[2]
DOCUMENT: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
SERVICES: dict[str, dict[str, Any]] = DOCUMENT["services"]
OURS = ("migrate", "worker", "api", "codec")
JOBS = ("temporal-schema", "temporal-namespace", "migrate")

_VARIABLE = re.compile(r"\$\{(?P<name>\w+)(?:(?P<kind>:[-?])(?P<rest>[^}]*))?\}")
_LINE = re.compile(r"^(?P<optional># )?(?P<name>[A-Z_]+)=(?P<value>.*)$", re.MULTILINE)

# What an operator puts into .env, made as .env.example says.
FILLED = {
    "POSTGRES_PASSWORD": "5f0c6f3b9d1e4a0c",
    "DAYWRIGHT_DB_PASSWORD": "aa0c6f3b9d1e4a0c",
    "TEMPORAL_DB_PASSWORD": "bb0c6f3b9d1e4a0c",
    "DAYWRIGHT_CODEC_KEYS": "k1:" + "A" * 43 + "=",
    "DAYWRIGHT_PUBLIC_URL": "https://daywright.example.com",
}


def example() -> dict[str, tuple[bool, str]]:
    """The variables of .env.example: whether each is optional, and the value that stands there."""
    text = (ROOT / ".env.example").read_text()
    return {line["name"]: (line["optional"] is not None, line["value"]) for line in _LINE.finditer(text)}


def variables(node: Any) -> Iterator[tuple[str, str | None]]:
    """Every variable in a part of the file, with its default; None for one that is required."""
    if isinstance(node, dict):
        node = list(node.values())
    if isinstance(node, list):
        for inner in node:
            yield from variables(inner)
    elif isinstance(node, str):
        for found in _VARIABLE.finditer(node):
            assert found["kind"], f"{found[0]} has neither a default nor a sentence for when it is missing"
            yield found["name"], found["rest"] if found["kind"] == ":-" else None


def resolved(node: Any, given: Mapping[str, str]) -> Any:
    """A part of the file with its variables replaced.

    Raises:
        KeyError: a required variable is not given.
    """
    if isinstance(node, dict):
        return {key: resolved(value, given) for key, value in node.items()}
    if isinstance(node, list):
        return [resolved(value, given) for value in node]
    if not isinstance(node, str):
        return node
    defaults = dict(variables(node))

    def value(found: re.Match[str]) -> str:
        name = found["name"]
        default = defaults[name]
        return given.get(name, "") or (default if default is not None else _missing(name))

    return _VARIABLE.sub(value, node)


def _missing(name: str) -> str:
    raise KeyError(name)


def environment(service: str, given: Mapping[str, str] = FILLED) -> dict[str, str]:
    """The environment of a service as its container gets it."""
    return dict(resolved(SERVICES[service]["environment"], given))
