"""The tool that exchanges the places of two tasks (rule TOOL-9)."""

from typing import Self

from pydantic import Field, model_validator

from domain.phrases.say import say
from domain.schedule.arrangement import exchange
from domain.schedule.sentences import hosted_text, places_text
from domain.schedule.state import ScheduleState, Task
from domain.tools.arguments import Arguments, Number, misused
from domain.tools.checks import Obstacle, check_releasable, existing_task, landing, occupied
from domain.tools.context import ToolContext
from domain.tools.outcome import affected_days, write_result
from domain.tools.refusal import refused
from domain.tools.results import ToolResult


class SwapArguments(Arguments):
    """Which two tasks exchange their places."""

    task_a: Number = Field(description="id of a suggested or existing task that is no course")
    task_b: Number = Field(description="id of another one that takes as many sections")

    @model_validator(mode="after")
    def _two(self) -> Self:
        if self.task_a == self.task_b:
            raise misused("different", "task_b", self.task_b, other="task_a")
        return self


def swap(state: ScheduleState, arguments: SwapArguments, context: ToolContext) -> tuple[ScheduleState, ToolResult]:
    """Exchange the places of two tasks; each becomes a guest where the other one was one."""
    first, second = (existing_task(state, task_id) for task_id in (arguments.task_a, arguments.task_b))
    check_releasable(state, [first, second], "swap", context)
    _check_spans(state, first, second)
    _check_targets(state, first, second)
    after = exchange(state, first, second)
    lines = [say(state.locale, "swap.done"), _line(state, first, second), _line(state, second, first)]
    return after, write_result(state, after, [*lines, *affected_days(after, (*first.slots, *second.slots))])


def _check_spans(state: ScheduleState, first: Task, second: Task) -> None:
    """Refuse tasks whose slots, by day and start, are not of the same lengths one by one."""
    spans, others = ([slot.length for slot in task.slots] for task in (first, second))
    if spans == others:
        return
    names = {"first": first.label, "second": second.label}
    if sum(spans) != sum(others):
        raise refused("span_mismatch", state.locale, length=sum(spans), other=sum(others), **names)
    parts = {"parts": "+".join(map(str, spans)), "others": "+".join(map(str, others))}
    raise refused("span_mismatch", state.locale, "span_mismatch.parts", **parts, **names)


def _check_targets(state: ScheduleState, first: Task, second: Task) -> None:
    """Refuse a guest and its own host, and slots that guests of either task keep; nobody else can stand there."""
    if second.state_id in (first.embed_host, *first.guests):
        raise occupied(state, second.slots[0], Obstacle((second,)))
    lifted = (first.state_id, second.state_id)
    for slot in (*second.slots, *first.slots):
        landing(state, slot, lifted)


def _line(state: ScheduleState, task: Task, other: Task) -> str:
    origin, places = places_text(state.locale, task.slots), places_text(state.locale, other.slots)
    target = hosted_text(state, places, other.embed_host)
    return say(state.locale, "swap.line", task=task.label, origin=origin, target=target)
