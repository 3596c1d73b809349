"""The closing words of a plan run; their figures come from comparing places (rules PLAN-4 and PLAN-22 to 26)."""

from collections.abc import Iterator

from domain.plan.memory import PlanMemory
from domain.plan.wording import day_said, listed, say
from domain.schedule.state import ScheduleState, class_key

_PARTS, _PART, _NAMES = 5, 60, 5
_SILENT = ("off", "no_model")


def with_summary(state: ScheduleState, memory: PlanMemory) -> PlanMemory:
    """The memory with the closing words for the plan as it stands, and whether all that was said is carried out."""
    locale = memory.locale
    proof = say(locale, "proved" if memory.optimal else "limited")
    placed = say(
        locale,
        "placed",
        count=len(memory.placed),
        proof=proof,
        objective=memory.objective,
        react=_adjusted(state, memory),
    )
    separator = "" if locale == "zh-CN" else " "
    summary = separator.join((placed, *_left_open(state, memory)))
    return memory.model_copy(update={"summary": summary, "completed": not memory.intent.unread})


def moved(state: ScheduleState, memory: PlanMemory) -> tuple[int, ...]:
    """The tasks that stand elsewhere than where the placement put them."""
    places = ((n, state.by_id[n].slots[0].key) for n in memory.placed)
    return tuple(n for n, place in places if place != memory.placed[n])


def react_words(state: ScheduleState, memory: PlanMemory) -> str:
    """How the rounds after the placement ended; empty before they have."""
    react = memory.react
    if react.ended is None:
        return ""
    return say(memory.locale, f"react.{react.ended}", moved=len(moved(state, memory)), rounds=react.rounds)


def _adjusted(state: ScheduleState, memory: PlanMemory) -> str:
    """The sentence of the summary on that; none where nothing was to be adjusted."""
    words = "" if memory.react.ended in _SILENT else react_words(state, memory)
    return say(memory.locale, "sentence", text=words) if words else ""


def _left_open(state: ScheduleState, memory: PlanMemory) -> Iterator[str]:
    intent, locale = memory.intent, memory.locale
    if "window" in memory.assumed and intent.first and intent.last:
        yield say(locale, "assumed.window", first=day_said(locale, intent.first), last=day_said(locale, intent.last))
    if "classes" in memory.assumed:
        yield say(locale, "assumed.classes", names=_placed_classes(state, memory))
    if intent.unread:
        quoted = [say(locale, "quoted", text=part[:_PART]) for part in intent.unread[:_PARTS]]
        yield say(locale, "unread", parts=listed(locale, quoted))


def _placed_classes(state: ScheduleState, memory: PlanMemory) -> str:
    meant = memory.intent.class_ids or ()
    names = dict.fromkeys(task.category for task in state.tasks if class_key(task) in meant and task.slots)
    shown = listed(memory.locale, list(names)[:_NAMES])
    return shown if len(names) <= _NAMES else say(memory.locale, "names.more", names=shown, count=len(names))
