"""The text of a file in whichever encoding it was saved (rule IMPORT-1)."""

import codecs
import re

from domain.errors import InvalidCalendar

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_SAMPLE = 1000
# An old end-of-file mark may close a text.
_BINARY = re.compile(r"[\0-\x08\x0e-\x19\x1b\x1c-\x1f]|\x1a(?!\Z)")

_ASCII_WORDS = re.compile(rb"[A-Za-z:\-]{8}")
_KINDS = (
    (b"PK\x03\x04", "a workbook of a spreadsheet or another archive: save its table as CSV"),
    (b"\xd0\xcf\x11\xe0", "an old workbook of a spreadsheet: save its table as CSV"),
    (b"%PDF", "a PDF: export the timetable as .ics, or copy its table into a CSV file"),
)


def decoded(content: bytes) -> str:
    """The text of a file in UTF-8, in UTF-16, or in GB18030, which holds GBK and GB2312.

    Raises:
        InvalidCalendar: it is in none of these, or no text.
    """
    for mark, kind in _KINDS:
        if content.startswith(mark):
            raise InvalidCalendar(f"the file is {kind}")
    for encoding in _likely(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        control = _BINARY.search(text)
        if control is None:
            return text.lstrip("\ufeff")
        if encoding == "utf-8":
            line = text.count("\n", 0, control.start()) + 1
            raise InvalidCalendar(f"the file holds the control character {control[0]!r} in line {line}: take it out")
    raise InvalidCalendar(f"the file is not UTF-8{_where(content)}, nor UTF-16 or GBK: save it as UTF-8")


def _likely(content: bytes) -> tuple[str, ...]:
    """The encodings to try, in this order; half of a UTF-16 text without a mark are zeros where its words are Latin,
    and no such word stands in it byte by byte."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return (encoding,)
    sample = content[:_SAMPLE]
    if b"\0" in sample and not _ASCII_WORDS.search(sample):
        return ("utf-16-le",) if sample[1::2].count(0) >= sample[::2].count(0) else ("utf-16-be",)
    return ("utf-8", "gb18030")


def _where(content: bytes) -> str:
    try:
        content.decode()
    except UnicodeDecodeError as error:
        return f" at byte {error.start}"
    return ""
