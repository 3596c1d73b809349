"""A turn as it happens: the stages that a person cares for, reasoning as one line, then the reply (rule CLI-21)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rich.console import Console

from api.schemas.chat import TurnEventView
from domain.schedule.state import Locale
from runtime.cli.render.cells import printable, wrapped
from runtime.cli.render.stages import StagePrinter

_SHOWN = ("turn.routed", "turn.context", "turn.tool", "turn.rows")
_REPLY, _REASONING = "turn.reply", ".reasoning"
_BEGINNING, _MOST, _MOST_ROWS = 60, 2, 500
_COLUMN: dict[Locale, int] = {"zh-CN": 0, "en": 1}
_KINDS: dict[str, tuple[str, str]] = {
    "plan": ("排计划", "make a plan"),
    "refine": ("调整计划", "change the plan"),
    "reminder": ("提醒", "reminder"),
    "question": ("提问", "question"),
    "plain": ("闲谈", "small talk"),
    "cancel": ("停止", "stop"),
    "confirm": ("确认", "confirm"),
    "answer": ("回答", "answer"),
    "present": ("提醒到时", "a reminder is due"),
    "memory": ("记忆", "memory"),
}
_WORDS: dict[str, tuple[str, str]] = {
    "kind": ("理解为：{kind}", "taken for: {kind}"),
    "evidence": ("（“{words}”）", " (“{words}”)"),
    "context": ("读取了 {count} 条以前的记录", "{count} earlier records read"),
    "context.snapshot": ("读取了你的资料和偏好", "profile and preferences read"),
    "context.missing": ("没有读到以前的内容，先不参考", "nothing earlier could be read; going on without it"),
    "rows": ("用到 {count} 行", "{count} rows used"),
    "reasoning": ("思考了 {count} 字：{beginning}", "{count} characters of thought: {beginning}"),
}


@dataclass(frozen=True, slots=True)
class _Line:
    """An event with what is to be said of it."""

    seq: int
    at: datetime
    stage: str
    detail: str
    data: Mapping[str, Any]


class TurnPrinter:
    """Prints the events of a turn in order.

    Attributes:
        reply: what was answered so far.
    """

    def __init__(self, console: Console, locale: Locale) -> None:
        self._stages = StagePrinter(console, locale)
        self._locale = locale
        self._thoughts: list[str] = []
        self._thought: TurnEventView | None = None
        self.reply = ""

    def show(self, event: TurnEventView) -> None:
        """Print one event; what is reasoned is held back until something else comes."""
        if event.stage.endswith(_REASONING):
            self._thoughts.append(str(event.data.get("text", "")))
            self._thought = self._thought or event
            return
        self._fold()
        if event.run is not None:
            self._stages.show(event)
        elif event.stage == _REPLY:
            self.reply += str(event.data.get("text", ""))
        elif event.stage in _SHOWN and (told := self._told(event)):
            self._stages.show(_line(event, event.stage, told))

    def _fold(self) -> None:
        """One line for all that was reasoned since the last other event."""
        text = printable("".join(self._thoughts))
        if self._thought is not None and text:
            shown = text if len(text) <= _BEGINNING else f"{text[:_BEGINNING]}…"
            detail = self._words("reasoning", count=f"{len(text):,}", beginning=shown)
            self._stages.show(_line(self._thought, "schedule_refine.reasoning", detail))
        self._thoughts, self._thought = [], None

    def _told(self, event: TurnEventView) -> str:
        match event.stage:
            case "turn.routed":
                return self._routed(str(event.data.get("kind")), event.data.get("evidence") or ())
            case "turn.context":
                return self._context(event.data)
            case "turn.rows":
                return self._words("rows", count=len(event.data.get("rows") or ()))
            case _:
                return event.detail or printable(str(event.data.get("tool", "")))

    def _routed(self, kind: str, evidence: Sequence[object]) -> str:
        known = _KINDS[kind][_COLUMN[self._locale]] if kind in _KINDS else printable(kind)
        whole = [word for word in map(str, evidence) if not any(word in other != word for other in map(str, evidence))]
        words = printable(", ".join(list(dict.fromkeys(whole))[:_MOST]))
        return self._words("kind", kind=known) + (self._words("evidence", words=words) if words else "")

    def _context(self, data: Mapping[str, Any]) -> str:
        """One line for all that was loaded; none where nothing was (rule MEMORY-42)."""
        count = len(data.get("items") or ())
        told = [self._words("context", count=count)] if count else []
        told += [self._words("context.snapshot")] if data.get("snapshot") else []
        told += [self._words("context.missing")] if {"recall", "snapshot"} & {*(data.get("missing") or ())} else []
        return ("; " if self._locale == "en" else "；").join(told)

    def _words(self, key: str, **values: object) -> str:
        return _WORDS[key][_COLUMN[self._locale]].format(**values)


def _line(event: TurnEventView, stage: str, detail: str) -> _Line:
    return _Line(event.seq, event.at, stage, detail, event.data)


def show_text(console: Console, text: str, style: str = "") -> None:
    """A text line by line, as wide as the terminal, without anything that could steer it."""
    for line in text.splitlines():
        for part in wrapped(printable(line), console.width, _MOST_ROWS) or [""]:
            console.print(part, style=style, soft_wrap=True)
