"""A turn on the terminal (rule CLI-21)."""

from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from api.schemas.chat import TurnEventView
from domain.schedule.state import Locale
from runtime.cli.render.turns import TurnPrinter, show_text

BEGAN = datetime(2026, 9, 28, 8, 0, tzinfo=UTC)
SESSION, TURN, RUN = (f"01K6F0Q2M3N4P5R6S7T8V9W0X{letter}" for letter in "AED")


def event(seq: int, stage: str, detail: str = "", run: str | None = None, **data: Any) -> TurnEventView:
    return TurnEventView(
        event_id=f"{seq}.0",
        conversation_id=SESSION,
        turn=TURN,
        run=run,
        seq=seq,
        at=BEGAN + timedelta(seconds=seq),
        stage=stage,
        detail=detail,
        data=data,
    )


def shown(*events: TurnEventView, locale: Locale = "zh-CN", width: int = 80) -> tuple[list[str], str]:
    """The lines, and the reply that is held back."""
    out = StringIO()
    printer = TurnPrinter(Console(width=width, file=out, color_system=None), locale)
    for one in events:
        printer.show(one)
    return out.getvalue().splitlines(), printer.reply


def test_it_is_shown_what_a_message_was_taken_for_and_why() -> None:
    """By the words that decided, without those that are a part of others; what says nothing is left out."""
    routed = event(2, "turn.routed", kind="refine", evidence=["挪", "挪到周六", "挪到周六", "周五的任务", "都"])
    lines, reply = shown(event(1, "turn.accepted"), routed, event(3, "turn.run", run=None), event(4, "turn.ended"))
    assert [line.split()[:3] for line in lines] == [["对话", "✓", "理解为：调整计划（“挪到周六,"]]
    assert reply == ""
    [line], _ = shown(routed.model_copy(update={"data": {"kind": "present"}}), locale="en")
    assert line.split("✓")[1].split("  ")[1] == "taken for: a reminder is due"


def test_stages_of_the_run_stand_between_those_of_the_turn() -> None:
    """And the reply, also in pieces, is held back for the end."""
    lines, reply = shown(
        event(1, "schedule_refine.route.pass", "移动 6 项", run=RUN),
        event(2, "turn.tool", tool="schedule_list"),
        event(3, "turn.rows", rows=["a", "b"]),
        event(4, "turn.reply", text="好，"),
        event(5, "turn.reply", text="已经排好"),
    )
    assert ["选路" in lines[0], "schedule_list" in lines[1], "用到 2 行" in lines[2]] == [True] * 3
    assert (len(lines), reply) == (3, "好，已经排好")


@pytest.mark.parametrize("stage", ["turn.reasoning", "schedule_refine.reasoning"])
def test_reasoning_is_folded_into_one_line(stage: str) -> None:
    """With its length and its beginning, however many pieces it came in; what follows it is shown behind it."""
    thoughts = [event(seq, stage, text=f"先看\n第{seq}周。") for seq in range(1, 21)]
    lines, _ = shown(*thoughts, event(21, "turn.rows", rows=[]))
    told = " ".join(lines)
    assert told.count("思考") == 2
    assert "字：先看 第1周。" in told
    assert "第20周" not in told
    assert "用到 0 行" in lines[-1]


@pytest.mark.parametrize("width", [40, 80])
def test_a_reply_is_as_wide_as_the_terminal_and_cannot_steer_it(width: int) -> None:
    """Lines end between CJK characters too; nothing is lost but control characters."""
    out = StringIO()
    text = "第5周周五（10月2日）有 2 项安排：计算机组成原理、大学物理实验。" * 3 + "\n\n\x1b[31mred [bold]x"
    show_text(Console(width=width, file=out, color_system=None, markup=False), text)
    lines = out.getvalue().splitlines()
    assert max(map(cell_len, lines)) <= width
    assert cell_len(lines[0]) > width - 4
    assert "".join("".join(lines).split()) == "".join(text.replace("\x1b", "").split())


def test_what_was_loaded_is_one_quiet_line_and_none_where_nothing_was() -> None:
    """With the number of items and not a word of theirs; that nothing could be read is told."""
    nothing = event(1, "turn.context", items=[], hits=3, snapshot=False, missing=[])
    assert shown(nothing) == ([], "")
    lines, _ = shown(nothing.model_copy(update={"data": {"items": ["a", "b"], "snapshot": True, "missing": []}}))
    assert [("2 条以前的记录" in line, "偏好" in line) for line in lines] == [(True, True)]
    lines, _ = shown(nothing.model_copy(update={"data": {"items": [], "missing": ["recall"]}}), locale="en")
    assert ["could be read" in line for line in lines] == [True]
