"""Whether a goal is met, decided on a state alone (rules SLICE-12 and SLICE-14)."""

from itertools import pairwise

from pydantic import BaseModel, ConfigDict

from domain.preview.places import day_name
from domain.refine.candidates import levelling
from domain.refine.objective import Objective
from domain.refine.wording import listed, say
from domain.schedule.occupancy import task_load
from domain.schedule.state import Locale, ScheduleState, class_key

_NAMED = 5


class Verdict(BaseModel):
    """The outcome.

    Attributes:
        met: the goal is reached; a goal without a task or a day is not.
        lines: what was found, in words.
        figures: the numbers behind the words.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    met: bool
    lines: tuple[str, ...]
    figures: dict[str, int]


def evaluate(objective: Objective, state: ScheduleState, locale: Locale = "zh-CN") -> Verdict:
    """Judge a goal on a state; the words are in ``locale``."""
    void = _void(objective)
    if void == "goal.unknown" and _names_a_course(objective.unknown, state):
        void = "goal.course"
    if void is not None:
        weeks = listed(locale, map(str, objective.outside))
        words = objective.model_dump(include={"unknown", "unsupported", "beyond", "unread", "withheld"})
        line = say(locale, void, weeks=weeks, tasks=_pinned(objective, state, locale), **words)
        return Verdict(met=False, lines=(line,), figures={"matched": len(objective.task_ids)})
    found = _found(objective, state, locale)
    if not objective.pinned:
        return found
    stays = say(locale, "goal.pinned.stay", pinned=len(objective.pinned), tasks=_pinned(objective, state, locale))
    return found.model_copy(update={"lines": (*found.lines, stays)})


def _found(objective: Objective, state: ScheduleState, locale: Locale) -> Verdict:
    figures = {"matched": len(objective.task_ids), "there": len(objective.there(state))}
    if objective.mode == "group":
        return _group(objective, state, locale, figures)
    if objective.mode == "free_days":
        return _free_days(objective, state, locale, figures)
    figures |= {"at_least": objective.at_least, "at_most": objective.at_most}
    met = objective.at_least <= figures["there"] <= objective.at_most
    wanted = say(locale, "goal.range", **figures) if objective.at_least < objective.at_most else objective.at_most
    stood = figures["matched"] if objective.stood is None else objective.stood
    lines = [say(locale, _counting(objective, met), wanted=wanted, stood=stood, **figures)]
    if objective.mode == "spread":
        even, figures = _even(objective, state, figures)
        same = figures["lightest"] == figures["heaviest"]
        load = say(locale, "load.same" if same else "load.range", **figures)
        lines.append(say(locale, "goal.even" if even else "goal.uneven", load=load, **figures))
        met = met and even
    if objective.lighter:
        lines.append(say(locale, "goal.lighter"))
    if objective.instead:
        lines.append(say(locale, "goal.instead"))
    if objective.relaxed:
        lines.append(say(locale, "goal.relaxed"))
    return Verdict(met=met, lines=tuple(lines), figures=figures)


def measure(objective: Objective, state: ScheduleState) -> int:
    """What a composite tool makes small: squared day loads of a spread, switches of class of a grouping."""
    if objective.mode == "group":
        return _switches(objective, state)
    return sum(task_load(state, day) ** 2 for day in objective.days)


def _void(objective: Objective) -> str | None:
    if objective.withheld or objective.unsupported or objective.beyond:
        return f"goal.{objective.why or ('unsupported' if objective.unsupported else 'beyond')}"
    if objective.mode == "none":
        return "goal.unread" if objective.unread else "goal.unclear"
    if not objective.task_ids and objective.unknown:
        return "goal.unknown"
    if objective.outside and not (objective.task_ids and objective.days):
        return "goal.outside"
    if not objective.task_ids and not objective.free_days:
        return "goal.pinned" if objective.pinned else "goal.nothing"
    return None if objective.days else "goal.no_day"


def _names_a_course(words: str, state: ScheduleState) -> bool:
    """Whether a name that no task bears is that of a course; courses are fixed."""
    bare = words.removesuffix("课").strip().lower()
    return any(task.is_course and task.name.lower() in (bare, words.strip().lower()) for task in state.tasks)


def _pinned(objective: Objective, state: ScheduleState, locale: Locale) -> str:
    """The pinned tasks that are left out, the first few by name (rule SLICE-28)."""
    more = len(objective.pinned) - _NAMED
    tasks = listed(locale, (state.by_id[n].label for n in objective.pinned[:_NAMED]))
    return say(locale, "list.more", tasks=tasks, more=more) if more > 0 else tasks


def _counting(objective: Objective, met: bool) -> str:
    if objective.mode in ("move_ratio", "move_count"):
        return "goal.part.met" if met else "goal.part.unmet"
    if objective.mode == "avoid_sections":
        avoided = "goal.avoided" if objective.stood != 0 else "goal.free_already"
        return avoided if met else "goal.not_avoided"
    return "goal.there" if met else "goal.not_there"


def _even(objective: Objective, state: ScheduleState, figures: dict[str, int]) -> tuple[bool, dict[str, int]]:
    loads = [task_load(state, day) for day in objective.days]
    squares = measure(objective, state)
    reached = objective.bar is not None and squares <= objective.bar
    even = reached or next(levelling(state, objective), None) is None
    return even, figures | {"days": len(loads), "lightest": min(loads), "heaviest": max(loads), "squares": squares}


def _free_days(objective: Objective, state: ScheduleState, locale: Locale, figures: dict[str, int]) -> Verdict:
    """No task on the days that were chosen; courses do not count (rule HONEST-7)."""
    standing = [
        task for task in state.tasks if not task.is_course and any(s.day in objective.free_days for s in task.slots)
    ]
    days = listed(locale, (day_name(state.window, day, locale) for day in objective.free_days))
    key = "goal.days_not_free" if standing else "goal.days_free"
    line = say(locale, key, days=days, tasks=listed(locale, (task.label for task in standing[:_NAMED])))
    return Verdict(met=not standing, lines=(line,), figures=figures | {"standing": len(standing)})


def _group(objective: Objective, state: ScheduleState, locale: Locale, figures: dict[str, int]) -> Verdict:
    classes = {class_key(state.by_id[task_id]) for task_id in objective.task_ids}
    figures |= {"classes": len(classes), "switches": _switches(objective, state)}
    met = figures["switches"] <= max(len(classes) - 1, objective.bar or 0)
    line = say(locale, "goal.grouped" if met else "goal.scattered", **figures)
    return Verdict(met=met, lines=(line,), figures=figures)


def _switches(objective: Objective, state: ScheduleState) -> int:
    tasks = sorted((state.by_id[task_id] for task_id in objective.task_ids), key=lambda task: task.slots[0].key)
    return sum(class_key(first) != class_key(second) for first, second in pairwise(tasks))
