"""What must hold after any call: told by the two states, the result and its sentences."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState, Slot, Task
from domain.tools.queue import HEAD_REFUSALS
from domain.tools.registry import TOOLS
from domain.tools.results import Change, ToolResult

_DERIVED: Final[dict[str, Any]] = {"guests": (), "embedded_by": None}
_PLACE: Final[dict[str, Any]] = {"slots": (), "embed_host": None}
_STATUS_AFTER: Final = {"place": "suggested", "unplace": "pending"}
_STATUSES_BEFORE: Final = {
    "place": ("pending",),
    "swap": ("existing", "suggested"),
    "unplace": ("existing", "suggested"),
}
_FACTS: Final = re.compile(r"第\d+天当前占用：|Day \d+ now holds:|待安排任务剩余：|Pending tasks left:")
_LABEL: Final = re.compile(r"\[(\d+)\]")


def check_call(
    call: tuple[str, Mapping[str, Any]], before: ScheduleState, after: ScheduleState, result: ToolResult
) -> None:
    """The state stays sound, and differs from the one before as the result says and in nothing else."""
    name, arguments = call
    assert result.ok == (result.code == "ok")
    assert breaches(after) == ()
    assert after.model_copy(update={"tasks": (), "queue": before.queue}) == before.model_copy(update={"tasks": ()})
    if not result.ok:
        _check_refused(before, after, name, result)
    elif TOOLS[name].kind == "read":
        assert (after.tasks, result.changes) == (before.tasks, ())
    else:
        assert after.queue == before.queue or name == "queue_apply_head_move"
        _check_changes(before, after, name, result)
        _check_sentences(before, name, arguments, result)


def _check_refused(before: ScheduleState, after: ScheduleState, name: str, result: ToolResult) -> None:
    """Nothing changes, but that an attempt on the head of the queue is counted."""
    assert (result.changes, result.objective) == ((), None)
    if name == "queue_apply_head_move" and result.code in HEAD_REFUSALS:
        assert (after.tasks, after.window) == (before.tasks, before.window)
        assert after.queue.attempt == before.queue.attempt + 1 or after.queue.skipped[-1] == before.queue.current
    else:
        assert after is before


def _check_changes(before: ScheduleState, after: ScheduleState, name: str, result: ToolResult) -> None:
    told = {change.task_id: change for change in result.changes}
    assert len(told) == len(result.changes)
    assert [task.state_id for task in after.tasks] == [task.state_id for task in before.tasks]
    for old, new in zip(before.tasks, after.tasks, strict=True):
        change = told.get(old.state_id)
        if change is None:
            assert old.model_copy(update=_DERIVED) == new.model_copy(update=_DERIVED)
        else:
            _check_change(before, name, change, (old, new))


def _check_change(before: ScheduleState, name: str, change: Change, pair: tuple[Task, Task]) -> None:
    """The places are those told; a task that moved was free to, one that only lost its host had a host that moved."""
    old, new = pair
    assert (change.name, change.from_slots, change.from_host) == (old.name, old.slots, old.embed_host)
    assert (change.to_slots, change.to_host) == (new.slots, new.embed_host)
    assert (old.slots, old.embed_host) != (new.slots, new.embed_host)
    if old.slots != new.slots or new.embed_host is not None:
        assert not _held(before, old)
        assert old.status in _STATUSES_BEFORE.get(name, ("suggested",))
    free = {**_DERIVED, **_PLACE, "status": _STATUS_AFTER.get(name, old.status)}
    if name == "unplace":
        free["duration"] = sum(slot.length for slot in old.slots)
        assert (new.status, new.duration) == ("pending", free["duration"])
    assert old.model_copy(update=free) == new.model_copy(update={**_DERIVED, **_PLACE})


def _check_sentences(before: ScheduleState, name: str, arguments: Mapping[str, Any], result: ToolResult) -> None:
    """Every changed task is named and so are its places; of no other task a change is claimed."""
    text = json.loads(result.text)["result"] if name == "queue_apply_head_move" else result.text
    claims = "\n".join(line for line in text.splitlines() if not _FACTS.match(line))
    hosts = {host for change in result.changes for host in (change.from_host, change.to_host)}
    named = {int(n) for n in _LABEL.findall(claims)}
    assert named <= {change.task_id for change in result.changes} | hosts | _asked(name, arguments, before), text
    for change in result.changes:
        moved = change.from_slots != change.to_slots
        # The first line is all that the queue tells of a move; who lost a host stands in the lines about the days.
        assert moved or name == "queue_apply_head_move" or f"[{change.task_id}]{change.name}" in text, text
        if moved:
            assert f"[{change.task_id}]{change.name}" in claims, text
            # A batch tells where tasks went; guests that wait again were where their host was.
            told = name != "batch_move" and not (name == "unplace" and change.from_host in _moved(result))
            for slot in (*change.to_slots, *(change.from_slots if told else ())):
                assert _spelt(before, slot).search(claims), (slot, text)


def _held(state: ScheduleState, task: Task) -> bool:
    host = state.by_id.get(task.embed_host or 0)
    return task.pinned or task.locked or task.is_course or (host is not None and host.locked)


def _asked(name: str, arguments: Mapping[str, Any], before: ScheduleState) -> set[int | None]:
    """Tasks sent to a place, with their hosts: a write names them even where they already stand there."""
    if name == "queue_apply_head_move":
        sent = [before.queue.current]
    elif name in ("move", "batch_move"):
        sent = [one["task_id"] for one in arguments.get("moves", [arguments])]
    else:
        sent = []
    return {*sent, *(before.by_id[n].embed_host for n in sent if n is not None)}


def _moved(result: ToolResult) -> set[int | None]:
    return {change.task_id for change in result.changes}


def _spelt(state: ScheduleState, slot: Slot) -> re.Pattern[str]:
    """A day and its sections, with or without the day of the week, in the language of the state."""
    start, end = slot.slot_start, slot.slot_end
    if state.locale == "zh-CN":
        sections = f"第{start}节" if start == end else f"第{start}-{end}节"
        return re.compile(rf"第{slot.day}天(\(星期\d\))?{sections}")
    sections = f"section {start}" if start == end else f"sections {start}-{end}"
    return re.compile(rf"day {slot.day} (\(weekday \d\) )?{sections}\b")
