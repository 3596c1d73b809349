"""Sessions and their logs on the terminal: a line a session; a head and indented words for each entry (rule CLI-23)."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from api.schemas.sessions import LogEntryView, SessionView
from runtime.cli.render.cells import padded, printable, wrapped
from runtime.cli.render.lists import facts, listing, moment

_INDENT = "  "
_SHORTEST_TITLE = 16
_BESIDE_TITLE = 53
_LONGEST = 300
_PROMPT = "reminder_prompt_json: "
_NAMES = {"schedule/change": "reminder", "preview.expired": "plan expired"}


def session_list(sessions: Iterable[SessionView], width: int) -> Table:
    """A line for each session; titles are cut where they would take a second one."""
    room = max(_SHORTEST_TITLE, width - _BESIDE_TITLE)
    rows = [(s.id, s.state, moment(s.active_at or s.created_at), padded(s.title, room).rstrip()) for s in sessions]
    return listing(("session", "state", "last spoken in", "title"), rows)


def branch_list(sessions: Iterable[SessionView], width: int) -> Table:
    """The same of what was opened inside a session or forked from it."""
    room = max(_SHORTEST_TITLE, width - _BESIDE_TITLE)
    rows = [(s.id, s.state, _branch(s), padded(s.title, room).rstrip()) for s in sessions]
    return listing(("session", "state", "what it is", "title"), rows)


def _branch(session: SessionView) -> str:
    return "child" if session.role == "child" else f"fork of {session.seed_length}"


def session_facts(session: SessionView) -> Table:
    """What is known of one session, a line each."""
    parent = f"{_branch(session)}, from {session.parent_id}" if session.parent_id else ""
    return facts(
        {
            "session": session.id,
            "title": session.title,
            "state": session.state,
            "opened": moment(session.created_at),
            "last spoken in": moment(session.active_at) if session.active_at else "",
            "ended": moment(session.ended_at) if session.ended_at else "",
            "branch": parent,
            "log": f"{session.last_seq} entries" if session.last_seq else "",
            "turn": session.active_turn or "",
            "plan": f"revision {session.revision}" if session.revision else "",
            "run": session.open_run or "",
        }
    )


def show_entries(out: Console, entries: Iterable[LogEntryView]) -> None:
    """Print each entry: number, time and who said it or what happened, and below it the words that were said."""
    for entry in entries:
        head, words = _told(entry)
        line = f"{entry.seq}  {moment(entry.at)}  {head}"
        out.print(Text(padded(line, out.width).rstrip(), "" if words else "dim"), soft_wrap=True)
        for said in _lines(words, out.width - len(_INDENT)):
            out.print(Text(f"{_INDENT}{said}".rstrip()), soft_wrap=True)


def _lines(words: str, width: int) -> Iterator[str]:
    for line in words.splitlines():
        yield from wrapped(printable(line), width)


def _told(entry: LogEntryView) -> tuple[str, str]:
    if entry.kind == "message":
        return _message(entry.data)
    words = _WORDS.get(entry.kind)
    told = words(entry.data) if words else _short(entry.data)
    kind = _NAMES.get(entry.kind, entry.kind)
    return printable(f"{kind}: {told}" if told else kind), ""


def _message(data: Mapping[str, Any]) -> tuple[str, str]:
    text, is_reminder = str(data.get("text", "")), data.get("origin") == "reminder"
    if data.get("role") == "assistant":
        code = f" ({data['code']})" if data.get("code") else ""
        return f"daywright{code}", text
    return ("reminder", _prompt(text)) if is_reminder else ("you", text)


def _prompt(text: str) -> str:
    """What the reminder says, out of the lines in which it is handed to a model (rule REMIND-22)."""
    last = text.splitlines()[-1] if text else ""
    if not last.startswith(_PROMPT):
        return text
    return str(json.loads(last.removeprefix(_PROMPT)))


def _reminder(data: Mapping[str, Any]) -> str:
    schedule = data.get("schedule")
    if isinstance(schedule, Mapping):
        return f"{schedule.get('id')} set for {_due(str(schedule.get('scheduledAt')))}: {schedule.get('prompt')}"
    return f"{data.get('id')} {'delivered' if data.get('operation') == 'dispatch' else 'deleted'}"


def _due(scheduled_at: str) -> str:
    try:
        return moment(datetime.fromisoformat(scheduled_at))
    except ValueError:
        return scheduled_at


def _tool(data: Mapping[str, Any]) -> str:
    return f"{data.get('tool')} {_short(data.get('arguments'))}"


_WORDS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "title": lambda data: f"{data.get('title')} (by {data.get('by')})",
    "fork": lambda data: f"of {data.get('parent')}, {data.get('length')} entries",
    "run": lambda data: f"{data.get('kind')} {data.get('run')}",
    "preview.expired": lambda data: f"revision {data.get('revision')}",
    "schedule/change": _reminder,
    "tool": _tool,
}


def _short(data: object) -> str:
    return json.dumps(data, ensure_ascii=False)[:_LONGEST] if data else ""
