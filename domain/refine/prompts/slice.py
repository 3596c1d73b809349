"""Asking what part of the plan a request is about, where rules read nothing (rules SLICE-1 and ASK-7)."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.models.prompt import Prompt
from domain.refine.memory import RefineMemory
from domain.refine.prompts.facts import (
    WEEKDAYS,
    contract_line,
    cut,
    day_label,
    examples,
    lines,
    message_line,
    problem_line,
    quoted,
    said,
    task_line,
    week_label,
)
from domain.refine.prompts.likeness import class_names, likely_tasks
from domain.refine.prompts.problem import Problem
from domain.refine.prompts.wire import Wire, between, form, listing, one_of, text
from domain.refine.slice import CLAUSE_LENGTH, Slice, parse_slice
from domain.refine.spacing import spaced
from domain.schedule.state import Locale, ScheduleState

WEEKS = 30
MORNING, AFTERNOON, EVENING = (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)

PARTS: dict[Locale, dict[str, tuple[int, ...]]] = {
    "zh-CN": {"上午": MORNING, "下午": AFTERNOON, "晚上": EVENING}
    | {f"第{first}-{first + 1}节": (first, first + 1) for first in range(1, 12, 2)},
    "en": {"morning": MORNING, "afternoon": AFTERNOON, "evening": EVENING}
    | {f"sections {first}-{first + 1}": (first, first + 1) for first in range(1, 12, 2)},
}
SHARES: dict[Locale, dict[str, float | None]] = {
    "zh-CN": {"全部": None, "一半": 0.5, "三分之一": 1 / 3, "三分之二": 2 / 3, "四分之一": 0.25},
    "en": {"all": None, "half": 0.5, "a third": 1 / 3, "two thirds": 2 / 3, "a quarter": 0.25},
}

_RULES_ZH = """你从学生改日程的一句话里读出范围。只填这句话说到的，没说到的写 [] 或 0。
quote：原样摘出你依据的词句。
classes、tasks：说到的类别、任务。from_weeks、from_days、from_parts：任务现在在哪。
to_weeks、to_days、to_parts：要去哪。keep_free：不要安排的时段。
share：全部、一半……没说就是 全部。count：说了个数才填，否则 0。
例："""
_RULES_EN = """You read from one sentence what part of a schedule a student means.
Fill in what the sentence speaks of, else [] or 0.
quote: the words you rely on, copied exactly.
classes, tasks: those that are meant. from_weeks, from_days, from_parts: where the tasks stand now.
to_weeks, to_days, to_parts: where they shall go. keep_free: times that shall stay without tasks.
share: all, half ...; all if nothing is said. count: only if a number of tasks is said, else 0.
Examples:"""


def _example(quote: str, share: str, **told: list[str]) -> dict[str, Any]:
    keys = ("from_weeks", "from_days", "from_parts", "to_weeks", "to_days", "to_parts", "keep_free")
    return {"quote": quote, "classes": []} | {key: told.get(key, []) for key in keys} | {"share": share, "count": 0}


_EXAMPLES_ZH = (
    (
        '"礼拜三喘不过气，匀点给周二"',
        _example("礼拜三喘不过气，匀点给周二", "一半", from_days=["周三"], to_days=["周二"]),
    ),
    ('"吃过晚饭就想歇着"', _example("吃过晚饭就想歇着", "全部", keep_free=["晚上"])),
    ('"周四的活儿早上做掉"', _example("周四的活儿早上做掉", "全部", from_days=["周四"], to_parts=["上午"])),
)
_EXAMPLES_EN = (
    (
        '"Wednesday is killing me, hand some of it to Tuesday"',
        _example("hand some of it to Tuesday", "half", from_days=["Wednesday"], to_days=["Tuesday"]),
    ),
    ('"I want to rest after dinner"', _example("rest after dinner", "all", keep_free=["evening"])),
    (
        '"Thursday stuff is better before noon"',
        _example("before noon", "all", from_days=["Thursday"], to_parts=["morning"]),
    ),
)


def prompt(state: ScheduleState, memory: RefineMemory) -> Prompt:
    """The question: which tasks, from where, to where?"""
    locale = memory.locale
    system = lines(said(locale, _RULES_ZH, _RULES_EN), examples(*said(locale, _EXAMPLES_ZH, _EXAMPLES_EN)))
    return Prompt("slice", system, lines(_facts(state, memory)), _form(state, memory), 400)


def read(answer: Any, state: ScheduleState, memory: RefineMemory) -> Slice | Problem:
    """The slice, evidenced by words of the message; whatever rules read in it stands."""
    locale, quote = memory.locale, spaced(answer.quote)
    if not quote or quote not in memory.message:
        fault = (
            f"quote「{quote}」不在请求里，请原样摘抄",
            f"quote “{quote}” does not stand in the request: copy its words",
        )
        return Problem(said(locale, *fault))
    told = _told(answer, state, memory)
    if not told:
        fault = "没有读出任何范围", "the answer names no part of the plan"
        return Problem(said(locale, *fault))
    rules = parse_slice(memory.message, state, memory.current_week, memory.calendar)
    sure = {name: value for name, value in rules.model_dump(exclude={"unread"}).items() if value}
    return Slice.model_validate({"clause": quote[:CLAUSE_LENGTH]} | told | sure)


def _form(state: ScheduleState, memory: RefineMemory) -> type[Wire]:
    locale = memory.locale
    week = one_of(_weeks(state, locale), "Week")
    day = one_of(WEEKDAYS[locale], "Weekday")
    part = one_of(PARTS[locale], "Part")
    classes, tasks = class_names(state), likely_tasks(state, memory.message)
    named = {"classes": listing(one_of(classes), 4)} if classes else {}
    named |= {"tasks": listing(one_of(tasks), 8)} if tasks else {}
    places = {
        f"{side}_{name}": listing(kind, most)
        for side in ("from", "to")
        for name, kind, most in (("weeks", week, 4), ("days", day, 7), ("parts", part, 4))
    }
    amount = {"share": one_of(SHARES[locale]), "count": between(0, 99)}
    return form("slice", quote=text(60, 1), **named, **places, keep_free=listing(part, 4), **amount)


def _weeks(state: ScheduleState, locale: Locale) -> dict[str, int]:
    weeks = dict.fromkeys(day.week for day in state.window.day_mapping)
    return {week_label(week, locale): week for week in list(weeks)[:WEEKS]}


def _told(answer: Any, state: ScheduleState, memory: RefineMemory) -> dict[str, Any]:
    """What the answer names, as fields of a slice."""
    locale = memory.locale
    weeks = _weeks(state, locale)
    days = {name: number for number, name in enumerate(WEEKDAYS[locale], start=1)}
    names = class_names(state)
    told: dict[str, Any] = {
        "week_filter": _numbers(weeks, (*answer.from_weeks, *answer.to_weeks)),
        "source_weeks": _numbers(weeks, answer.from_weeks),
        "target_weeks": _numbers(weeks, answer.to_weeks),
        "source_days": _numbers(days, answer.from_days),
        "target_days": _numbers(days, answer.to_days),
        "source_sections": _sections(answer.from_parts, locale),
        "target_sections": _sections(answer.to_parts, locale),
        "exclude_sections": _sections(answer.keep_free, locale),
        "named": _named(answer, names),
    }
    found = {key: value for key, value in told.items() if value}
    return found | _amount(answer, locale) if found else {}


def _named(answer: Any, names: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
    """Named tasks; of named classes all tasks, unless tasks of them were named too."""
    tasks = tuple(getattr(answer, "tasks", ()))
    whole = (names[name] for name in getattr(answer, "classes", ()))
    return tuple(dict.fromkeys((*tasks, *(n for ids in whole if not {*ids} & {*tasks} for n in ids))))


def _amount(answer: Any, locale: Locale) -> dict[str, Any]:
    if answer.count:
        return {"count": answer.count}
    share = SHARES[locale][answer.share]
    return {} if share is None else {"ratio": share}


def _numbers(values: Mapping[str, int], names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(values[name] for name in names))


def _sections(names: tuple[str, ...], locale: Locale) -> tuple[int, ...]:
    return tuple(dict.fromkeys(section for name in names for section in PARTS[locale][name]))


def _facts(state: ScheduleState, memory: RefineMemory) -> Iterator[str]:
    locale, window = memory.locale, state.window
    yield message_line(memory)
    yield contract_line(memory)
    first, last = day_label(window, 1, locale), day_label(window, window.total_days, locale)
    yield said(locale, f"日程范围：{first} 到 {last}", f"The schedule runs from {first} to {last}")
    if memory.current_week is not None:
        yield said(locale, "本周是", "This week is ") + week_label(memory.current_week, locale)
    names = class_names(state)
    if names:
        told = ", ".join(f"{quoted(name)} ({len(ids)})" for name, ids in names.items())
        yield said(locale, f"类别（任务数）：{told}", f"Classes (tasks): {told}")
    likely = likely_tasks(state, memory.message)
    if likely:
        yield said(locale, "名称与请求相近的任务：", "Tasks whose names are like the request:")
        yield from (task_line(state, state.by_id[n], locale) for n in likely)
    yield cut(problem_line(memory), 400)
