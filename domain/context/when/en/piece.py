"""Pieces of an English time: what one atom reads, before pieces are put together (rule WHEN-40)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from domain.context.when.en.stems import stems
from domain.context.when.en.words import pattern
from domain.context.when.meanings import Meaning, Recurring, Selector

Selectors = tuple[Selector, ...]


class Kind(IntEnum):
    """What a piece tells, from the coarsest to the finest: the order in which pieces choose."""

    YEAR = 0
    QUARTER = 1
    MONTH = 2
    WEEK = 3
    SECTION = 4
    FEAST = 5
    NTH = 6
    DAY = 7
    DATE = 8
    DAY_OF_MONTH = 9
    WEEKDAY = 10
    BESIDE = 11
    DAY_PART = 12
    PART = 13
    CLOCK = 14
    BESIDE_CLOCK = 15
    EVERY = 16
    WHOLE = 17


@dataclass(frozen=True, slots=True)
class Piece:
    """Words that an atom has read.

    Attributes:
        start: position of the first character.
        end: position after the last one.
        selectors: what it chooses.
        last: of two ("4 to 9 August"), what the second chooses.
        weak: no time by itself: may, the second half, morning.
        alone: what goes before its selectors where no other piece does.
        every: of a `Kind.EVERY`.
        whole: of a `Kind.WHOLE`, which no other piece joins.
        unknown: of a calendar that is not told, so that what it goes together with is no time.
    """

    start: int
    end: int
    kind: Kind
    selectors: Selectors = ()
    last: Selectors | None = None
    weak: bool = False
    alone: Selectors = ()
    every: Recurring | None = None
    whole: Meaning | None = None
    unknown: bool = False


Read = Callable[[re.Match[str]], Piece | None]
"""What the words of a match say; None where they say no time after all."""


@dataclass(frozen=True, slots=True)
class Atom:
    """A pattern and how its words are read; of each of ``needs`` a text must have one stem for anything to be read."""

    words: re.Pattern[str]
    read: Read
    needs: tuple[frozenset[str], ...]


def atom(words: str, read: Read, *needs: str) -> Atom:
    """An atom of words that stand by themselves."""
    return Atom(pattern(words), read, tuple(stems(each) for each in needs))


def piece(
    found: re.Match[str], kind: Kind, *selectors: Selector, weak: bool = False, last: Selectors | None = None
) -> Piece:
    """A piece at the place of a match, or at that of its group ``t`` where words before it only lead up to it."""
    start = found.start("t") if "t" in found.re.groupindex else found.start()
    return Piece(start, found.end(), kind, selectors, last, weak)


def whole(found: re.Match[str], meaning: Meaning) -> Piece:
    """A piece that is a time by itself."""
    start = found.start("t") if "t" in found.re.groupindex else found.start()
    return Piece(start, found.end(), Kind.WHOLE, whole=meaning)


def before(found: re.Match[str], words: str) -> bool:
    """Whether some words stand right before a match."""
    start = found.start("t") if "t" in found.re.groupindex else found.start()
    return _ending(words).search(found.string, max(0, start - 40), start) is not None


def _ending(words: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{words})\s+$", re.IGNORECASE | re.ASCII)
