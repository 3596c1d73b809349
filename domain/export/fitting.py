"""Text in boxes of a picture, without a font at hand: widths are estimated and never too small for usual letters."""

import unicodedata
from collections.abc import Iterator
from html import escape

_WIDE = frozenset("WF")
_NARROW_WIDTH, _BROAD_WIDTH = 0.62, 0.9
_BROAD = frozenset("MWmw@%—…")


def width_of(text: str) -> float:
    """Estimated width, in font sizes."""
    return sum(_width(character) for character in text)


def _width(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0.0
    if unicodedata.east_asian_width(character) in _WIDE:
        return 1.0
    return _BROAD_WIDTH if character in _BROAD or ord(character) > 0x2FF else _NARROW_WIDTH


def lines_of(text: str, width: float, most: int) -> list[str]:
    """The text as at most so many lines of at most so many font sizes; the last ends with … where some is left out."""
    lines: list[str] = []
    rest = text.strip()
    while rest and len(lines) < most:
        cut = _cut(rest, width)
        lines.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    if rest and lines:
        lines[-1] = f"{lines[-1][: _cut(lines[-1], width - 1)].rstrip()}…"
    return lines


def _cut(text: str, width: float) -> int:
    """How many characters a line takes: up to a blank if one is near, never none, and marks stay with their letter."""
    end, taken = 0, 0.0
    for end, character in enumerate(text):
        taken += _width(character)
        if taken > width and end:
            break
    else:
        return len(text)
    blank = text.rfind(" ", 0, end + 1)
    if blank > end // 2:
        return blank
    while end > 1 and _width(text[end]) == 0.0:
        end -= 1
    return end


def safe(text: str) -> str:
    """The text for the inside of XML and its attributes; characters that XML does not know become U+FFFD."""
    return escape("".join(_known(text)))


def _known(text: str) -> Iterator[str]:
    for character in text:
        code = ord(character)
        is_known = code >= 0x20 and not 0xD800 <= code <= 0xDFFF and code not in (0xFFFE, 0xFFFF)
        yield character if is_known or character in "\t\n\r" else "\ufffd"
