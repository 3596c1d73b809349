from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from domain.schedule.state import Locale
from runtime.cli.render.stages import StagePrinter, stage_parts, stage_words

BEGAN = datetime(2026, 3, 30, 10, 31)


@dataclass(frozen=True)
class Told:
    stage: str
    detail: str = ""
    after: float = 0.0
    data: dict[str, Any] = field(default_factory=dict)
    seq: int = 1

    @property
    def at(self) -> datetime:
        return BEGAN + timedelta(seconds=self.after)


def shown(*events: Told, locale: Locale = "zh-CN", width: int = 80) -> list[str]:
    out = StringIO()
    printer = StagePrinter(Console(width=width, file=out, color_system=None), locale)
    for event in events:
        printer.show(event)
    return out.getvalue().splitlines()


def test_a_node_is_named_where_it_begins() -> None:
    """The eye finds the nodes in the first column (PREVIEW-12)."""
    lines = shown(
        Told("schedule_refine.route.attempt", "第 1 次"),
        Told("schedule_refine.route.pass", "移动 6 项", after=1.25),
        Told("schedule_refine.react.skip", "不再逐项移动", after=2),
    )
    assert [line[:2] for line in lines] == ["选路", "  ", "细调"]
    assert lines[1].split() == ["✓", "移动", "6", "项", "1.2", "s"]


def test_without_a_detail_the_happening_is_said_in_words() -> None:
    """No raw stage name reaches the person where there is a word for it (PREVIEW-12)."""
    assert "分析中" in shown(Told("schedule_refine.contract.analyzing"))[0]
    assert "analysing" in shown(Told("schedule_refine.contract.analyzing"), locale="en")[0]


def test_reasoning_is_shown_in_its_own_words() -> None:
    """And a block that starts anew says so (RUN-15)."""
    lines = shown(
        Told("schedule_refine.reasoning", data={"block": 7, "text": "先看\n周六"}),
        Told("schedule_refine.reset", data={"block": 7}),
    )
    assert lines[0].split()[:4] == ["思考", "·", "先看", "周六"]
    assert lines[1].split()[:3] == ["重来", "↻", "重新开始"]


def test_an_unknown_stage_is_shown_as_it_is() -> None:
    """A newer server may tell of more than this terminal knows (PREVIEW-12)."""
    assert shown(Told("schedule_refine.weigh.halfway"))[0].split()[:3] == ["weigh", "·", "halfway"]


@pytest.mark.parametrize(
    ("what", "data", "mark"),
    [
        ("done", {}, "✓"),
        ("tool_result", {"ok": True}, "✓"),
        ("tool_result", {"ok": False}, "✗"),
        ("save_failed", {}, "✗"),
        ("fallback", {}, "↻"),
        ("skip", {}, "–"),
        ("need_info", {}, "?"),
        ("round_start", {}, "·"),
    ],
)
def test_the_mark_tells_how_it_went(what: str, data: dict[str, Any], mark: str) -> None:
    """Done, failed, turned another way, not needed, asks, goes on (PREVIEW-12)."""
    assert stage_words(what, data, "zh-CN")[0] == mark


@pytest.mark.parametrize(
    ("stage", "parts"),
    [
        ("schedule_refine.hard_check.pass", ("hard_check", "pass")),
        ("schedule_plan.preview.done", ("preview", "done")),
        ("run.failed", ("run", "failed")),
        ("reasoning", ("reasoning", "reasoning")),
    ],
)
def test_node_and_happening_are_read_from_the_stage(stage: str, parts: tuple[str, str]) -> None:
    """The prefix of the graph is left out (PREVIEW-12)."""
    assert stage_parts(stage) == parts


def test_long_details_wrap_beside_their_mark() -> None:
    """A summary of several sentences keeps to its column (PREVIEW-12)."""
    lines = shown(Told("schedule_refine.summary.done", "六项都移到了周一至周三，每天六节任务。" * 4))
    assert len(lines) == 3
    assert all(cell_len(line) <= 80 for line in lines)
    assert all(line.startswith(" " * 15) for line in lines[1:])
