"""The calls that an answer may choose from, as a union of ``{tool, arguments}`` (rule ASK-2)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from operator import or_
from typing import Annotated, Any

from pydantic import Field

from domain.refine.candidates import candidates, levelling
from domain.refine.guards import COMPOSITES, WRITES
from domain.refine.limits import limits_for
from domain.refine.memory import RefineMemory
from domain.refine.prompts.facts import day_labels, embeds, goal_days, said
from domain.refine.prompts.wire import between, form, listing, one_of
from domain.refine.route import COMPOSITE_OF, scope_arguments
from domain.schedule.occupancy import Position
from domain.schedule.state import ALL_SECTIONS, Locale, ScheduleState
from domain.steps import ToolCall

PARTNERS, ALONG, PLACES, DAYS = 12, 12, 3, 42

PURPOSE: Mapping[str, tuple[str, str]] = {
    "move": (
        "move：把任务移到一个空位，start 是开始节次",
        "move: put a task into a free place; start is its first section",
    ),
    "swap": ("swap：与同样长的任务交换位置", "swap: exchange places with a task of the same length"),
    "batch_move": ("batch_move：一次移动两个任务", "batch_move: move two tasks in one call"),
    "query_available_slots": ("query_available_slots：查某天的空位", "query_available_slots: free places of a day"),
    "query_target_tasks": ("query_target_tasks：查某天的任务", "query_target_tasks: tasks of a day"),
    "verify": ("verify：检查冲突", "verify: check for conflicts"),
    "spread_even": ("spread_even：一次铺开全部任务", "spread_even: even out all tasks at once"),
    "min_context_switch": ("min_context_switch：一次归并同类", "min_context_switch: group all tasks by class at once"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """What a call may be about.

    Attributes:
        movers: tasks of which a write must take one.
        partners: tasks with which one of them may exchange places so that both stand where they may.
        along: tasks that may be moved in one call with one of them.
        days: numbered days of the window by the names in which answers spell them.
        tools: names of the tools that may be called.
    """

    movers: tuple[int, ...]
    partners: tuple[int, ...]
    along: tuple[int, ...]
    days: Mapping[str, int]
    tools: tuple[str, ...]


def choice_of(
    state: ScheduleState, memory: RefineMemory, movers: Sequence[int], tools: Sequence[str], anywhere: bool = False
) -> Choice:
    """The choice among these tools and tasks.

    Args:
        state: the plan.
        memory: the goal, whose days are offered.
        movers: tasks that may be moved.
        tools: what the call may be.
        anywhere: all days of the window are offered, whatever the goal.
    """
    window = tuple(day.day_index for day in state.window.day_mapping)
    days = _nearest(state, window if anywhere else _open_days(state, memory, movers), movers)
    partners = _partners(state, memory, movers)
    along = tuple(n for n in memory.workset if n not in movers)[:ALONG]
    without = {"swap"} if not partners else set[str]()
    without |= {"batch_move"} if len((*movers, *along)) < 2 else set[str]()
    usable = tuple(name for name in tools if name not in without)
    return Choice(tuple(movers), partners, along, day_labels(state.window, days, memory.locale), usable)


def round_tools(memory: RefineMemory) -> tuple[str, ...]:
    """The tools that the guards let a round call (rule REACT-3)."""
    route = memory.route
    gated = route.required is not None and not route.succeeded
    asked = {call.tool for call in memory.queries if not call.arguments}
    composite = COMPOSITE_OF.get(memory.objective.mode)
    usable = () if composite is None or route.composite_disabled or route.succeeded else (composite,)
    batch = ("batch_move",) if route.batch_allowed and not route.composite_disabled else ()
    writes = () if gated else ("move", "swap", *batch)
    reads = tuple(name for name in ("query_available_slots", "query_target_tasks", "verify") if name not in asked)
    return (*writes, *usable, *reads)


def call_form(choice: Choice) -> Any:
    """The type of one call: a union told apart by the name of the tool."""
    made = [
        form(name, tool=one_of([name]), arguments=form(f"{name}_arguments", **_FIELDS[name](choice)))
        for name in choice.tools
    ]
    union = reduce(or_, made)
    return Annotated[union, Field(discriminator="tool")] if len(made) > 1 else union


def purposes(choice: Choice, locale: Locale) -> str:
    """What each tool is for, a line each."""
    return "\n".join(said(locale, *PURPOSE[name]) for name in choice.tools)


def tool_call(given: Any, choice: Choice, state: ScheduleState, memory: RefineMemory) -> ToolCall:
    """The call as the tools understand it: days by number, and what follows from the goal filled in."""
    arguments = given.arguments
    if given.tool in COMPOSITES:
        return ToolCall(tool=given.tool, arguments=_composite(given.tool, state, memory))
    if given.tool == "swap":
        return ToolCall(tool="swap", arguments={"task_a": arguments.task, "task_b": arguments.other})
    if given.tool == "batch_move":
        return ToolCall(tool="batch_move", arguments={"moves": [_move(move, choice) for move in arguments.moves]})
    if given.tool in WRITES:
        return ToolCall(tool="move", arguments=_move(arguments, choice))
    return ToolCall(tool=given.tool, arguments=_read(given, choice, state, memory))


def written_form(call: ToolCall, state: ScheduleState, memory: RefineMemory) -> str:
    """A move that was made, in the form in which answers give it; any other call by its tool alone."""
    arguments = call.arguments
    day = arguments.get("new_day")
    if call.tool != "move" or not isinstance(day, int) or not 1 <= day <= state.window.total_days:
        return call.tool
    label = next(iter(day_labels(state.window, [day], memory.locale)))
    return f"move task {arguments.get('task_id')}, {label}, start {arguments.get('new_slot_start')}"


def best_places(state: ScheduleState, memory: RefineMemory, task_id: int) -> list[Position]:
    """The three best free places for a task, without those that were tried in vain (rules REACT-4 and SLICE-14)."""
    objective = memory.objective
    if task_id in objective.there(state) and objective.mode == "spread":
        gains = sorted((-gain, place) for gain, mover, place in levelling(state, objective) if mover == task_id)
        found = [place for _gain, place in gains]
    else:
        found = candidates(state, objective, state.by_id[task_id])
    tried = [_tried(call) for call in memory.failed if call.tool == "move"]
    fresh = (place for place in found if (task_id, place.day, place.start) not in tried)
    return list(islice(fresh, PLACES))


def _tried(call: ToolCall) -> tuple[Any, ...]:
    arguments = call.arguments
    return tuple(arguments.get(key) for key in ("task_id", "new_day", "new_slot_start"))


def _open_days(state: ScheduleState, memory: RefineMemory, movers: Sequence[int]) -> tuple[int, ...]:
    """The days of the goal on which one of the movers may stand: not all may stand on all of them."""
    days = goal_days(state, memory.objective)
    return tuple(day for day in days if any(_may_stand(state, memory, n, day) for n in movers)) or days


def _may_stand(state: ScheduleState, memory: RefineMemory, task_id: int, day: int) -> bool:
    objective, place = memory.objective, state.window.place(day)
    within = day in objective.own_days.get(task_id, (day,)) and objective.own_weeks.get(task_id) in (None, place.week)
    return within and place.day_of_week not in limits_for(objective.limits, state.by_id[task_id]).days_of_week


def _nearest(state: ScheduleState, days: tuple[int, ...], movers: Sequence[int]) -> tuple[int, ...]:
    """As many days as can be offered, those nearest to the first mover, in their order."""
    stands = state.by_id[movers[0]].slots[0].day if movers else 0
    return tuple(sorted(sorted(days, key=lambda day: (abs(day - stands), day))[:DAYS]))


def _partners(state: ScheduleState, memory: RefineMemory, movers: Sequence[int]) -> tuple[int, ...]:
    """Tasks of the set as long as a mover, where both may stand on each other's place."""
    found = (n for n in memory.workset if any(_exchangeable(state, memory, mover, n) for mover in movers))
    return tuple(islice(found, PARTNERS))


def _exchangeable(state: ScheduleState, memory: RefineMemory, first: int, second: int) -> bool:
    one, two = state.by_id[first], state.by_id[second]
    admits = memory.objective.admits
    fits = one is not two and one.length == two.length and one.status == two.status == "suggested"
    return fits and admits(state, first, two.slots[0]) and admits(state, second, one.slots[0])


def _day(choice: Choice) -> Any:
    return one_of(choice.days, "Day")


def _move_fields(choice: Choice, tasks: Sequence[int]) -> dict[str, Any]:
    return {"task": one_of(tasks), "day": _day(choice), "start": between(1, len(ALL_SECTIONS))}


def _batch_fields(choice: Choice) -> dict[str, Any]:
    tasks = tuple(dict.fromkeys((*choice.movers, *choice.along)))
    return {"moves": listing(form("one_move", **_move_fields(choice, tasks)), 2, 2)}


_FIELDS: Mapping[str, Callable[[Choice], dict[str, Any]]] = {
    "move": lambda choice: _move_fields(choice, choice.movers),
    "swap": lambda choice: {"task": one_of(choice.movers), "other": one_of(choice.partners)},
    "batch_move": _batch_fields,
    "query_available_slots": lambda choice: {"day": _day(choice)},
    "query_target_tasks": lambda choice: {"day": _day(choice)},
    "verify": lambda choice: {},
    "spread_even": lambda choice: {},
    "min_context_switch": lambda choice: {},
}


def _move(arguments: Any, choice: Choice) -> dict[str, Any]:
    return {"task_id": arguments.task, "new_day": choice.days[arguments.day], "new_slot_start": arguments.start}


def _read(given: Any, choice: Choice, state: ScheduleState, memory: RefineMemory) -> dict[str, Any]:
    if given.tool == "verify":
        return {}
    day = {"day": choice.days[given.arguments.day]}
    if given.tool == "query_target_tasks":
        return day | {"enqueue": False}
    tasks = [state.by_id[n] for n in choice.movers]
    return day | {"span": tasks[0].length, "allow_embed": any(embeds(memory, task) for task in tasks)}


def _composite(tool: str, state: ScheduleState, memory: RefineMemory) -> dict[str, Any]:
    objective = memory.objective
    ids: dict[str, Any] = {"task_ids": list(objective.task_ids)}
    if tool == "min_context_switch":
        return ids
    return ids | scope_arguments(state, objective) | {"allow_embed": False, "keep_order": objective.keep_order}
