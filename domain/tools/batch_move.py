"""The tool that moves two tasks at once or none (rule TOOL-9)."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final

from pydantic import Field, field_validator

from domain.phrases.say import joined, say
from domain.schedule.arrangement import arrange
from domain.schedule.occupancy import Position, place_at
from domain.schedule.sentences import entry_text, hosted_text, place_text
from domain.schedule.state import ScheduleState, Slot, Task
from domain.tools.arguments import Arguments, Given, Listed, misused
from domain.tools.checks import Obstacle, check_movable, existing_task, obstacle, target_slot
from domain.tools.move import MoveArguments
from domain.tools.outcome import affected_days, changes_between, write_result
from domain.tools.refusal import Refused
from domain.tools.results import ToolResult

MOST_MOVES: Final = 2


class BatchMoveArguments(Arguments):
    """Moves that happen together or not at all."""

    moves: Annotated[tuple[Annotated[MoveArguments, Given], ...], Listed] = Field(description="at most 2 moves")

    @field_validator("moves")
    @classmethod
    def _each_task_once(cls, moves: tuple[MoveArguments, ...]) -> tuple[MoveArguments, ...]:
        """Too many moves are for the tool to refuse, in its own words."""
        ids = [move.task_id for move in moves]
        if not moves:
            raise misused("moves", "moves", ids, least=1)
        if len(set(ids)) < len(ids) <= MOST_MOVES:
            raise misused("distinct_tasks", "moves", ids)
        return moves


def batch_move(state: ScheduleState, arguments: BatchMoveArguments) -> tuple[ScheduleState, ToolResult]:
    """Move suggested tasks at once; what counts is where they all end up, in whatever order they are named."""
    moves = sorted(arguments.moves, key=lambda move: move.task_id)
    if len(moves) > MOST_MOVES:
        raise Refused("batch_limit", say(state.locale, "batch_move.limit", most=MOST_MOVES), complete=True)
    try:
        tasks = [existing_task(state, move.task_id) for move in moves]
        check_movable(state, tasks, "batch_move")
        after = _settled(state, _targets(state, moves))
    except Refused as refusal:
        raise _rolled_back(state, refusal) from None
    return after, write_result(state, after, _told(state, after, [move.task_id for move in moves]))


def _targets(state: ScheduleState, moves: Iterable[MoveArguments]) -> list[tuple[Task, Slot]]:
    tasks = ((state.by_id[move.task_id], move) for move in moves)
    return [(task, target_slot(state, move.new_day, move.new_slot_start, task.length)) for task, move in tasks]


def _settled(state: ScheduleState, targets: list[tuple[Task, Slot]]) -> ScheduleState:
    """The tasks where they are wanted, each checked against those before; hosts first, so that the other may enter."""
    lifted = {task.state_id for task, _ in targets}
    for task, slot in sorted(targets, key=lambda target: (not target[0].can_embed, -target[0].length)):
        state = arrange(state, {task.state_id: _landing(state, task, slot, lifted)})
        lifted.remove(task.state_id)
    return state


def _landing(state: ScheduleState, task: Task, slot: Slot, lifted: set[int]) -> Position:
    place = place_at(state, slot, lifted)
    if place is None:
        raise _collision(state, task, slot, obstacle(state, slot, lifted))
    return place


def _collision(state: ScheduleState, task: Task, slot: Slot, found: Obstacle) -> Refused:
    names = {"task": task.label, "place": place_text(state.locale, slot)}
    if found.guest is not None:
        hosts = {"host": found.tasks[0].label, "guest": _on_day(state, found.guest, slot.day)}
        return Refused("host_taken", say(state.locale, "batch_move.host_taken", **names, **hosts), complete=True)
    tasks = joined(state.locale, [_on_day(state, other, slot.day) for other in found.tasks])
    return Refused("slot_conflict", say(state.locale, "batch_move.conflict", **names, tasks=tasks), complete=True)


def _on_day(state: ScheduleState, task: Task, day: int) -> str:
    return " ".join(entry_text(state.locale, task, slot) for slot in task.slots if slot.day == day)


def _rolled_back(state: ScheduleState, refusal: Refused) -> Refused:
    line = refusal.reason if refusal.complete else say(state.locale, "batch_move.reason", reason=refusal.reason)
    return Refused(refusal.code, say(state.locale, "batch_move.rolled_back"), line, complete=True)


def _told(before: ScheduleState, after: ScheduleState, task_ids: Sequence[int]) -> list[str]:
    """Where the tasks went and what their days hold now; a day on which a guest lost its host is told as well."""
    tasks = [after.by_id[task_id] for task_id in task_ids]
    heading = say(after.locale, "batch_move.done", count=len(tasks))
    lines = [say(after.locale, "batch_move.line", task=task.label, target=_target(after, task)) for task in tasks]
    slots = [slot for task in tasks for slot in task.slots]
    changed = [slot for change in changes_between(before, after) for slot in change.to_slots]
    return [heading, *lines, *affected_days(after, [*slots, *changed])]


def _target(after: ScheduleState, task: Task) -> str:
    return hosted_text(after, place_text(after.locale, task.slots[0]), task.embed_host)
