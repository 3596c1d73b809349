"""Values that a room's devices have, and how they are compared and written (rules LEARN-3 and LEARN-18)."""

import unicodedata
from collections.abc import Mapping
from typing import Final

Value = bool | int | float | str
"""Of one key: a switch, a number or a word."""

Values = Mapping[str, Value]
"""Values by key, all of a room or some of them."""

_NOT_WRITTEN: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")


def same(one: Value | None, other: Value | None) -> bool:
    """Whether both are one value; true is not 1, and 22 is 22.0."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def written(text: str) -> str:
    """The text without control and formatting characters, line breaks and halves of a pair of surrogates."""
    return "".join(letter for letter in text if unicodedata.category(letter) not in _NOT_WRITTEN).strip()


def whole(number: int | float) -> int | float:
    """The number as an integer where it is one."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def figure(number: int | float) -> str:
    """A number as people write it: without a fraction where it has none, else at most two places."""
    return str(whole(round(number, 2)))
