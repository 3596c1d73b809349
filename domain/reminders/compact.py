"""JSON as models read it: one line, keys in the order given, everything raw that text may hold (rule REMIND-19)."""

import json
import re

_SURROGATE = re.compile(r"[\ud800-\udfff]")


def compact_json(value: object) -> str:
    """The JSON value without spaces; control characters are lower-case escapes, as are surrogates that have no pair."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    if _SURROGATE.search(text) is None:
        return text
    return _SURROGATE.sub(_escaped, _paired(text))


def _paired(text: str) -> str:
    """Two surrogates that make up a character become that character."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _escaped(lone: re.Match[str]) -> str:
    return f"\\u{ord(lone.group()):04x}"
