"""The next call of a round, chosen by rules (rules REACT-4 and CHECK-6)."""

from collections.abc import Iterator
from itertools import islice

from domain.preview.places import day_name
from domain.refine.candidates import best_levelling, candidates
from domain.refine.limits import limits_for
from domain.refine.memory import RefineMemory
from domain.refine.objective import Objective
from domain.refine.react import Action
from domain.refine.regroup import next_exchange
from domain.refine.review import faults, unmet_orders
from domain.refine.route import scope_arguments, variants
from domain.refine.turns import next_task
from domain.refine.wording import say
from domain.schedule.arrangement import arrange
from domain.schedule.invariants import breaches
from domain.schedule.occupancy import Position
from domain.schedule.state import ScheduleState
from domain.steps import ToolCall

_TRIALS_PER_TASK = 40


def choose_action(state: ScheduleState, memory: RefineMemory) -> Action:
    """The best legal place for the current task as a ``move``; a query that shows there is none where there is none."""
    task_id = memory.current
    if task_id is None or memory.open_goal:
        return Action(done=True)
    if memory.composite_missing:
        return _composite(state, memory)
    if memory.objective.layout:
        return _exchange(state, memory)
    place = _best_place(state, memory, task_id)
    if place is not None:
        return _move(state, memory, task_id, place)
    task = state.by_id[task_id]
    limits = limits_for(memory.objective.limits, task)
    scope = scope_arguments(state, memory.objective, limits)
    arguments = scope | {"span": task.length, "allow_embed": limits.embed}
    decision = say(memory.locale, "decision.none")
    return Action(decision=decision, tool_calls=(ToolCall(tool="query_available_slots", arguments=arguments),))


def _composite(state: ScheduleState, memory: RefineMemory) -> Action:
    """The composite that the goal asks for, with the next of its arguments that did not fail."""
    tool = memory.route.required or ""
    calls = (ToolCall(tool=tool, arguments=arguments) for arguments in variants(state, memory))
    untried = next((call for call in calls if call not in memory.failed), None)
    return Action(done=untried is None, tool_calls=() if untried is None else (untried,))


def _exchange(state: ScheduleState, memory: RefineMemory) -> Action:
    """A ``swap`` on the way to a grouping that keeps the order; no call where it is reached or was refused."""
    pair = next_exchange(state, memory.objective)
    if pair is None:
        return Action(done=True)
    call = ToolCall(tool="swap", arguments={"task_a": pair[0], "task_b": pair[1]})
    first, second = (state.by_id[n].label for n in pair)
    decision = say(memory.locale, "decision.swap", first=first, second=second)[:300]
    return Action(done=True) if call in memory.failed else Action(decision=decision, tool_calls=(call,))


def choose_repair(state: ScheduleState, memory: RefineMemory) -> Action:
    """The one move that mends what the final check found; no call where no single move does."""
    repair = next(_repairs(state, memory), None)
    return Action(done=True) if repair is None else _move(state, memory, *repair)


def _best_place(state: ScheduleState, memory: RefineMemory, task_id: int) -> Position | None:
    objective, task = memory.objective, state.by_id[task_id]
    if task_id in objective.there(state):
        found = best_levelling(state, objective, (task_id,))
        return found[1] if found else None
    places = candidates(state, objective, task)
    return next((place for place in places if _call(task_id, place) not in memory.failed), None)


def _call(task_id: int, place: Position) -> ToolCall:
    arguments = {"task_id": task_id, "new_day": place.day, "new_slot_start": place.start}
    return ToolCall(tool="move", arguments=arguments)


def _move(state: ScheduleState, memory: RefineMemory, task_id: int, place: Position) -> Action:
    key = "decision.move" if place.start < place.end else "decision.move_short"
    day = day_name(state.window, place.day, memory.locale)
    decision = say(memory.locale, key, day=day, start=place.start, end=place.end)
    return Action(decision=f"{state.by_id[task_id].label} {decision}"[:300], tool_calls=(_call(task_id, place),))


def _repairs(state: ScheduleState, memory: RefineMemory) -> Iterator[tuple[int, Position]]:
    """Moves that leave fewer faults than there are, most urgent fault first."""
    present = faults(state, memory)
    for task_id in _suspects(state, memory):
        places = candidates(state, _goal_of(memory, task_id), state.by_id[task_id])
        for place in islice(places, _TRIALS_PER_TASK):
            if faults(arrange(state, {task_id: place}), memory) < present:
                yield task_id, place


def _suspects(state: ScheduleState, memory: RefineMemory) -> Iterator[int]:
    fixed = {n for n in memory.origin if state.by_id[n].pinned or state.by_id[n].locked} | {*memory.slice.excluded}
    able = [n for n in memory.origin if n not in fixed]
    yield from (n for breach in breaches(state) for n in breach.task_ids if n in able)
    fresh = memory.model_copy(update={"set_aside": ()})
    waiting = None if memory.open_goal else next_task(state, fresh)
    if waiting is not None:
        yield waiting
    yield from (n for pair in unmet_orders(state, memory) for n in pair)


def _goal_of(memory: RefineMemory, task_id: int) -> Objective:
    """A task outside the set may go anywhere."""
    return memory.objective if task_id in memory.workset else Objective(limits=memory.limits)
