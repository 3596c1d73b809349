"""Chinese words about time, read to meanings (rules WHEN-20 to WHEN-39)."""

import re

from domain.context.when.meanings import Chain, Reading, Shifted

_DAYS = re.compile("昨天|今天|明天")
_OFFSETS = {"昨天": -1, "今天": 0, "明天": 1}


def read_times(text: str) -> list[Reading]:
    """Every time that a text names in Chinese, with positions in the text as given."""
    return [
        Reading(found.start(), found.end(), Chain((Shifted("day", _OFFSETS[found[0]]),)))
        for found in _DAYS.finditer(text)
    ]
