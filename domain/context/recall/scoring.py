"""How well something fits a plan (rules RECALL-17 and RECALL-18)."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from domain.context.plan.contract import ContextPlan, Source, TargetType
from domain.context.recall.item import Status
from domain.context.recall.ranges import Axes
from domain.context.recall.terms import folded, terms_of
from domain.context.recall.words import Word

_OF_TARGETS: Final = 0.75
_OF_IMPORTANCE: Final = 0.7
_IN_RANGE, _IN_RANGE_BUT_NOT_OWN = 0.5, 0.15
_OUT_WIDE, _OUT, _OUT_OWN_WIDE, _OUT_OWN = 0.45, 0.3, 0.7, 0.5
_HALF_WAY: Final = 0.5


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may fit.

    Attributes:
        ref: names it in its source; ``<source>:<ref>`` is the id under which it is answered.
        event_start, event_end: as in a kept item, in UTC like ``mention_at``.
    """

    source: Source
    ref: str
    target_type: TargetType
    text: str
    mention_at: datetime | None
    event_start: datetime | None
    event_end: datetime | None
    importance: float
    status: Status

    @property
    def id(self) -> str:
        """Its id over all sources."""
        return f"{self.source}:{self.ref}"

    @property
    def event_at(self) -> datetime | None:
        """When it begins; a deadline, when it is."""
        return self.event_start or self.event_end


Scored = tuple[Candidate, float]
"""Something that may fit, and how well."""


@dataclass(frozen=True, slots=True)
class Search:
    """The words of a source, looked up in all that was found there.

    Attributes:
        weights: how much each word counts, the more the rarer it is.
        found: for each text how much of each word it has.
    """

    words: tuple[Word, ...]
    weights: tuple[float, ...]
    found: Mapping[str, tuple[float, ...]]

    @property
    def has_own(self) -> bool:
        """Whether a word is the person's own."""
        return any(word.is_own for word in self.words)

    def match(self, text: str) -> float:
        """From 0 to 1, how much of the words one of the texts has: different ones add up, rarer ones count more.

        The weightiest word alone gives two thirds.
        """
        if not self.words:
            return 0.0
        sum_found = sum(weight * part for weight, part in zip(self.weights, self.found[text], strict=True))
        return sum_found / (sum_found + _HALF_WAY * max(self.weights))

    def names(self, text: str) -> bool:
        """Whether one of the texts has a word of the person's own, whole."""
        return any(word.is_own and part >= 1 for word, part in zip(self.words, self.found.get(text, ()), strict=False))


def search_among(words: Sequence[Word], texts: Iterable[str]) -> Search:
    """A search whose words are the rarer the fewer of the candidates have them."""
    found = {text: _found(words, text) for text in dict.fromkeys(texts)} if words else {}
    counts = [sum(parts) for parts in zip(*found.values(), strict=True)] or [0.0] * len(words)
    rarities = (math.log1p((1 + len(found)) / (1 + count)) for count in counts)
    weights = tuple(word.weight * rarity for word, rarity in zip(words, rarities, strict=True))
    return Search(tuple(words), weights, found)


def _found(words: Sequence[Word], text: str) -> tuple[float, ...]:
    plain, terms = folded(text), terms_of(text)
    return tuple(word.found_in(plain, terms) for word in words)


@dataclass(frozen=True, slots=True)
class Scorer:
    """What a plan asks for, applied to one candidate after another."""

    plan: ContextPlan
    axes: Axes
    searches: Mapping[Source, Search]

    def score(self, candidate: Candidate) -> float:
        """Weight of the source times fit of text and time, less where kind and importance are not those sought; 0
        where nothing fits."""
        weight: float = getattr(self.plan.sources, candidate.source)
        targets = {target.type: target.weight for target in self.plan.targets}
        of_kind = _OF_TARGETS + (1 - _OF_TARGETS) * targets.get(candidate.target_type, 0.0 if targets else 1.0)
        of_importance = _OF_IMPORTANCE + (1 - _OF_IMPORTANCE) * candidate.importance
        return round(weight * self._fit(candidate) * of_kind * of_importance, 6)

    def _fit(self, candidate: Candidate) -> float:
        search = self.searches[candidate.source]
        match = search.match(candidate.text)
        if self.axes.is_open:
            return match
        if self.axes.hold(candidate.mention_at, candidate.event_start, candidate.event_end):
            base = _IN_RANGE_BUT_NOT_OWN if search.has_own else _IN_RANGE
            return base + (1 - base) * match
        return match * self._outside(search)

    def _outside(self, search: Search) -> float:
        if self.plan.output.wide_recall:
            return _OUT_OWN_WIDE if search.has_own else _OUT_WIDE
        return _OUT_OWN if search.has_own else _OUT


def without_padding(scored: Sequence[Scored], scorer: Scorer) -> list[Scored]:
    """Without what has no word at all and merely lies in the time, where something in it has a word of the person's
    own (rule RECALL-27)."""
    if not any(_lies_in(each, scorer) and scorer.searches[each.source].names(each.text) for each, _ in scored):
        return list(scored)
    return [pair for pair in scored if scorer.searches[pair[0].source].match(pair[0].text) > 0]


def _lies_in(candidate: Candidate, scorer: Scorer) -> bool:
    return scorer.axes.hold(candidate.mention_at, candidate.event_start, candidate.event_end)


def passes(candidate: Candidate, plan: ContextPlan) -> bool:
    """Whether something has the importance and status that a plan asks for (rule RECALL-19)."""
    wanted = plan.filters
    return candidate.importance >= wanted.importance_min and wanted.status in ("any", candidate.status)
