"""What a grammar is made of: patterns, each with what its words choose (rule WHEN-21)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from domain.context.when.meanings import Selector

Build = Callable[[re.Match[str]], tuple[Selector, ...]]
Follows = Literal["", "any", "coarse", "day", "year"]


@dataclass(frozen=True, slots=True)
class Atom:
    """Words that choose a stretch of time.

    Attributes:
        pattern: the words.
        build: what they choose, nothing for words that change nothing (国庆当天).
        follows: whether they mean this only after another time: any one, one longer than a day (coarse), a day,
            or the number of a year.
    """

    pattern: re.Pattern[str]
    build: Build
    follows: Follows = ""


def atom(pattern: str, build: Build, follows: Follows = "") -> Atom:
    """An atom of a pattern."""
    return Atom(re.compile(pattern), build, follows)


def always(*selectors: Selector) -> Build:
    """Words that always choose the same."""
    return lambda found: selectors


def one_of(*patterns: re.Pattern[str], first: str = "") -> re.Pattern[str]:
    """A pattern that matches where any of these does; `first_of` tells which, its other groups mean nothing.

    Args:
        first: what the first character must be, which spares most characters of a text the trial of each pattern.
    """
    plain = (re.sub("[?]P<[^>]+>", "?:", pattern.pattern) for pattern in patterns)
    any_of = "|".join(f"(?P<_{number}>{pattern})" for number, pattern in enumerate(plain))
    return re.compile(f"(?={first})(?:{any_of})" if first else any_of)


def first_of(found: re.Match[str]) -> int:
    """The number, from 0, of the first of the patterns that matches."""
    return int((found.lastgroup or "_0")[1:])
