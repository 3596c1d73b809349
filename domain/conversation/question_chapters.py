"""Chapters that a question names, in whichever language: "chapter three" is 第三章 (rule CHAT-15)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from domain.refine.numerals import NUMBER, NUMBER_EN, number

_UNITS: Final = (("章", "chapter"), ("单元", "unit"), ("讲", "lecture"), ("回", "lesson"))
_UNIT_OF: Final = {word: at for at, words in enumerate(_UNITS) for word in words}
_CHAPTER: Final = re.compile(
    rf"第(?P<zh>{NUMBER})(?P<zh_unit>单元|[章讲回])"
    rf"|\b(?P<en_unit>chapter|lesson|unit|lecture)\s+(?P<en>{NUMBER_EN})(?![\w:])",
    re.IGNORECASE | re.ASCII,
)
_JOINED: Final = re.compile(r"\s*(?:的|'s|[《\"“「])?\s*")
_JOINED_BEHIND: Final = re.compile(r"\s*(?:of|in|from)\s+(?:the\s+|my\s+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter by its number.

    Attributes:
        unit: which word counts it: those for the same in both languages are one.
        start, end: where its words are, end exclusive.
    """

    unit: int
    number: int
    words: str
    start: int
    end: int

    @property
    def is_of_book(self) -> bool:
        """Whether only tasks are counted so; lectures and lessons are classes too."""
        return self.unit < 2

    def is_same(self, other: "Chapter | None") -> bool:
        """Whether both have the same number and unit."""
        return other is not None and (self.unit, self.number) == (other.unit, other.number)


def chapters_in(text: str) -> Iterator[Chapter]:
    """The chapters that a text speaks of, in its order."""
    for found in _CHAPTER.finditer(text):
        unit = _UNIT_OF[(found["zh_unit"] or found["en_unit"]).lower()]
        yield Chapter(unit, number(found["zh"] or found["en"]), found[0], *found.span())


def chapter_of(name: str) -> Chapter | None:
    """The chapter with which the name of a task begins."""
    first = next(chapters_in(name), None)
    return first if first is not None and first.start == 0 else None


def is_joined(text: str, chapter: Chapter, spans: Iterable[tuple[int, int]]) -> tuple[int, int] | None:
    """Of names in a text the one whose chapter it is: 概率论第九章, "chapter nine of statistics"."""
    for start, end in spans:
        before = end <= chapter.start and _JOINED.fullmatch(text, end, chapter.start)
        behind = start >= chapter.end and _JOINED_BEHIND.fullmatch(text, chapter.end, start)
        if before or behind:
            return start, end
    return None
