"""Whether closing words count right what went where, and what changed places for order alone (rule SUMMARY-4)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from domain.refine.memory import RefineMemory
from domain.refine.numerals import number
from domain.schedule.state import Locale, ScheduleState

Pattern = re.Pattern[str]

_SENTENCES: Final = re.compile(r"[。！？!?；;\n]|\.(?=\s|$)")
_CLAUSES: Final[dict[Locale, Pattern]] = {
    "zh-CN": re.compile(r"[，,、：:]|其中|另"),
    "en": re.compile(r"[,:]|\band\b|\bwhile\b", re.IGNORECASE),
}
_ENGLISH: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_COUNTED: Final[dict[Locale, Pattern]] = {
    "zh-CN": re.compile(r"(?<![第周星期0-9０-９])([0-9０-９]+|[一二两三四五六七八九十]+)\s*(?:个|项|门|件|份)"),
    "en": re.compile(
        rf"(?<!week )(?<!section )(?<!sections )(?<!chapter )(?<!day )(?<![-\d])\b([0-9]+|{_ENGLISH})\b(?!\s*[-:])"
        r"\s+(?:(?:\w+\s+){0,2}(?:tasks?|chapters?|items?)\b|of (?:them|which|these)\b"
        r"|(?:was|were|has|have|moved?|went|goes|go|now|to|on|onto)\b)",
        re.IGNORECASE,
    ),
}
_DAY: Final[dict[Locale, str]] = {
    "zh-CN": r"(?:周|星期|礼拜)[一二三四五六日天]",
    "en": r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*",
}
_JOINED: Final[dict[Locale, str]] = {
    "zh-CN": r"(?:\s*(?:到|至|和|与|及|或|、|[-~～–—])\s*(?:周|星期|礼拜)?[一二三四五六日天](?![个项门件份]))*",
    "en": rf"(?:\s*(?:,|and|or|to|through|[-–])\s*(?:on\s+)?{_DAY['en']}\b)*",
}
_WEEK: Final[dict[Locale, str]] = {
    "zh-CN": r"第?\s*(?:[0-9０-９]+|[一二三四五六七八九十]+)\s*周",
    "en": r"week\s+[0-9]+",
}
# Words that say where to; only without them those that say where.
_TO: Final[dict[Locale, tuple[str, str]]] = {
    "zh-CN": ("(?:到|至|去|往|进)了?", "在"),
    "en": (r"\b(?:to|onto|into)\s+(?:the\s+)?", r"\b(?:on|in)\s+(?:the\s+)?"),
}
_RANGE: Final[dict[Locale, Pattern]] = {
    "zh-CN": re.compile(r"[到至~～–—-]"),
    "en": re.compile(r"\b(?:to|through)\b|[-–]", re.IGNORECASE),
}
_LETTER: Final[dict[Locale, Pattern]] = {
    "zh-CN": re.compile(r"[一二三四五六日天](?!周)"),
    "en": re.compile(r"Mon|Tue|Wed|Thu|Fri|Sat|Sun", re.IGNORECASE),
}
_NUMBERS: Final[dict[Locale, str]] = {"zh-CN": "一二三四五六日", "en": "MonTueWedThuFriSatSun"}
_FOR_ORDER: Final[dict[Locale, Pattern]] = {
    "zh-CN": re.compile(r"(?:为|因)[^，。]{0,8}顺序|恢复[^，。]{0,8}顺序|顺序[^，。]{0,6}(?:恢复|换位|对调|调整)"),
    "en": re.compile(
        r"\bfor (?:the )?(?:\w+ )?order\b|\border\b[^.]*\brestor|\brestor[^.]*\border\b|keep[^.]*\border\b"
    ),
}


@dataclass(frozen=True, slots=True)
class _Where:
    """Days of the week and weeks that a sentence names as where to; empty sets name none."""

    days: frozenset[int]
    weeks: frozenset[int]

    def holds(self, week: int, day_of_week: int) -> bool:
        return (not self.days or day_of_week in self.days) and (not self.weeks or week in self.weeks)


def counts_agree(said: str, moved: list[int], state: ScheduleState, memory: RefineMemory) -> bool:
    """Whether each count that stands beside a day, a week, or the order as the reason is a count of such tasks.

    Args:
        said: closing words, without quotations.
        moved: tasks that stand elsewhere than before the run.
        state: the final arrangement.
        memory: of the run.
    """
    return all(
        count in _for_order(moved, memory)
        if _FOR_ORDER[memory.locale].search(part)
        else (where := _where(part, memory.locale)) is None or count in _went(where, moved, state, memory)
        for count, part in _counted(said, memory.locale)
    )


def tells_order(said: str, locale: Locale) -> bool:
    """Whether words say how many tasks changed places for the order of their class."""
    return any(_FOR_ORDER[locale].search(part) for _count, part in _counted(said, locale))


def moved_for_order(moved: list[int], memory: RefineMemory) -> list[int]:
    """Tasks outside the request that changed places only so that their classes keep their order."""
    return [task_id for task_id in moved if task_id not in memory.workset]


def _for_order(moved: list[int], memory: RefineMemory) -> set[int]:
    noted = [task_id for task_id in moved if task_id in memory.notes and memory.notes[task_id].rule == "order"]
    return {len(moved_for_order(moved, memory)), len(noted)}


def _counted(said: str, locale: Locale) -> Iterator[tuple[int, str]]:
    """Each count with the words it stands in: its sentence, or its part of one that has several."""
    for sentence in _SENTENCES.split(said):
        parts = [sentence] if len(_COUNTED[locale].findall(sentence)) == 1 else _CLAUSES[locale].split(sentence)
        for part in parts:
            found = _COUNTED[locale].findall(part)
            if len(found) == 1:
                yield number(found[0]), part


def _where(part: str, locale: Locale) -> _Where | None:
    week, days = _WEEK[locale], rf"{_DAY[locale]}{_JOINED[locale]}"
    between = r"的?\s*" if locale == "zh-CN" else r",?\s+"
    for lead in _TO[locale]:
        place = rf"{lead}\s*(?:(?P<week>{week})(?:{between}(?P<days>{days}))?|(?P<only>{days}))(?!的|\w*['’]s)"
        found = list(re.finditer(place, part, re.IGNORECASE))
        if len(found) == 1:
            named = found[0]["days"] or found[0]["only"] or ""
            digits = re.search(r"[0-9０-９]+|[一二三四五六七八九十]+", found[0]["week"] or "")
            return _Where(_days(named, locale), frozenset({number(digits[0])} if digits else ()))
        if found:
            return None
    return None


def _days(named: str, locale: Locale) -> frozenset[int]:
    size = 1 if locale == "zh-CN" else 3
    said = [_NUMBERS[locale].index(letter) // size + 1 for letter in _letters(named, locale)]
    if len(said) == 2 and _RANGE[locale].search(named):
        return frozenset(range(min(said), max(said) + 1))
    return frozenset(said)


def _letters(named: str, locale: Locale) -> list[str]:
    return [letter.title().replace("天", "日") for letter in _LETTER[locale].findall(named)]


def _went(where: _Where, moved: list[int], state: ScheduleState, memory: RefineMemory) -> set[int]:
    """How many tasks went there: from elsewhere, of the request, and of it with those that stood there before."""
    stands = {n for n in (*moved, *memory.workset) if _is_there(where, state, state.by_id[n].slots[0].day)}
    came = {n for n in moved if n in stands and not _is_there(where, state, memory.origin[n][0])}
    asked = set(memory.workset)
    return {len(came), len(came & asked), len(stands & asked & set(moved)), len(stands & asked)}


def _is_there(where: _Where, state: ScheduleState, day: int) -> bool:
    place = state.window.place(day)
    return where.holds(place.week, place.day_of_week)
