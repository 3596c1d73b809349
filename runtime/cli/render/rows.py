"""Lines of text in columns, wrapped inside each column (rule PREVIEW-10)."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rich.text import Text

from runtime.cli.render.cells import padded, wrapped

GAP = "  "


def columns(cells: Sequence[str], widths: Sequence[int], styles: Sequence[str]) -> Iterator[Text]:
    """The cells of one row side by side, on as many lines as the longest of them needs."""
    wraps = [wrapped(cell, width) for cell, width in zip(cells, widths, strict=True)]
    for parts in zip_longest(*wraps, fillvalue=""):
        line = Text()
        for part, width, style in zip(parts, widths, styles, strict=True):
            line.append(padded(part, width), style)
            line.append(GAP)
        line.rstrip()
        yield line
