"""A slice in words for people, in both languages (rule SLICE-27)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from domain.refine.slice import Slice
from domain.schedule.state import Locale, ScheduleState

_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}
_DAYS: Final = (
    ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
)
_LABELS: Final[dict[str, tuple[str, str]]] = {
    "named": ("点名", "tasks"),
    "from": ("来源", "from"),
    "to": ("目标", "to"),
    "free": ("避开", "free"),
    "amount": ("数量", "amount"),
    "shift": ("移动", "shift"),
    "excluded": ("不动", "stay"),
    "unknown": ("没有任务叫", "no task is called"),
    "unsupported": ("还不能理解", "not understood yet"),
    "beyond": ("不在学期之内", "outside the term"),
    "unread": ("没有读出要改什么", "nothing read from"),
    "unheard": ("没有读懂", "not understood"),
}
FAULTS: Final = ("unsupported", "beyond", "unknown", "unread")


def faults_of(cut: Slice) -> dict[str, str]:
    """The words that were not understood, by what is wrong with them; the whole message only for want of others."""
    found = {fault: words for fault in FAULTS if (words := str(getattr(cut, fault)))}
    found |= {"unheard": "; ".join(cut.unheard)} if cut.unheard else {}
    return found if len(found) == 1 else {fault: words for fault, words in found.items() if fault != "unread"}


def fault_lines(cut: Slice, locale: Locale) -> Iterator[str]:
    """A line for each kind of words that were not understood."""
    column = _COLUMN[locale]
    for fault, words in faults_of(cut).items():
        yield f"{_LABELS[fault][column]}：「{words}」" if column == 0 else f"{_LABELS[fault][column]}: “{words}”"


def described(cut: Slice, state: ScheduleState | None, locale: Locale) -> str:
    """A line for each thing that was read, and for words that were not understood."""
    column = _COLUMN[locale]
    read = (
        f"{_LABELS[label][column]}{'：' if column == 0 else ': '}{text}"
        for label, text in _lines(cut, state, column)
        if text
    )
    return "\n".join((*read, *fault_lines(cut, locale)))


def _lines(cut: Slice, state: ScheduleState | None, column: int) -> Iterator[tuple[str, str]]:
    yield "named", _tasks(cut.named, state, column)
    yield "from", _place(cut.source_weeks, cut.source_days, cut.source_sections, column)
    yield "to", _place(cut.target_weeks, cut.target_days, cut.target_sections, column)
    yield "free", _place((), (), cut.exclude_sections, column)
    yield "amount", _amount(cut, column)
    yield "shift", _shift(cut.shift, column)
    yield "excluded", _tasks(cut.excluded, state, column)


def _place(weeks: Iterable[int], days: Iterable[int], sections: Iterable[int], column: int) -> str:
    named = [_DAYS[column][day - 1] for day in days]
    if column == 0:
        parts = [_numbers(weeks, "第 {} 周"), "、".join(named), _numbers(sections, "第 {} 节")]
        return "，".join(part for part in parts if part)
    parts = [_numbers(weeks, "week {}"), ", ".join(named), _numbers(sections, "sections {}")]
    return "; ".join(part for part in parts if part)


def _numbers(values: Iterable[int], form: str) -> str:
    shown = ", ".join(str(value) for value in values)
    return form.format(shown) if shown else ""


def _amount(cut: Slice, column: int) -> str:
    parts = [] if cut.ratio is None else [f"{cut.ratio:.0%}"]
    counts = ("{} 个", "{}")[column]
    return ", ".join([*parts, *([] if cut.count is None else [counts.format(cut.count)])])


def _shift(days: int | None, column: int) -> str:
    if not days:
        return ""
    later: Mapping[bool, tuple[str, str]] = {
        True: ("往后 {} 天", "{} days later"),
        False: ("往前 {} 天", "{} days earlier"),
    }
    return later[days > 0][column].format(abs(days))


def _tasks(ids: Iterable[int], state: ScheduleState | None, column: int) -> str:
    return ("、", ", ")[column].join(state.by_id[n].label for n in ids) if state is not None else ""
