"""Measure everything, or the parts named on the command line, and print one table."""

import importlib
import sys

from rich.console import Console

from bench.report import print_table

_WIDTH = 130
PARTS = [
    "tools",
    "spread",
    "grouping",
    "placement",
    "imports",
    "requests",
    "runs",
    "api",
    "commits",
    "reminders",
    "context",
    "needs",
    "recall",
    "page",
]
LARGE = ["reminders_large"]
"""Parts that take minutes and are only measured where they are named."""


def main(wanted: list[str]) -> None:
    """Print the rows of the wanted parts; all of them if none is named."""
    unknown = sorted(set(wanted) - {*PARTS, *LARGE})
    if unknown:
        sys.exit(f"no part {', '.join(unknown)}: choose from {', '.join([*PARTS, *LARGE])}")
    rows = [row for part in wanted or PARTS for row in importlib.import_module(f"bench.{part}").rows()]
    print_table(rows, Console(width=None if sys.stdout.isatty() else _WIDTH))


if __name__ == "__main__":
    main(sys.argv[1:])
