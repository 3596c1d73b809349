"""The stages of a run as they happen, one line each (rule PREVIEW-12)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from rich.console import Console

from domain.schedule.state import Locale
from runtime.cli.render.cells import printable
from runtime.cli.render.rows import columns

MAX_WIDTH = 130
NODE_WIDTH, SECONDS_WIDTH, MIN_DETAIL = 10, 7, 12

_NODES: dict[str, tuple[str, str]] = {
    "context": ("读取", "context"),
    "contract": ("理解", "contract"),
    "plan": ("计划", "plan"),
    "slice": ("圈定", "slice"),
    "objective": ("目标", "objective"),
    "route": ("选路", "route"),
    "react": ("细调", "react"),
    "hard_check": ("核对", "hard check"),
    "summary": ("总结", "summary"),
    "preview": ("预览", "preview"),
    "hybrid": ("合并", "hybrid"),
    "preview_return": ("交付", "return"),
    "reasoning": ("思考", "reasoning"),
    "reset": ("重来", "reset"),
    "run": ("运行", "run"),
    "turn": ("对话", "talk"),
}
_COLUMN: dict[Locale, int] = {"zh-CN": 0, "en": 1}

DONE, FAILED, TURNED, SKIPPED, ASKS, RUNNING = "✓", "✗", "↻", "–", "?", "·"
MARK_STYLES = {DONE: "green", FAILED: "red", TURNED: "yellow", SKIPPED: "dim", ASKS: "magenta", RUNNING: "dim"}

_HAPPENINGS: dict[str, tuple[str, str, str]] = {
    "loading": (RUNNING, "读取中", "loading"),
    "analyzing": (RUNNING, "分析中", "analysing"),
    "generating": (RUNNING, "生成中", "writing"),
    "building": (RUNNING, "整理中", "building"),
    "start": (RUNNING, "开始", "started"),
    "done": (DONE, "完成", "done"),
    "pass": (DONE, "通过", "passed"),
    "saved": (DONE, "已保存", "saved"),
    "result": (DONE, "有结果", "result"),
    "tool_result": (DONE, "有结果", "result"),
    "repair_result": (DONE, "修正结果", "repair result"),
    "task_done": (DONE, "一项完成", "one task done"),
    "intent_locked": (DONE, "目标已判定", "verdict fixed"),
    "order_normalized": (DONE, "题序已恢复", "order restored"),
    "short_circuit": (DONE, "目标已达成", "objective met"),
    "fail": (FAILED, "未通过", "not passed"),
    "failed": (FAILED, "失败", "failed"),
    "save_failed": (FAILED, "未能保存", "not saved"),
    "tool_blocked": (FAILED, "已拦下", "blocked"),
    "cancelled": (FAILED, "已取消", "cancelled"),
    "expired": (FAILED, "已过期", "expired"),
    "fallback": (TURNED, "改用内置规则", "built-in rules instead"),
    "fallback_mode": (TURNED, "改为逐项移动", "one task at a time instead"),
    "handoff": (TURNED, "交给终审", "left to the final check"),
    "relaxed": (TURNED, "已放宽", "relaxed"),
    "replan": (TURNED, "重新计划", "planning again"),
    "parse_retry": (TURNED, "重新读取答复", "reading again"),
    "reset": (TURNED, "重新开始", "starting again"),
    "skip": (SKIPPED, "不需要", "not needed"),
    "skipped": (SKIPPED, "未保存", "not saved"),
    "need_info": (ASKS, "需要回答", "needs an answer"),
    "answered": (DONE, "继续", "goes on"),
    "routed": (DONE, "已理解", "understood"),
    "context": (RUNNING, "已回想", "recalled"),
    "rows": (DONE, "已查到", "looked up"),
    "tool": (DONE, "已调用", "called"),
}


class RunEvent(Protocol):
    """What a stage event looks like to those who watch a run."""

    @property
    def seq(self) -> int:
        """Number of the event in its run."""

    @property
    def at(self) -> datetime:
        """When it was stored."""

    @property
    def stage(self) -> str:
        """Dotted name such as ``schedule_refine.route.attempt``."""

    @property
    def detail(self) -> str:
        """One readable line."""

    @property
    def data(self) -> Mapping[str, Any]:
        """Figures behind the line; ``ok`` false marks a result as failed."""


@dataclass
class StagePrinter:
    """Prints events in order; the name of a node stands where the node begins. Of reasoning it prints the words.

    Attributes:
        console: where to print.
        locale: language of the names of nodes.
    """

    console: Console
    locale: Locale = "zh-CN"
    _node: str = field(default="", init=False)
    _began: datetime | None = field(default=None, init=False)

    def show(self, event: RunEvent) -> None:
        """Print one event: its node, a mark, what happened, and seconds since the first event."""
        node, what = stage_parts(event.stage)
        mark, words = stage_words(what, event.data, self.locale)
        head = "" if node == self._node else node_name(node, self.locale)
        self._node, self._began = node, self._began or event.at
        seconds = f"{(event.at - self._began).total_seconds():.1f} s".rjust(SECONDS_WIDTH)
        detail = min(self.console.width, MAX_WIDTH) - NODE_WIDTH - 1 - SECONDS_WIDTH - 3 * 2
        styles = ("bold", MARK_STYLES[mark], "dim" if mark in (RUNNING, SKIPPED) else "", "dim")
        told = printable(event.detail or str(event.data.get("text", "")) if node == "reasoning" else event.detail)
        cells = (head, mark, told or words, seconds)
        for line in columns(cells, (NODE_WIDTH, 1, max(detail, MIN_DETAIL), SECONDS_WIDTH), styles):
            self.console.print(line)


def stage_parts(stage: str) -> tuple[str, str]:
    """Node and happening of a stage; ``schedule_refine.route.attempt`` gives ``route`` and ``attempt``."""
    parts = stage.removeprefix("schedule_refine.").removeprefix("schedule_plan.").split(".")
    return parts[0], parts[-1]


def node_name(node: str, locale: Locale) -> str:
    """Name of a node in words, or the node itself where it has none."""
    return _NODES[node][_COLUMN[locale]] if node in _NODES else printable(node)


def stage_words(what: str, data: Mapping[str, Any], locale: Locale) -> tuple[str, str]:
    """Mark and words of a happening; a result that says it is not ok is marked as failed."""
    mark, *words = _HAPPENINGS.get(what, (RUNNING, printable(what), printable(what)))
    failed = mark == DONE and data.get("ok") is False
    return FAILED if failed else mark, words[_COLUMN[locale]]
