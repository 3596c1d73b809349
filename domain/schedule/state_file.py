"""Reading a state from a file (rule STATE-10)."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from domain.errors import InvalidState, InvalidWindow
from domain.schedule.invariants import breaches
from domain.schedule.state import ScheduleState, Task

_SHOWN_BREACHES = 5


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
