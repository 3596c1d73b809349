"""Ends of ids, short enough to be typed (rule MEMORY-50)."""

from collections.abc import Iterable
from typing import Final

FEWEST: Final = 5
"""Characters that an end has at least."""


def short_end(one: str, known: Iterable[str]) -> str:
    """The shortest end of an id that is neither the end nor the beginning of another of those that are known."""
    others = [each for each in known if each != one]
    for length in range(FEWEST, len(one)):
        end = one[-length:]
        if not any(other.endswith(end) or other.startswith(end) for other in others):
            return end
    return one
