"""What a measurement says, and how it is printed."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rich import box
from rich.console import Console
from rich.table import Table

Verdict = Literal["met", "missed", "no aim"]


@dataclass(frozen=True, slots=True)
class BenchRow:
    """One measurement.

    Attributes:
        name: what was measured, and on what.
        value: the figure; text where it has several parts.
        unit: of the value.
        aim: what it should come to; None if nothing is asked of it.
        verdict: whether the value meets the aim.
    """

    name: str
    value: float | str
    unit: str
    aim: float | str | None
    verdict: Verdict


def at_most(name: str, value: float, unit: str, aim: float | None) -> BenchRow:
    """A row whose value meets its aim if it is no greater."""
    verdict: Verdict = "no aim" if aim is None else "met" if value <= aim else "missed"
    return BenchRow(name, value, unit, aim, verdict)


def at_least(name: str, value: float, unit: str, aim: float) -> BenchRow:
    """A row whose value meets its aim if it is no smaller."""
    return BenchRow(name, value, unit, aim, "met" if value >= aim else "missed")


def print_table(rows: Iterable[BenchRow], console: Console) -> None:
    """One line a row: name, value, unit, aim, verdict."""
    table = Table("measured", "value", "unit", "aim", "verdict", box=box.SIMPLE)
    for row in rows:
        table.add_row(row.name, _shown(row.value), row.unit, _shown(row.aim), row.verdict)
    console.print(table)


def _shown(value: float | str | None) -> str:
    if value is None:
        return "-"
    return value if isinstance(value, str) else f"{value:.3g}"
