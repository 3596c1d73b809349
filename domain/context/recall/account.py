"""What was found, told to a person: where, when and why (rule RECALL-26)."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from domain.context.plan.contract import ContextPlan
from domain.context.recall.item import Merged, RecallAnswer, RecallItem
from domain.context.recall.ranges import axes_of
from domain.context.recall.words import told_in
from domain.schedule.state import Locale

_SOURCES: Final[Mapping[str, tuple[str, str]]] = {
    "calendar": ("日程", "calendar"),
    "chat": ("对话", "chat"),
    "meinput": ("其他应用", "typed elsewhere"),
    "memory_v2": ("记忆", "memory"),
}
_NOTHING: Final = ("没有找到。", "Nothing was found.")
_SAID: Final = ("说于 {}", "said {}")
_HAPPENS: Final = ("发生于 {}", "happens {}")
_SAID_THEN: Final = ("在所问的时间里说的", "said in the time asked about")
_HAPPENS_THEN: Final = ("在所问的时间里发生", "happens in the time asked about")
_WORDS: Final = ("含有 {}", "has {}")
_IMPORTANT: Final = ("重要性 {:.0%}", "importance {:.0%}")
_DONE: Final = ("已完成", "done")
_ALSO: Final = ("另见 {}", "also in {}")


def account(answer: RecallAnswer, plan: ContextPlan, locale: Locale) -> tuple[str, ...]:
    """Two lines for each item: what it is and where it was found; when, and why it is told."""
    which = 0 if locale == "zh-CN" else 1
    if not answer.items:
        return (_NOTHING[which],)
    merged = {each.id: each for each in answer.stats.merged}
    return tuple(line for item in answer.items for line in _lines(item, plan, merged.get(item.id), which))


def _lines(item: RecallItem, plan: ContextPlan, merged: Merged | None, which: int) -> tuple[str, str]:
    facts = [*_when(item, which), *_why(item, plan, which)]
    if merged is not None:
        names = [_SOURCES[source][which] for source in merged.sources if source != item.source]
        facts += [_ALSO[which].format(", ".join(names))] if names else []
    return f"[{_SOURCES[item.source][which]}] {item.text}", "    " + ("；" if which == 0 else "; ").join(facts)


def _when(item: RecallItem, which: int) -> Iterator[str]:
    if item.mention_at is not None:
        yield _SAID[which].format(_moment(item.mention_at))
    if item.event_at is not None:
        yield _HAPPENS[which].format(_moment(item.event_at))


def _why(item: RecallItem, plan: ContextPlan, which: int) -> Iterator[str]:
    axes = axes_of(plan.temporal_mode, plan.time)
    if axes.mention is not None and axes.mention.holds(item.mention_at):
        yield _SAID_THEN[which]
    if axes.event is not None and axes.event.touches(item.event_at, None):
        yield _HAPPENS_THEN[which]
    words = tuple(dict.fromkeys(_found(item, plan)))
    if words:
        yield _WORDS[which].format("、".join(words) if which == 0 else ", ".join(words))
    yield _IMPORTANT[which].format(item.importance)
    if item.status == "done":
        yield _DONE[which]


def _found(item: RecallItem, plan: ContextPlan) -> Iterator[str]:
    """The words of the plan that a text has, in the form in which it has them."""
    own = [one for one in plan.retrievals if one.source == item.source] or plan.retrievals
    for query in (query for retrieval in own for query in retrieval.expanded_queries):
        if (form := told_in(query, item.text)) is not None:
            yield form


def _moment(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M}"
