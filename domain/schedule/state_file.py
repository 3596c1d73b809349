"""Reading a state from a file and writing it into one (rules STATE-10 and STATE-11)."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from domain.errors import InvalidState, InvalidWindow
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState, Task, TaskQueue

_SHOWN_BREACHES = 5
_TASK_KEYS = (
    *("state_id", "source", "source_id", "name", "category", "status", "locked", "can_embed", "slots", "duration"),
    *("category_id", "event_type", "embed_host", "embedded_by", "guests", "pinned", "order"),
)


def parse_state(source: str | bytes | Mapping[str, Any]) -> ScheduleState:
    """The state in a JSON text or an object read from one; whatever it derives is worked out anew.

    Raises:
        InvalidState: not JSON, a field is missing, unknown or of the wrong type, or an invariant is broken;
            the message names the field with its value, or the first breaches.
    """
    try:
        text = source if isinstance(source, str | bytes) else json.dumps(source)
        state = _with_durations(ScheduleState.model_validate_json(text, strict=True))
    except ValidationError as error:
        raise InvalidState(_explain(error)) from None
    except InvalidWindow as error:
        raise InvalidState(error.message) from None
    except (TypeError, ValueError) as error:
        raise InvalidState(f"the state is not JSON: {error}; give an object with window and tasks") from None
    found = [breach.text for breach in breaches(state)]
    if found:
        raise InvalidState(f"the state breaks {len(found)} rules, correct them: {' '.join(found[:_SHOWN_BREACHES])}")
    return state


def format_state(state: ScheduleState) -> str:
    """The state as the text of a file; ``parse_state`` makes the very same state of it."""
    content: dict[str, Any] = {
        "window": state.window.model_dump(mode="json"),
        "tasks": [_task_object(task) for task in state.tasks],
    }
    if state.queue != TaskQueue():
        content["queue"] = _queue_object(state.queue)
    content |= state.model_dump(mode="json", include={"locale", "reorder_allowed"}, exclude_defaults=True)
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def _queue_object(queue: TaskQueue) -> dict[str, Any]:
    """What a file has to say of a queue: reasons only where there are some."""
    said = queue.model_dump(mode="json", exclude_none=True)
    return said if queue.reasons else {key: value for key, value in said.items() if key != "reasons"}


def _task_object(task: Task) -> dict[str, Any]:
    """What a file has to say of a task: all that is not as it would be taken to be, and whether an event is locked."""
    said = task.model_dump(mode="json", exclude_defaults=True)
    if task.source == "event":
        said["locked"] = task.locked
    return {key: said[key] for key in _TASK_KEYS if key in said}


def _with_durations(state: ScheduleState) -> ScheduleState:
    return state.with_tasks(_with_duration(task) for task in state.tasks)


def _with_duration(task: Task) -> Task:
    """A suggested task whose file leaves the duration out needs what it takes."""
    if task.status == "suggested" and task.duration is None and task.slots:
        return task.model_copy(update={"duration": task.slots[0].length})
    return task


def _explain(error: ValidationError) -> str:
    first = error.errors()[0]
    path = ".".join(str(part) for part in first["loc"]) or "the file"
    value = repr(first["input"])
    shown = value if len(value) <= 60 else value[:59] + "…"
    return f"{path}: {first['msg']}, got {shown}; correct it and try again"
