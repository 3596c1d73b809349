"""How much the words of a message weigh for each kind: a table that is learned from labelled messages (CHAT-22)."""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final, get_args

from domain.conversation.courtesy import without_courtesy
from domain.conversation.cue import Kind

TABLE: Final = Path(__file__).with_name("weights.tsv")
KINDS: Final[tuple[Kind, ...]] = tuple(kind for kind in get_args(Kind) if kind != "memory")
UNIT: Final = 100
"""A weight in the table is so many times a natural logarithm of odds."""
_TOKEN: Final = re.compile(r"[a-z']+|\d+|[^\s]")


@dataclass(frozen=True, slots=True)
class Table:
    """The weights of grams, a row each, in the order of ``KINDS``.

    Attributes:
        digest: tells of which messages it was learned.
    """

    digest: str
    rows: Mapping[str, tuple[int, ...]]


@cache
def table() -> Table:
    """The table that stands beside this module."""
    head, *lines = TABLE.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return Table(head, {gram: tuple(int(weight) for weight in weights) for gram, *weights in rows})


def grams(text: str, context: str) -> frozenset[str]:
    """Words, Chinese characters and pairs of neighbours; the single ones in their context too.

    Args:
        text: as ``plain_text`` gives it, without quotations.
        context: one letter for what the message is said in.
    """
    found = _TOKEN.findall(without_courtesy(text))
    units = ["^", *("0" if unit.isdecimal() else unit for unit in found), "$"]
    pairs = {f"{first} {second}" for first, second in pairwise(units)}
    return frozenset(pairs | set(units) | {f"{context}:{unit}" for unit in units})


def weigh(text: str, context: str) -> dict[Kind, float]:
    """The logarithm of the odds of each kind, so that their powers make up one."""
    rows = table().rows
    known = [rows[gram] for gram in grams(text, context) if gram in rows]
    sums = [sum(row[place] for row in known) / UNIT for place in range(len(KINDS))]
    top = max(sums)
    whole = top + math.log(sum(math.exp(each - top) for each in sums))
    return {kind: each - whole for kind, each in zip(KINDS, sums, strict=True)}


def telling(text: str, context: str, kind: Kind, most: int = 3) -> tuple[str, ...]:
    """The words of a text that weigh most for a kind, as they were read."""
    rows, place = table().rows, KINDS.index(kind)
    known = sorted((-rows[gram][place], gram) for gram in grams(text, context) if gram in rows)
    words = (gram.removeprefix(f"{context}:").strip("^$ ") for weight, gram in known if weight < 0)
    return tuple(dict.fromkeys(word for word in words if word))[:most]


def has_words(text: str) -> bool:
    """Whether there is more in a text than figures, marks and single letters, which weigh only beside words."""
    return any(unit.isalpha() and (len(unit) > 1 or not unit.isascii()) for unit in _TOKEN.findall(text))
