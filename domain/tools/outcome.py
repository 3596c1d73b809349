"""Making results, and reading off two states what a write changed (rules TOOL-1 to TOOL-3)."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from domain.phrases.say import say
from domain.schedule.sentences import days_text
from domain.schedule.state import ScheduleState, Slot
from domain.tools.results import Change, ObjectiveReport, ToolResult


def json_result(data: Mapping[str, Any]) -> ToolResult:
    """The result of a tool whose text is JSON: compact, raw non-ASCII, keys in the order given."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return ToolResult(ok=True, code="ok", text=text, data=dict(data))


def write_result(
    before: ScheduleState, after: ScheduleState, lines: Iterable[str], objective: ObjectiveReport | None = None
) -> ToolResult:
    """The result of a write: the lines of its text, the changes read off the two states."""
    return ToolResult(
        ok=True, code="ok", text="\n".join(lines), changes=changes_between(before, after), objective=objective
    )


def changes_between(before: ScheduleState, after: ScheduleState) -> tuple[Change, ...]:
    """Every task that stands elsewhere or has another host, by where it stood before."""
    pairs = ((before.by_id[task.state_id], task) for task in after.tasks)
    touched = ((old, new) for old, new in pairs if old is not new)
    changed = [(old, new) for old, new in touched if (old.slots, old.embed_host) != (new.slots, new.embed_host)]
    changed.sort(key=lambda pair: ([slot.key for slot in pair[0].slots], pair[0].state_id))
    return tuple(
        Change(
            task_id=new.state_id,
            name=new.name,
            from_slots=old.slots,
            to_slots=new.slots,
            from_host=old.embed_host,
            to_host=new.embed_host,
        )
        for old, new in changed
    )


def affected_days(state: ScheduleState, slots: Iterable[Slot]) -> list[str]:
    """What each day of the slots holds now, days ascending."""
    return days_text(state, sorted({slot.day for slot in slots}))


def pending_left(state: ScheduleState) -> str:
    """How many tasks wait for a place."""
    return say(state.locale, "pending.left", count=sum(task.status == "pending" for task in state.tasks))
