"""Pieces of Markdown."""

from collections.abc import Iterable, Sequence


def fence(language: str, text: str) -> str:
    """The text as a block of a language."""
    return f"```{language}\n{text}\n```\n"


def listed(names: Iterable[str]) -> str:
    """The names as code, separated by commas."""
    return ", ".join(f"`{name}`" for name in names)


def table(rows: Sequence[Sequence[str]]) -> str:
    """A table; the first row is the heading."""
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:], ""])
