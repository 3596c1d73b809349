"""Words of a request that no reading used, so that they can be told (rules HONEST-1 and HONEST-2)."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from domain.refine.asides import is_aside, is_purpose
from domain.refine.fillers import FILLER_EN, FILLER_ZH, JOINING
from domain.refine.goal_words import GROUP, RELEASE, SPREAD

Span = tuple[int, int]

_BREAK: Final = re.compile(
    r"[，。；！？;!?：\n…]+|:(?!\d)|,|\.(?!\d)|\s+[-–—]+\s+|—+|但是?|不过|然后|并且|而且|同时|顺便|顺带|另外|所以|因此|于是|\b(?:but|then|because|so)\b",
    re.IGNORECASE | re.ASCII,
)
_AND: Final = re.compile(r"\b(?:and|plus|as\s+well\s+as|while|also)\b", re.IGNORECASE | re.ASCII)
_OTHER: Final = re.compile(
    r"顺序|次序|先后|松一?[松下些点]|缓一?缓|ease\s+(?:it|them|that)?\s*(?:out|off|up)|照(?:旧|常)|\b(?:the|in|any|their|same|keep|class|original)\s+order\b",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[^\W\d_]|\d")
_WIDE: Final = re.compile(r"[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af]")
_OWN: Final = re.compile(r"^['’]s\b", re.IGNORECASE)
_TRIM: Final = " \t\"'“”‘’「」『』（）()《》、~～-–—·*#"
MOST = 5


def leftover(
    text: str, used: Iterable[Span], directed: Sequence[Span], placed: Sequence[Span], known: Sequence[str] = ()
) -> tuple[str, ...]:
    """The words that were not used and are no filler, courtesy or reason, the first few of them in text order.

    Args:
        text: the message.
        used: where words lie that the reading has a meaning for, end exclusive.
        directed: where the clauses lie that say where tasks go; in them no statement is looked for.
        placed: where places, names and amounts stand that count; a clause without any is told as a whole.
        known: classes and names of the tasks that it names; parts of them are used.
    """
    marks = _marked(text, used)
    found: list[str] = []
    for start, end in _clauses(text):
        points, counts = (any(start < stop and begin < end for begin, stop in spans) for spans in (directed, placed))
        if (points and counts) or not is_aside(text[start:end], text[:start]):
            found += _of_clause(text, marks, (start, end), counts, known)
    return tuple(dict.fromkeys(words[:200] for words in found))[:MOST]


def _marked(text: str, used: Iterable[Span]) -> list[bool]:
    marks = [False] * len(text)
    kinds = (found.span() for pattern in (SPREAD, GROUP, RELEASE, _OTHER) for found in pattern.finditer(text))
    for start, end in (*used, *kinds):
        marks[start:end] = [True] * (min(end, len(text)) - start)
    return marks


def _clauses(text: str) -> Iterator[Span]:
    place = 0
    for found in _BREAK.finditer(text):
        yield place, found.start()
        place = found.end()
    yield place, len(text)


def _of_clause(text: str, marks: Sequence[bool], clause: Span, counts: bool, known: Sequence[str]) -> Iterator[str]:
    """The words that are left, or the whole clause where nothing of it counts."""
    start, end = clause
    runs = [run for run in _runs(text, marks, start, end) if says_something(text[run[0] : run[1]])]
    told = runs if counts else [(start, end)][: len(runs)]
    quoted = (_trimmed(text[begin:stop]) for begin, stop in told)
    yield from (words for words in quoted if words and not _is_known(words, known))


def _runs(text: str, marks: Sequence[bool], start: int, end: int) -> Iterator[Span]:
    """The longest runs of unused characters, parted at words such as "and"; purposes and reasons are none."""
    place = start
    while place < end:
        stop = next((n for n in range(place, end) if marks[n] != marks[place]), end)
        if not marks[place]:
            yield from _parted(text, place, stop)
        place = stop


def _parted(text: str, start: int, end: int) -> Iterator[Span]:
    place = start
    for found in (*_AND.finditer(text, start, end), None):
        stop = end if found is None else found.start()
        if not is_purpose(text[place:stop]):
            yield place, stop
        place = stop if found is None else found.end()


def says_something(words: str) -> bool:
    """Whether more than fillers is left: a word of two letters, two Chinese characters, or a figure."""
    rest = FILLER_EN.sub(" ", words)
    if not _WIDE.search(rest):
        return any(len(word) > 1 for word in re.findall(r"[^\W_]+", rest))
    while (shorter := FILLER_ZH.sub("", rest.strip(_TRIM))) != rest:
        rest = shorter
    return len(_WORD.findall(rest)) > 1


def _is_known(words: str, known: Sequence[str]) -> bool:
    """Whether all but the fillers stand in the class and name of one task."""
    rest = FILLER_EN.sub(" ", words).lower().split()
    return any(all(word.strip(_TRIM) in name.lower() for word in rest) for name in known)


def _trimmed(words: str) -> str:
    return JOINING.sub("", _OWN.sub("", words).strip(_TRIM)).strip(_TRIM)
