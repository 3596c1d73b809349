"""The changes of a preview as a table: what, from where to where, why, and who decided (rule PREVIEW-12)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from domain.preview.body import PreviewChange
from domain.preview.places import day_name, sections_name, waiting_name
from domain.schedule.state import Locale
from domain.steps import DecidedBy
from domain.term.window import Window
from runtime.cli.render.cells import number_mark, printable, wrapped
from runtime.cli.render.rows import GAP, columns

MAX_WIDTH = 130
MAX_NAME, MIN_REASON = 20, 20
INDENT = "   "
STYLES = ("bold cyan", "bold", "cyan", "", "dim")

_HEADS: dict[Locale, tuple[str, str, str, str]] = {
    "zh-CN": ("任务", "从 → 到", "理由", "决定"),
    "en": ("task", "from → to", "reason", "by"),
}
_DECIDED: dict[Locale, dict[DecidedBy, str]] = {
    "zh-CN": {"rules": "规则", "policy": "内置策略", "model": "模型", "person": "本人"},
    "en": {"rules": "rules", "policy": "policy", "model": "model", "person": "you"},
}
_NOTHING: dict[Locale, str] = {"zh-CN": "没有改动。", "en": "Nothing changed."}


def difference_table(changes: Sequence[PreviewChange], window: Window, locale: Locale) -> "DifferenceTable":
    """The changes in the order given, numbered as on the week grid.

    What changes in a row share, their rule and the words of the request, stands once above them.
    """
    return DifferenceTable(tuple(changes), window, locale)


@dataclass(frozen=True)
class DifferenceTable:
    """A rich renderable, as wide as the console up to 130 cells; changes stand stacked where columns do not fit."""

    changes: tuple[PreviewChange, ...]
    window: Window
    locale: Locale

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if not self.changes:
            yield Text(_NOTHING[self.locale], style="dim")
            return
        width = min(options.max_width, MAX_WIDTH)
        rows = [self._row(number, change) for number, change in enumerate(self.changes, start=1)]
        heads = ("", *_HEADS[self.locale])
        widths = _widths([heads, *rows], width)
        if widths:
            yield from columns(heads, widths, ("dim",) * len(heads))
        for ground, group in groupby(zip(self.changes, rows, strict=True), lambda pair: pair[0].reason.ground):
            yield from _ground(ground, width)
            for _, row in group:
                yield from columns(row, widths, STYLES) if widths else _stacked(row, width)

    def _row(self, number: int, change: PreviewChange) -> tuple[str, ...]:
        mark, decided = number_mark(number).strip(), _DECIDED[self.locale][change.decided_by]
        return mark, printable(change.name), self._way(change), printable(change.reason.effect), decided

    def _way(self, change: PreviewChange) -> str:
        left = change.from_slots[0].day if change.from_slots else None
        ends = ((change.from_slots, None), (change.to_slots, left))
        return " → ".join(
            f"{day_name(self.window, slots[0].day, self.locale, beside)} {sections_name(slots[0])}"
            if slots
            else waiting_name(self.locale)
            for slots, beside in ends
        )


def _ground(ground: str, width: int) -> RenderResult:
    for line in wrapped(printable(ground), width - len(INDENT)):
        yield Text(INDENT + line, style="italic")


def _stacked(row: Sequence[str], width: int) -> RenderResult:
    """Name, way and reason of a change below each other."""
    mark, name, way, reason, decided = row
    indent = max(cell_len(mark), len(INDENT) - len(GAP))
    lines = ((mark, name, "bold"), ("", f"{way} · {decided}", "cyan"), ("", reason, ""))
    for left, right, style in lines:
        yield from columns((left, right), (indent, width - indent - len(GAP)), (STYLES[0], style))


def _widths(rows: Sequence[Sequence[str]], width: int) -> tuple[int, ...] | None:
    """Widths that suit the rows, or None: names are limited, and the reason needs enough of what the others leave."""
    mark, name, way, _, decided = (max(map(cell_len, column)) for column in zip(*rows, strict=True))
    name = min(name, MAX_NAME)
    reason = width - mark - name - way - decided - 4 * len(GAP)
    return (mark, name, way, reason, decided) if reason >= MIN_REASON else None
