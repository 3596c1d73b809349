"""Whether closing words that a model wrote agree with what happened (rule SUMMARY-4).

They are looked at word by word, not understood: what is in doubt counts as a contradiction, since the built-in words
are always at hand.
"""

import re
from collections.abc import Iterator
from typing import Final

from domain.refine.arrivals import counts_agree
from domain.refine.memory import RefineMemory
from domain.refine.numerals import number
from domain.schedule.state import Locale, ScheduleState

Pattern = re.Pattern[str]

_QUOTED: Final = re.compile(r"「[^」]*」|“[^”]*”|\"[^\"]*\"|『[^』]*』")
_FAILED: Final[dict[Locale, Pattern]] = {
    "zh-CN": re.compile(
        r"(?:未|没|没有|没能|尚未|并未)(?:能|有|全部|全|完全|都)*(?:完成|达成|通过|满足|实现|成功|就位|移|挪|放|排|做到)"
        r"|无法|失败|不(?:能|满足|通过|符合|达标|成功)|没能|未能"
    ),
    "en": re.compile(
        r"\b(?:fail(?:ed|s|ure)?|could\s?n[o']t|can\s?not|can't|unable|unmet|unfinished|incomplete|impossible)\b"
        r"|\b(?:not|isn't|aren't|wasn't|weren't|hasn't|haven't|didn't)\s+(?:yet\s+|fully\s+|all\s+|been\s+|be\s+)*"
        r"(?:met|completed?|done|passed|in\s+place|reached|moved|placed|achieved|where|as)\b",
        re.IGNORECASE,
    ),
}
_DOUBTED: Final[dict[Locale, Pattern]] = {
    "zh-CN": re.compile(r"未|没|不|无|仅|只|但|差|缺|失败|尚|剩"),
    "en": re.compile(
        r"\b(?:no|not|none|nothing|only|but|however|although|still|short|left|unclear|fail\w*|un\w+|could\w*)\b|n't\b",
        re.IGNORECASE,
    ),
}
_PRAISED: Final[dict[Locale, Pattern]] = {
    "zh-CN": re.compile(
        r"(?<![未没不有能])(?:全部|完全|都已|均已|已全部|圆满)(?:完成|达成|满足|就位|实现)|(?<![未没不])通过(?:了)?终审|终审(?:已)?通过"
    ),
    "en": re.compile(
        r"(?<!not )(?<!n't )\b(?:fully\s+(?:met|done|completed)|all\s+done|check\s+(?:has\s+)?passed"
        r"|completely\s+(?:met|done)|everything\s+(?:is|was)\s+(?:done|moved|in\s+place))\b",
        re.IGNORECASE,
    ),
}
_ALL: Final[dict[Locale, Pattern]] = {
    "zh-CN": re.compile(r"所有|全部|全都|每个|每一个|一切|完美"),
    "en": re.compile(r"\b(?:all|every\w*|each|perfect\w*|whole)\b", re.IGNORECASE),
}
_NUMERAL: Final = r"[0-9０-９]+|[零〇一二两三四五六七八九十百]+"
_COUNTED: Final[dict[Locale, Pattern]] = {
    "zh-CN": re.compile(rf"(?<![第周星期0-9０-９])({_NUMERAL})\s*(?:个|项|门|件|份)"),
    "en": re.compile(
        r"\b([0-9]+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\s+(?:\w+\s+)?(?:tasks?|chapters?|items?)\b",
        re.IGNORECASE,
    ),
}
_DIGITS: Final = re.compile(r"[0-9０-９]+")


def contradiction(text: str, moved: list[int], state: ScheduleState, memory: RefineMemory, built_in: str) -> str | None:
    """Which kind of contradiction there is, as the key of a sentence; None where there is none.

    Args:
        text: the words of the model.
        moved: tasks that stand elsewhere than before the run.
        state: the final arrangement.
        memory: with the verdict of the final check.
        built_in: the words of the built-in policy for the same run; its figures are true.
    """
    said, locale = _QUOTED.sub(" ", text), memory.locale
    if text == built_in:
        return None
    if not _in_language(said, locale):
        return "summary.language"
    if memory.completed and _FAILED[locale].search(said):
        return "summary.verdict"
    if not memory.completed and _hides(text, said, memory):
        return "summary.verdict"
    if not moved or _is_sweeping(said, memory) or _names_others(text, moved, state, memory, built_in):
        return "summary.deeds"
    true = _true_figures(text, said, moved, state, memory, built_in) and counts_agree(said, moved, state, memory)
    return None if true else "summary.figures"


def _hides(text: str, said: str, memory: RefineMemory) -> bool:
    """Whether it is silent about what is unmet: no word of doubt, or none of the words that were not understood."""
    doubts = _DOUBTED[memory.locale].search(said) and not _PRAISED[memory.locale].search(said)
    return not doubts or any(words not in text for words in (*memory.slice.unheard, *_not_cleared(memory)))


def _not_cleared(memory: RefineMemory) -> list[str]:
    """The clauses that want a place free of which a line of the check is unmet."""
    return [place.words for place in memory.slice.freed if any(place.words in line for line in memory.unmet)]


def _is_sweeping(said: str, memory: RefineMemory) -> bool:
    """Whether it speaks of all tasks although the goal is an open one, or is not met."""
    closed = memory.completed and memory.objective.mode != "none"
    return not closed and _ALL[memory.locale].search(said) is not None


def _names_others(text: str, moved: list[int], state: ScheduleState, memory: RefineMemory, built_in: str) -> bool:
    """Whether it names a task that neither moved nor is spoken of in the message or the built-in words."""
    known = "\n".join((memory.message, built_in, *(state.by_id[task_id].label for task_id in moved))).casefold()
    said = text.casefold()
    return any(name in said and name not in known for task in state.tasks for name in _names(task.name.casefold()))


def _names(name: str) -> Iterator[str]:
    """The whole name, and its first word where it has several."""
    first, *more = name.split() or [""]
    yield from (word for word in (name, first if more else "") if len(word) > 1)


def _in_language(said: str, locale: Locale) -> bool:
    chinese = re.search(r"[\u4e00-\u9fff]", said) is not None
    return chinese if locale == "zh-CN" else len(re.findall(r"[A-Za-z]{2,}", said)) >= 3


def _true_figures(
    text: str, said: str, moved: list[int], state: ScheduleState, memory: RefineMemory, built_in: str
) -> bool:
    """Whether counts of tasks are the run's, and every other number stands somewhere in what the run is about."""
    lines = (built_in, *memory.unmet, *memory.checks)
    aside = sum(task_id not in memory.workset for task_id in moved)
    counts = {len(moved), aside, len(moved) - aside, len(memory.workset), len(memory.set_aside)}
    counts |= {number(found) for line in lines for found in _DIGITS.findall(line)}
    named = (task.label for task in state.tasks)
    known = counts | {number(found) for line in (memory.message, *named) for found in _DIGITS.findall(line)}
    known |= {figure for task_id in moved for figure in _places(task_id, state, memory)}
    return all(number(found) in counts for found in _COUNTED[memory.locale].findall(said)) and all(
        number(found) in known for found in _DIGITS.findall(text)
    )


def _places(task_id: int, state: ScheduleState, memory: RefineMemory) -> set[int]:
    """Week, day, and sections of where a task stood and where it stands."""
    stood = memory.origin.get(task_id)
    keys = [slot.key for slot in state.by_id[task_id].slots] + ([stood] if stood else [])
    days = [(state.window.place(day), start, end) for day, start, end in keys]
    return {
        figure for place, start, end in days for figure in (place.week, place.day_of_week, place.day_index, start, end)
    }
