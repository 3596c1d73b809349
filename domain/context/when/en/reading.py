"""English words about time, read to meanings (rules WHEN-40 and up)."""

import re

from domain.context.when.meanings import Chain, Reading, Shifted

_DAYS = re.compile(r"\b(yesterday|today|tomorrow)\b", re.IGNORECASE)
_OFFSETS = {"yesterday": -1, "today": 0, "tomorrow": 1}


def read_times(text: str) -> list[Reading]:
    """Every time that a text names in English, with positions in the text as given."""
    return [
        Reading(found.start(), found.end(), Chain((Shifted("day", _OFFSETS[found[1].lower()]),)))
        for found in _DAYS.finditer(text)
    ]
