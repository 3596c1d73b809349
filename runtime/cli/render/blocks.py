"""How a tile fills the lines of its sections (rule PREVIEW-11)."""

from rich.cells import cell_len
from rich.text import Text

from runtime.cli.render.cells import first_fit, padded, wrapped
from runtime.cli.render.tiles import SPINES, STYLES, Tile


def block(tile: Tile, width: int) -> list[Text]:
    """One line of exactly ``width`` cells for each section of the tile; a guest keeps its own sections."""
    if tile.guest is None:
        return _plain(tile, tile.slot.length, width)
    return _hosting(tile, tile.guest, width)


def _plain(tile: Tile, rows: int, width: int, outer: str = "") -> list[Text]:
    spine, style = outer + SPINES[tile.kind], STYLES[tile.kind]
    inner = width - len(spine)
    name_style = f"{style} strike" if tile.kind == "ghost" else style
    lines = []
    for name, note in _said(tile, inner, rows):
        rest = " " * (inner - cell_len(name + note))
        lines.append(Text.assemble((spine, style), (name, name_style), (note, "dim"), rest))
    return lines


def _said(tile: Tile, width: int, rows: int) -> list[tuple[str, str]]:
    """Name and note of each line: the note below the name if a line is left, else behind it if there is room."""
    kept = 1 if tile.kind == "ghost" and rows > 1 else 0
    said = [(name, "") for name in wrapped(tile.mark + tile.name, width, rows - kept)]
    if len(said) < rows:
        said.append(("", first_fit(tile.notes, width)))
    elif note := first_fit(tile.notes, width - cell_len(said[-1][0]) - 1):
        said[-1] = (said[-1][0], f" {note}")
    return said + [("", "")] * (rows - len(said))


def _hosting(host: Tile, guest: Tile, width: int) -> list[Text]:
    spine, first = SPINES[host.kind], guest.slot.slot_start - host.slot.slot_start
    held = list(range(first, first + guest.slot.length))
    if host.slot.length == 1:
        both = Tile(guest.kind, guest.slot, guest.mark, f"{guest.name} @ {host.name}")
        return _plain(both, 1, width, spine)
    if len(held) == host.slot.length:
        held = held[1:]
    own = [row for row in range(host.slot.length) if row not in held]
    named = sum(row == own[0] + n for n, row in enumerate(own))
    lines = dict(zip(held, _plain(guest, len(held), width, spine), strict=True))
    below = [Text(padded(spine, width))] * (len(own) - named)
    lines |= dict(zip(own, [*_plain(host, named, width), *below], strict=True))
    return [lines[row] for row in range(host.slot.length)]
