"""Lines of an iCalendar file, whatever programs did to them on the way (rule IMPORT-27)."""

import re

_FOLD = re.compile(rb"(?:\r\n|\r|\n)[ \t]")
_END = re.compile(r"\r\n|\r|\n")
_PROPERTY = re.compile(r"[A-Za-z0-9-]+[;:]")
_TEXT = re.compile(r"(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT|X-ALT-DESC)[;:]", re.IGNORECASE)


def unfolded(content: bytes) -> bytes:
    """Join lines that were folded; as bytes, since programs fold in the middle of a character too."""
    return _FOLD.sub(b"", content)


def content_lines(text: str) -> str:
    """One line a property: blank ones are left out, and what a text goes on with after a line break is joined to it."""
    lines: list[str] = []
    for line in filter(str.strip, _END.split(text)):
        if lines and not _PROPERTY.match(line) and _TEXT.match(lines[-1]):
            lines[-1] += "\\n" + line
        else:
            lines.append(line)
    return "".join(f"{line}\r\n" for line in lines)
