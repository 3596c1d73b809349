"""The closing words of a plan run; their figures come from comparing places (rules PLAN-4 and PLAN-22 to 26)."""

from collections.abc import Iterator

from domain.plan.memory import PlanMemory
from domain.plan.wish_words import runs, wish_words
from domain.plan.wording import day_said, listed, say
from domain.schedule.state import Locale, ScheduleState, class_key

_PARTS, _PART, _NAMES, _HELD = 5, 60, 5, 6
_SILENT = ("off", "no_model")


def with_summary(state: ScheduleState, memory: PlanMemory) -> PlanMemory:
    """The memory with the closing words for the plan as it stands, and whether all that was said is carried out."""
    locale = memory.locale
    parts = (_placed(memory), *_held(state, memory), *_liked(state, memory), _adjusted(state, memory))
    said = (*parts, say(locale, "unwritten"), *_left_open(state, memory))
    summary = ("" if locale == "zh-CN" else " ").join(part.strip() for part in said if part)
    return memory.model_copy(update={"summary": summary, "completed": not memory.intent.unread})


def _placed(memory: PlanMemory) -> str:
    """How many tasks were placed, on which days, and whether that is proved to be the best."""
    locale, intent = memory.locale, memory.intent
    days = ""
    if intent.first and intent.last:
        days = say(locale, "placed.days", first=day_said(locale, intent.first), last=day_said(locale, intent.last))
    proof = say(locale, "proved" if memory.optimal else "limited")
    return say(locale, "placed", count=len(memory.placed), days=days, proof=proof)


def _held(state: ScheduleState, memory: PlanMemory) -> Iterator[str]:
    """What the message asked and the placement held to, by classes that ask the same (rule PLAN-28)."""
    locale, names = memory.locale, _names(state, memory)
    asked: dict[tuple[str, ...], list[str]] = {}
    for wish in memory.intent.wishes:
        words = wish_words(locale, wish)
        if wish.class_id in names and words:
            asked.setdefault(words, []).append(names[wish.class_id])
    told = [
        say(locale, "held.of", names=_who(locale, who, len(names)), what=say(locale, "held.and").join(words))
        for words, who in asked.items()
    ]
    if told:
        shown = say(locale, "held.join").join(told[:_HELD])
        yield say(locale, "held", wishes=say(locale, "held.more", shown=shown) if len(told) > _HELD else shown)


def _who(locale: Locale, names: list[str], of: int) -> str:
    """The classes that ask something; all of them by one word."""
    return say(locale, "held.all") if len(names) == of > 1 else say(locale, "held.who", names=listed(locale, names))


def _liked(state: ScheduleState, memory: PlanMemory) -> Iterator[str]:
    """How many tasks lie in the sections that the message prefers, which no placement must keep (rule PLAN-28)."""
    wishes = {wish.class_id: wish.preferred_sections for wish in memory.intent.wishes if wish.preferred_sections}
    for sections in dict.fromkeys(wishes.values()):
        tasks = [state.by_id[n] for n in memory.placed if wishes.get(class_key(state.by_id[n])) == sections]
        kept = sum(set(range(t.slots[0].slot_start, t.slots[0].slot_end + 1)) <= set(sections) for t in tasks)
        if tasks:
            yield say(memory.locale, "liked", sections=runs(sections), count=len(tasks), kept=kept)


def _names(state: ScheduleState, memory: PlanMemory) -> dict[str, str]:
    """The classes of the tasks that were placed, by id."""
    return {class_key(task): task.category for n in memory.placed for task in (state.by_id[n],)}


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
