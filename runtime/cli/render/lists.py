"""Lists and facts on the terminal (rule PREVIEW-10)."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from rich.table import Table
from rich.text import Text

from runtime.cli.render.cells import printable


def listing(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """Rows under their heads; the first column, which holds ids to copy, is never cut."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for number, head in enumerate(heads):
        table.add_column(head, no_wrap=number == 0, overflow="fold")
    for row in rows:
        table.add_row(*(Text(printable(cell)) for cell in row))
    return table


def facts(rows: Mapping[str, str]) -> Table:
    """What is known of one thing, a line each; empty facts are left out."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in rows.items():
        if value:
            table.add_row(name, Text(printable(value)))
    return table


def moment(at: datetime, zone: str | None = None) -> str:
    """A moment on the clocks of a zone, or of this machine."""
    return f"{at.astimezone(ZoneInfo(zone) if zone else None):%Y-%m-%d %H:%M}"
