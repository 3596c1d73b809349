"""Keys that must show nowhere, whatever an endpoint or a model writes (rule MODEL-19)."""

import re
from collections.abc import Iterable
from typing import Final, Self

from domain.models.endpoint import Endpoint

HIDDEN: Final = "[key]"
"""What stands in the place of a key."""

SHORTEST: Final = 6
"""A shorter key, such as ``none``, is a word like any other and protects nothing; it is not looked for."""

# A JSON text may lie in another, each of which doubles the backslashes.
_MOST_BACKSLASHES: Final = 8


class Secrets:
    """The keys of all endpoints, found in texts as they are, in other case, and with the escapes of JSON."""

    def __init__(self, keys: Iterable[str] = ()) -> None:
        """``keys``: printable ASCII, as the settings have them."""
        known = sorted({key for key in keys if len(key) >= SHORTEST}, key=len, reverse=True)
        self._plain = tuple(key.lower() for key in known)
        self._written = re.compile("|".join(map(_written, known)), re.IGNORECASE) if known else None

    @classmethod
    def of(cls, endpoints: Iterable[Endpoint]) -> Self:
        """The keys of these endpoints."""
        return cls(endpoint.key.get_secret_value() for endpoint in endpoints if endpoint.key)

    def hidden(self, text: str) -> str:
        """The text with ``[key]`` for every key in it."""
        return text if self._written is None else self._written.sub(HIDDEN, text)

    def settled(self, text: str) -> int:
        """How much of a text that goes on may be told: behind that a key may have begun that is not at its end yet."""
        if self._written is None:
            return len(text)
        longest = len(self._plain[0])
        lower = text.lower() if text.isascii() else "".join(c.lower() if c.isascii() else c for c in text)
        starts = range(max(0, len(text) - longest + 1), len(text))
        settled = next((at for at in starts if any(key.startswith(lower[at:]) for key in self._plain)), len(text))
        # What is held back must not begin in the middle of a key that is there already.
        for found in self._written.finditer(text):
            if found.start() < settled < found.end():
                return found.start()
        return settled


def _written(key: str) -> str:
    """A pattern of every way in which JSON may write a key."""
    slashes = rf"\\{{0,{_MOST_BACKSLASHES}}}"
    return "".join(rf"{slashes}(?:{re.escape(letter)}|u00{ord(letter):02x})" for letter in key)
