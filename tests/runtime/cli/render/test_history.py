"""Commits on the terminal (rule CLI-10)."""

import io
from datetime import UTC, datetime
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from api.schemas.commits import CommitLinks, CommitView
from runtime.cli.render.history import show_commit, show_history

MESSAGES = [f"「第{n}章」已由另一方案安排在第5周周{n}" for n in "一二三"]


def refused() -> CommitView:
    """A commit with three things in its way and a summary of many lines."""
    problem: dict[str, Any] = {"code": "commit_conflict", "message": "x", "facts": {"conflicts": []}}
    problem["facts"]["conflicts"] = [{"message": message} for message in MESSAGES]
    return CommitView(
        id="01K6F0Q2M3N4P5R6S7T8V9W0XE",
        term_id="01K6F0Q2M3N4P5R6S7T8V9W0XA",
        kind="confirm",
        status="refused",
        actor="dw_1a2B3c4D",
        summary="课表已有变化，3处冲突，未写入任何内容：" + "；".join(MESSAGES * 10),
        changes=(),
        problem=problem,
        created_at=datetime(2026, 9, 28, 10, tzinfo=UTC),
        links=CommitLinks(self="/", undo="/"),
    )


@pytest.mark.parametrize("width", [60, 80, 130])
def test_a_refused_one_takes_two_lines(width: int) -> None:
    """However much was in its way."""
    lines = printed(width, show_history, (refused(),))
    assert len(lines) == 2
    assert max(map(cell_len, lines)) <= width
    assert lines[1].startswith("  refused: 课表已有变化")
    assert lines[1].endswith("…")


def test_alone_it_is_shown_with_all_that_was_in_its_way() -> None:
    """A line each."""
    lines = printed(80, show_commit, refused())
    assert [f"- {message}" for message in MESSAGES] == lines[-3:]


def printed(width: int, show: Any, what: object) -> list[str]:
    out = io.StringIO()
    show(Console(file=out, width=width), what)
    return out.getvalue().splitlines()
