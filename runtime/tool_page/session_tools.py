"""The part of the page about the tools of a session (rules TOOL-12 and REMIND-10 to REMIND-16)."""

import json
from collections.abc import Iterator
from typing import Any, Final

from domain.reminders.answers import model_text
from domain.reminders.arguments import CreateRequest, DeleteRequest, read_create, read_delete
from domain.reminders.decisions import Creation, Deletion, decide_create, decide_delete, decide_list
from domain.reminders.fold import Reminders
from domain.reminders.instants import read_instant
from domain.reminders.tools import ReminderTool
from domain.reminders.wording import say
from domain.tools.registry import SESSION_TOOLS
from runtime.tool_page.arguments import HEADINGS, argument_rows
from runtime.tool_page.markdown import fence, listed, table

OPENING: Final = """\
## Tools of a session

These work on the log of a session and need no schedule state: `daywright remind`, chat and the routes under
`/api/v1/sessions/{session_id}/reminders` use them. Only sessions that were not opened inside another one have them. The
rules are [spec/reminders.md](spec/reminders.md). An answer is one JSON value, and an error is one with exactly `code`
and `message`, and for `persistence_uncertain` with `operation` and, where it is known, `id`.
"""

_NOW: Final = read_instant("2026-09-28T08:00:00.000Z")
_ARGUMENTS: Final[dict[str, dict[str, Any]]] = {
    "schedule_create": {"prompt": "喝水", "after_seconds": 1800},
    "schedule_list": {},
    "schedule_delete": {"id": "schedule-1"},
}
_CODES: Final = (
    "invalid_prompt",
    "invalid_selector",
    "invalid_rule",
    "time_out_of_range",
    "corrupt_schedule_log",
    "persistence_uncertain",
    "internal_error",
    "INVALID_ARGS",
    "schedule_not_found",
)


def session_tools() -> Iterator[str]:
    """The sections of these tools; every example is worked out anew."""
    yield OPENING
    rows = [(f"[`{tool.name}`](#{tool.name})", tool.description("en")) for tool in SESSION_TOOLS.values()]
    yield table([("name", "what it is for"), *rows])
    yield table([("code", "message"), *((f"`{code}`", say("en", code)) for code in _CODES)])
    for tool in SESSION_TOOLS.values():
        yield "\n".join(_section(tool))


def _section(tool: ReminderTool) -> Iterator[str]:
    yield f"## {tool.name}\n"
    yield f"{tool.description('en')}<br>\n{tool.description('zh-CN')}\n"
    yield f"- refuses with: {listed(('INVALID_ARGS', *tool.codes))}\n"
    rows = list(argument_rows(tool.schema()))
    yield table([HEADINGS, *rows]) if rows else "It has no arguments.\n"
    arguments = _ARGUMENTS[tool.name]
    yield f"Example, at 2026-09-28T08:00:00.000Z:\n\n{fence('json', json.dumps(arguments, ensure_ascii=False))}"
    yield fence("json", _answer(tool.name))
    for what, schema in (("arguments", tool.schema()), ("value", tool.value_schema())):
        text = fence("json", json.dumps(schema, ensure_ascii=False, indent=2))
        yield f"<details><summary>JSON schema of the {what}</summary>\n\n{text}\n</details>\n"


def _answer(name: str) -> str:
    """What a model reads, in a session in which the example of create was called before."""
    request = read_create(_ARGUMENTS["schedule_create"], own=True)
    assert isinstance(request, CreateRequest)
    creation = decide_create(Reminders(), request, _NOW)
    assert isinstance(creation, Creation)
    reminder = creation.change.schedule
    reminders = Reminders((reminder,), (reminder.id,))
    if name == "schedule_create":
        return model_text(creation.answer)
    if name == "schedule_list":
        return model_text(decide_list(reminders, _NOW))
    asked = read_delete(_ARGUMENTS["schedule_delete"], own=True)
    assert isinstance(asked, DeleteRequest)
    deletion = decide_delete(reminders, asked)
    assert isinstance(deletion, Deletion)
    return model_text(deletion.answer)
