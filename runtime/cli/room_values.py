"""Settings of a room as they are written on the command line (rule CLI-50)."""

from collections.abc import Sequence
from typing import Final

from domain.errors import InvalidInput
from domain.preparation.keys import Ranges
from domain.preparation.values import Value, whole

_SWITCHES: Final = {"on": True, "true": True, "开": True, "off": False, "false": False, "关": False}
_SHOWN: Final = 40


def room_values(given: Sequence[str], ranges: Ranges) -> dict[str, Value]:
    """The settings, each as what its key takes; of a key that the room does not name, as what it looks like.

    Raises:
        InvalidInput: one is no ``KEY=VALUE``, or a key is given twice.
    """
    values: dict[str, Value] = {}
    for one in given:
        key, equals, text = one.partition("=")
        key = key.strip()
        if not equals or not key or not text.strip():
            raise InvalidInput(f"{one[:_SHOWN]!r} is no KEY=VALUE: write such as hvac_target_temp=22")
        if key in values:
            raise InvalidInput(f"{key[:_SHOWN]!r} is given twice: give it one value")
        values[key] = _value(text.strip(), ranges[key].kind if key in ranges else None)
    return values


def _value(text: str, kind: str | None) -> Value:
    if kind in (None, "switch") and text.lower() in _SWITCHES:
        return _SWITCHES[text.lower()]
    number = None if kind in ("switch", "choice") else _number(text)
    return text if number is None else number


def _number(text: str) -> int | float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    # What is no number of JSON stays a text, which the API refuses where a number is meant.
    return whole(number) if abs(number) < float("inf") else None
