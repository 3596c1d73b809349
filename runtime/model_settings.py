"""Which model endpoints the settings name (rule MODEL-17). Nothing here reads the environment."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final, Never

from pydantic import SecretStr, ValidationError

from domain.errors import InvalidInput
from domain.models.endpoint import Endpoint
from runtime.allowed_values import allowed

_VARIABLES: Final = {
    "preset": "DAYWRIGHT_MODEL_PRESET",
    "base_url": "DAYWRIGHT_MODEL_URL",
    "model": "DAYWRIGHT_MODEL_NAME",
    "key": "DAYWRIGHT_MODEL_KEY",
}
_LIST: Final = "DAYWRIGHT_MODELS"
# Of these a wrong value may be quoted; any other may hold a secret, if only by mistake.
_QUOTED: Final = frozenset(Endpoint.model_fields) - {"base_url", "key", "model", "extra_body"}
_FIELDS: Final = Endpoint.model_json_schema()["properties"]
_NEEDED: Final = 'write {"id": "a", "base_url": "…", "model": "…"}, or a preset in place of base_url'
_TEXTS: Final = {
    "id": "must be a text",
    "base_url": "must be an http or https address of 500 characters at most",
    "key": "must be a text",
    "model": "must be the name of a model",
}
_HOST: Final = re.compile(r"[\w.-]+|\[?[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*:[0-9A-Fa-f:.%\w]*\]?")
_PLAIN: Final = re.compile(r"[A-Za-z_]{1,24}")
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})


def one_endpoint(given: Mapping[str, Any]) -> tuple[Endpoint, ...]:
    """The endpoint of the four single variables, if one of them is set; its id is ``default``.

    Raises:
        InvalidInput: a variable is missing or cannot be used; named, and quoted where it holds no secret.
    """
    said = {name: value for name, value in given.items() if value is not None}
    if not said:
        return ()
    if not {"preset", "base_url"} & said.keys():
        raise InvalidInput(f"{_VARIABLES[min(said)]} is set, but not where: set DAYWRIGHT_MODEL_URL too")
    if "model" not in said:
        raise InvalidInput("DAYWRIGHT_MODEL_NAME is missing: set it to the name of the model at that endpoint")
    try:
        return (Endpoint.model_validate(said),)
    except ValidationError as error:
        name, sentence = _wrong(error)
        raise InvalidInput(f"{_VARIABLES.get(name, name)} {sentence}") from None


def listed_endpoints(text: SecretStr | None) -> tuple[Endpoint, ...]:
    """The endpoints of the JSON list.

    Raises:
        InvalidInput: it is no such list; the message says where, and holds no secret.
    """
    if text is None:
        return ()
    try:
        rows = json.loads(text.get_secret_value(), parse_constant=_refused)
    except (ValueError, RecursionError) as error:
        place = f" (character {error.pos + 1})" if isinstance(error, json.JSONDecodeError) else ""
        raise InvalidInput(f'{_LIST} is no JSON{place}: write [{{"id": "a", "base_url": "…", "model": "…"}}]') from None
    if not isinstance(rows, list):
        raise InvalidInput(f'{_LIST} is no list: write [{{"id": "a", "base_url": "…", "model": "…"}}]')
    return tuple(_row(number, row) for number, row in enumerate(rows))


def bare_hosts(text: str) -> str:
    """A list of hosts as it was given.

    Raises:
        ValueError: one of them is more than a host.
    """
    for host in map(str.strip, text.split(",")):
        if host and not _HOST.fullmatch(host):
            raise ValueError(f"{host!r} is no host: write names or addresses alone, such as gpu.lan, 10.0.0.7 or ::1")
    return text


def distinct(endpoints: tuple[Endpoint, ...]) -> tuple[Endpoint, ...]:
    """The same endpoints, each known by an id of its own.

    Raises:
        InvalidInput: two have the same id.
    """
    ids = [endpoint.id for endpoint in endpoints]
    if twice := next((one for one in ids if ids.count(one) > 1), None):
        raise InvalidInput(f"{_LIST} makes two endpoints with the id {twice!r}: give each its own")
    return endpoints


def _row(number: int, row: object) -> Endpoint:
    try:
        return Endpoint.model_validate(row)
    except ValidationError as error:
        name, sentence = _wrong(error)
        raise InvalidInput(f"{_LIST}[{number}]{f'.{name}' if name else ''} {sentence}") from None


def _wrong(error: ValidationError) -> tuple[str, str]:
    """The field that is wrong, and how: its value where that holds no secret, and what it may be."""
    first = error.errors(include_url=False, include_context=False)[0]
    name = str(first["loc"][0]) if first["loc"] else ""
    if first["type"] == "missing":
        return name, f"is missing: {_NEEDED}"
    if first["type"] == "extra_forbidden":
        # What stands in the place of a name may be anything, even a key.
        known = ", ".join(_FIELDS)
        return name if _PLAIN.fullmatch(name) else "?", f"is no field of an endpoint: the fields are {known}"
    if not name:
        return name, f"is no endpoint: {_NEEDED}"
    said = first["msg"].removeprefix("Value error, ")
    must = said if first["type"] == "value_error" else _must_be(name, said)
    if said.startswith("is missing"):
        return name, said
    may_be_said = name in _QUOTED and not isinstance(first["input"], dict | list)
    return name, f"is {first['input']!r}: {must}" if may_be_said else f"is wrong: {must}"


def _must_be(name: str, otherwise: str) -> str:
    return allowed(_FIELDS[name]) or _TEXTS.get(name, otherwise)


def _refused(name: str) -> Never:
    raise ValueError(f"{name} is no number of JSON")
