"""Texts on their way out: half of a surrogate pair, which few readers of JSON take, is told as U+FFFD (SESSION-3)."""

import re

_HALF_PAIR = re.compile("[\ud800-\udfff]")


def whole(text: str) -> str:
    """The text with U+FFFD for each half of a pair."""
    return _HALF_PAIR.sub("\ufffd", text)
