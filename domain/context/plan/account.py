"""A plan told to a person: what would be looked up, and why (rule CONTEXT-35)."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from domain.context.plan.contract import ContextPlan, Need, Retrieval
from domain.context.when.expression import TimeRange
from domain.schedule.state import Locale

_DAY = timedelta(days=1)

_NAMES: Mapping[str, tuple[str, str]] = {
    "personal_temporal_recall": ("回忆某段时间里的事", "what was or will be in a stretch of time"),
    "personal_profile": ("关于你本人", "what you are like"),
    "memory_lookup": ("查找说过或记下的事", "something said or noted before"),
    "general": ("一般对话", "nothing that must be looked up by time"),
    "calendar": ("日程", "calendar"),
    "chat": ("对话记录", "chat"),
    "meinput": ("其他应用的输入", "typed elsewhere"),
    "memory_v2": ("记忆", "memory"),
    "commitment": ("承诺", "commitments"),
    "calendar_event": ("日程事件", "events"),
    "todo": ("待办", "to-dos"),
    "decision": ("决定", "decisions"),
    "person": ("人物", "people"),
    "preference": ("偏好", "preferences"),
    "note": ("笔记", "notes"),
    "MENTION": ("那时说过或写下的", "said or written then"),
    "EVENT": ("那时发生的", "happening then"),
    "AMBIGUOUS": ("那时说过或发生的", "said or happening then"),
    "REQUIRED": ("需要", "needed"),
    "OPTIONAL": ("可选", "may help"),
    "SKIP": ("不需要", "not needed"),
    "importance": ("按重要性", "by importance"),
    "time": ("按时间", "by time"),
    "open": ("只看未完成的", "open ones only"),
    "done": ("只看已完成的", "done ones only"),
}


def account(plan: ContextPlan, locale: Locale) -> tuple[str, ...]:
    """Lines with the question, the time, where is looked for what, and why."""
    which = 0 if locale == "zh-CN" else 1
    lines = [
        (("问题", "asked for"), _NAMES[plan.query_type][which]),
        (("时间", "time"), _time(plan, which)),
        (("要找", "looked for"), _weighted({each.type: each.weight for each in plan.targets}, which)),
        (("来源", "sources"), _weighted(dict(plan.sources), which)),
        *((("检索", "search"), _search(each, which)) for each in plan.retrievals),
        (("条件", "only"), _only(plan, which)),
        (("上下文", "contexts"), _needs(plan, which)),
        (("依据", "because of"), _because(plan, which)),
    ]
    return tuple(f"{label[which]}{'：' if which == 0 else ': '}{told}" for label, told in lines if told)


def _listed(parts: list[str], which: int) -> str:
    return ("、" if which == 0 else ", ").join(parts)


def _weighted(weights: Mapping[str, float], which: int) -> str:
    heaviest = sorted(((name, weight) for name, weight in weights.items() if weight), key=lambda each: -each[1])
    return _listed([f"{_NAMES[name][which]} {weight:.2f}" for name, weight in heaviest], which)


def _time(plan: ContextPlan, which: int) -> str:
    found = plan.time.event_range or plan.time.mention_range
    if found is None:
        return ("没有提到", "none named")[which]
    return _bracketed(_range(found, which), _NAMES[plan.temporal_mode][which], which)


def _bracketed(told: str, more: str, which: int) -> str:
    return f"{told}（{more}）" if which == 0 else f"{told} ({more})"


def _range(found: TimeRange, which: int) -> str:
    start, end = found.start, found.end
    if start is not None and end is not None and _is_midnight(start) and _is_midnight(end):
        last = (end - _DAY).date()
        return f"{start.date()}" if last == start.date() else f"{start.date()} {('至', 'to')[which]} {last}"
    first = _moment(start) if start else ("以前", "any time before")[which]
    then = _moment(end) if end else ("以后", "any time after")[which]
    return f"{first} – {then}"


def _moment(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%d %H:%M")


def _is_midnight(moment: datetime) -> bool:
    return moment.time() == moment.time().min


def _search(retrieval: Retrieval, which: int) -> str:
    words = _listed(list(retrieval.expanded_queries), which) or ("那段时间的全部", "all of that time")[which]
    return f"{_NAMES[retrieval.source][which]}{'：' if which == 0 else ': '}{words}"


def _only(plan: ContextPlan, which: int) -> str:
    floor, status = plan.filters.importance_min, plan.filters.status
    parts = [(f"重要性不低于 {floor}", f"importance from {floor} on")[which]] if floor else []
    parts += [_NAMES[status][which]] if status != "any" else []
    parts += [_NAMES[plan.output.group_by][which]] if plan.retrievals else []
    return _listed(parts, which)


def _needs(plan: ContextPlan, which: int) -> str:
    needs: tuple[tuple[tuple[str, str], Need], ...] = (
        (("用户概况", "user snapshot"), plan.context_needs.user_snapshot),
        (("时间回忆", "recall by time"), plan.context_needs.temporal_recall),
        (("记忆", "memory"), plan.context_needs.memory_retrieval),
    )
    return _listed([f"{name[which]} {_NAMES[need][which]}" for name, need in needs], which)


def _because(plan: ContextPlan, which: int) -> str:
    hits = _listed(list(plan.planner_meta.rule_hits), which) or ("无", "nothing found")[which]
    sure = f"{plan.planner_meta.confidence:.2f}"
    return _bracketed(hits, (f"把握 {sure}", f"confidence {sure}")[which], which)
