"""Text measured in terminal cells, in which a CJK character takes two (rule PREVIEW-10)."""

from collections.abc import Iterable

from rich.cells import cell_len, chop_cells, set_cell_size

ELLIPSIS = "…"
MAX_ROWS = 50
OPENING = "「（《“‘("
CLOSING = "」）》”’)，。、；：！？,.;:!?…·"


def printable(text: str) -> str:
    """The text on one line without control and format characters, so that no name can steer the terminal."""
    spaced = "".join(" " if char.isspace() else char for char in text)
    return " ".join("".join(char for char in spaced if char.isprintable()).split())


def padded(text: str, width: int) -> str:
    """The text in exactly ``width`` cells; what does not fit is cut and marked with an ellipsis."""
    if cell_len(text) > width:
        text = set_cell_size(text, width - 1).rstrip() + ELLIPSIS
    return set_cell_size(text, width)


def first_fit(candidates: Iterable[str], width: int) -> str:
    """The first candidate that fits, or nothing."""
    return next((text for text in candidates if cell_len(text) <= width), "")


def wrapped(text: str, width: int, rows: int = MAX_ROWS) -> list[str]:
    """The text in at most ``rows`` lines of at most ``width`` cells; the last one ends in an ellipsis if cut.

    Lines end at a space or beside a CJK character, never before closing punctuation; a longer word is cut.
    """
    lines: list[str] = []
    while text and len(lines) < rows:
        if cell_len(text) <= width or len(lines) == rows - 1:
            lines.append(padded(text, width).rstrip())
            break
        end = _line_end(text, width)
        lines.append(text[:end].rstrip())
        text = text[end:].lstrip()
    return lines


def _line_end(text: str, width: int) -> int:
    most = len(chop_cells(text, width)[0])
    return next((end for end in range(most, 0, -1) if _may_break(text[end - 1], text[end])), most)


def _may_break(left: str, right: str) -> bool:
    if left in OPENING or right in CLOSING:
        return False
    return " " in (left, right) or cell_len(left) > 1 or cell_len(right) > 1


def number_mark(number: int, hollow: bool = False) -> str:
    """A round number up to 20, filled or hollow; plain digits from there on."""
    if number > 20:
        return f"{number} "
    if hollow:
        return chr(0x2460 + number - 1)
    return chr(0x2776 + number - 1) if number <= 10 else chr(0x24EB + number - 11)


def number_shown(mark: str) -> int | None:
    """The number of a round one, filled or hollow; None for anything else."""
    return next((n for n in range(1, 21) if mark in (number_mark(n), number_mark(n, hollow=True))), None)
