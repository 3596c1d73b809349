"""Asking what part of the plan a request is about, where rules read nothing (rules SLICE-1 and ASK-7)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from domain.models.prompt import Prompt
from domain.refine.memory import RefineMemory
from domain.refine.prompts.evidence import PARTS, amount_named, days_named, parts_named, weeks_named
from domain.refine.prompts.facts import examples, lines, message_line, problem_line, quoted, said, week_label
from domain.refine.prompts.likeness import likely_classes, likely_tasks
from domain.refine.prompts.problem import Problem
from domain.refine.prompts.wire import Wire, between, form, listing, one_of, text
from domain.refine.slice import CLAUSE_LENGTH, Slice, parse_slice
from domain.refine.spacing import spaced
from domain.schedule.state import Locale, ScheduleState

SHARES: dict[Locale, dict[str, float | None]] = {
    "zh-CN": {"全部": None, "一半": 0.5, "三分之一": 1 / 3, "三分之二": 2 / 3, "四分之一": 0.25},
    "en": {"all": None, "half": 0.5, "a third": 1 / 3, "two thirds": 2 / 3, "a quarter": 0.25},
}

_RULES_ZH = """你从学生改日程的一句话里读出范围。只填这句话说到的，没说到的写 []、0 或 全部。
quote：原样摘出你依据的词句。wanted_ 开头：希望任务排在哪。free_ 开头：希望空着、不排任务的日子或时段。
now_ 开头：只要现在排在那里的任务，一般是 []。"""
_RULES_EN = """You read from one sentence what part of a schedule a student means.
Fill in only what the sentence speaks of; else [], 0 or all.
quote: the words you rely on, copied exactly. wanted_ ...: where the tasks shall be.
free_ ...: days or times that shall stay free of tasks. now_ ...: only the tasks that stand there now, as a rule []."""
_MEANINGS: dict[str, tuple[str, str]] = {
    "classes": ("classes：说到的整类任务", "classes: whole classes that are meant"),
    "tasks": ("tasks：说到的任务编号", "tasks: numbers of the tasks that are meant"),
    "share": ("share：其中多少，没说就是 全部", "share: how many of them; all if nothing is said"),
    "count": ("count：说了几个才填，否则 0", "count: only if a number of tasks is said, else 0"),
}
_SILENT = {"unread", "unheard", "idle"}
_SIDES = {"free": ("days", "parts"), "wanted": ("weeks", "days", "parts"), "now": ("weeks", "days", "parts")}
_CASES_ZH: tuple[tuple[str, dict[str, Any]], ...] = (
    ("礼拜三喘不过气，匀点给周二", {"now_days": ["周三"], "wanted_days": ["周二"], "share": "一半"}),
    ("口语想在早上练", {"tasks": [12], "wanted_parts": ["上午"]}),
    ("口语睡前练就好", {"tasks": [12], "wanted_parts": ["晚上"]}),
    ("我早上精神好", {"wanted_parts": ["上午"]}),
    ("吃过晚饭就想歇着", {"free_parts": ["晚上"]}),
    ("星期六我不在学校", {"free_days": ["周六"]}),
    ("第3周那些拖到第4周去", {"now_weeks": ["第3周"], "wanted_weeks": ["第4周"]}),
)
_CASES_EN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("Hand some of Wednesday to Tuesday", {"now_days": ["Wednesday"], "wanted_days": ["Tuesday"], "share": "half"}),
    ("Speaking goes better before noon", {"tasks": [12], "wanted_parts": ["morning"]}),
    ("Speaking can wait until bedtime", {"tasks": [12], "wanted_parts": ["evening"]}),
    ("I work best in the morning", {"wanted_parts": ["morning"]}),
    ("I want to rest after lunch", {"free_parts": ["afternoon"]}),
    ("On Saturday I am away", {"free_days": ["Saturday"]}),
    ("Let week 3 slip into week 4", {"now_weeks": ["week 3"], "wanted_weeks": ["week 4"]}),
)


def prompt(state: ScheduleState, memory: RefineMemory) -> Prompt:
    """The question: which tasks, from where, to where? Only what the message has words for can be answered."""
    locale, answer = memory.locale, _form(state, memory)
    meanings = (said(locale, *told) for key, told in _MEANINGS.items() if key in answer.model_fields)
    system = lines(said(locale, _RULES_ZH, _RULES_EN), meanings, _examples(locale, answer))
    return Prompt("slice", system, lines(_facts(state, memory)), answer, 400)


def _examples(locale: Locale, answer: type[Wire]) -> str:
    """Those that the form can hold, in the form."""
    nothing: dict[str, Any] = {"share": said(locale, "全部", "all"), "count": 0}
    empty: dict[str, Any] = {key: nothing.get(key, []) for key in answer.model_fields}
    cases = [case for case in said(locale, _CASES_ZH, _CASES_EN) if {*case[1]} <= {*empty}]
    shown = ((quoted(request), empty | {"quote": request} | told) for request, told in cases)
    return lines(said(locale, "例：", "Examples:"), examples(*shown)) if cases else ""


def read(answer: Any, state: ScheduleState, memory: RefineMemory) -> Slice | Problem:
    """The slice, evidenced by words of the message; whatever rules read in it stands. It may turn out empty."""
    locale, quote = memory.locale, spaced(answer.quote)
    told = _told(answer, state, memory)
    if told and (not quote or quote not in memory.message):
        fault = (
            f"quote「{quote}」不在请求里，请原样摘抄",
            f"quote “{quote}” does not stand in the request: copy its words",
        )
        return Problem(said(locale, *fault))
    rules = parse_slice(memory.message, state, memory.current_week, memory.calendar)
    sure = {name: value for name, value in rules.model_dump(exclude=_SILENT).items() if value}
    clause = {"clause": quote[:CLAUSE_LENGTH]} if told else {}
    return Slice.model_validate(clause | told | sure)


def _form(state: ScheduleState, memory: RefineMemory) -> type[Wire]:
    """Keys that the message has words for; to choose among values that it has no word for is to invent."""
    locale, message = memory.locale, memory.message
    fields: dict[str, Any] = {"quote": text(60, 1)}
    classes, tasks = likely_classes(state, message), likely_tasks(state, message)
    fields |= {"classes": listing(one_of(classes), 4)} if classes else {}
    fields |= {"tasks": listing(one_of(tasks), 8)} if tasks else {}
    offers: dict[str, Collection[str]] = {
        "weeks": weeks_named(state, message, locale),
        "days": days_named(message, locale),
        "parts": parts_named(message, locale),
    }
    kinds = {name: listing(one_of(values, name), min(len(values), 7)) for name, values in offers.items() if values}
    for side, names in _SIDES.items():
        fields |= {f"{side}_{name}": kinds[name] for name in names if name in kinds}
    fields |= {"share": one_of(SHARES[locale]), "count": between(0, 99)} if amount_named(message) else {}
    return form("slice", **fields)


def _told(answer: Any, state: ScheduleState, memory: RefineMemory) -> dict[str, Any]:
    """What the answer names, as fields of a slice."""
    locale, message = memory.locale, memory.message
    weeks, days = weeks_named(state, message, locale), days_named(message, locale)
    told: dict[str, Any] = {
        "source_weeks": _numbers(weeks, answer, "now_weeks"),
        "target_weeks": _numbers(weeks, answer, "wanted_weeks"),
        "source_days": _numbers(days, answer, "now_days"),
        "target_days": _numbers(days, answer, "wanted_days"),
        "source_sections": _sections(answer, "now_parts", locale),
        "target_sections": _sections(answer, "wanted_parts", locale),
        "exclude_sections": _sections(answer, "free_parts", locale),
        "named": _named(answer, likely_classes(state, message)),
    }
    emptied = _numbers(days, answer, "free_days")
    if emptied and not told["target_days"]:
        told |= {"source_days": emptied, "target_days": tuple(n for n in range(1, 8) if n not in emptied)}
    told["week_filter"] = tuple(dict.fromkeys((*told["source_weeks"], *told["target_weeks"])))
    found = {key: value for key, value in told.items() if value}
    return found | _amount(answer, locale) if found else {}


def _named(answer: Any, names: Mapping[str, tuple[int, ...]]) -> tuple[int, ...]:
    """Named tasks; of named classes all tasks, unless tasks of them were named too."""
    tasks = tuple(getattr(answer, "tasks", ()))
    whole = (names[name] for name in getattr(answer, "classes", ()))
    return tuple(dict.fromkeys((*tasks, *(n for ids in whole if not {*ids} & {*tasks} for n in ids))))


def _amount(answer: Any, locale: Locale) -> dict[str, Any]:
    count = getattr(answer, "count", 0)
    share = SHARES[locale][getattr(answer, "share", said(locale, "全部", "all"))]
    if count:
        return {"count": count}
    return {} if share is None else {"ratio": share}


def _numbers(values: Mapping[str, int], answer: Any, key: str) -> tuple[int, ...]:
    return tuple(dict.fromkeys(values[name] for name in getattr(answer, key, ())))


def _sections(answer: Any, key: str, locale: Locale) -> tuple[int, ...]:
    named = getattr(answer, key, ())
    return tuple(dict.fromkeys(section for name in named for section in PARTS[locale][name]))


def _facts(state: ScheduleState, memory: RefineMemory) -> Iterator[str]:
    locale = memory.locale
    yield message_line(memory)
    if memory.current_week is not None and weeks_named(state, memory.message, locale):
        yield said(locale, "本周是", "This week is ") + week_label(memory.current_week, locale)
    likely = likely_tasks(state, memory.message)
    if likely:
        yield said(locale, "名称与请求相近的任务：", "Tasks whose names are like the request:")
        yield from (f"{n} {quoted(state.by_id[n].name)}" for n in likely)
    yield problem_line(memory)
