"""Lines of iCalendar: what text is escaped to, and where a long line goes on (rule EXPORT-5)."""

from collections.abc import Iterable, Iterator

_LONGEST = 75
_ESCAPED = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n"})


def escaped(text: str) -> str:
    """A value of text; line breaks of any kind are kept, other control characters become spaces."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return "".join(c if c.isprintable() or c == "\n" else _shown(c) for c in lines).translate(_ESCAPED)


def _shown(character: str) -> str:
    # Joiners and marks of direction belong to the text; half of a surrogate pair has no encoding.
    if "\ud800" <= character <= "\udfff":
        return "\ufffd"
    return " " if character < " " or "\x7f" <= character <= "\x9f" else character


def encoded(lines: Iterable[str]) -> bytes:
    """The bytes of a file of these lines, none of which is longer than 75 octets."""
    return b"".join(part + b"\r\n" for line in lines for part in _folded(line))


def _folded(line: str) -> Iterator[bytes]:
    """The line cut between characters; what goes on begins with a blank."""
    part = b""
    for character in line:
        octets = character.encode()
        if len(part) + len(octets) > _LONGEST:
            yield part
            part = b" "
        part += octets
    yield part
