"""What was told more than once is one item (rule RECALL-22)."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from domain.context.recall.item import Merged
from domain.context.recall.scoring import Candidate
from domain.context.recall.terms import plain_of

_SAID_NEAR: Final = timedelta(days=1)
_HAPPENS_NEAR: Final = timedelta(hours=1)
_SHORTEST_PART = 4


@dataclass(slots=True)
class Group:
    """An item with what says the same."""

    best: Candidate
    score: float
    others: list[Candidate] = field(default_factory=list)

    def merged(self) -> Merged:
        """The repetitions, as the answer tells them."""
        sources = dict.fromkeys(each.source for each in (self.best, *self.others))
        return Merged(id=self.best.id, sources=tuple(sources), others=tuple(each.id for each in self.others))


def grouped(ranked: Iterable[tuple[Candidate, float]], limit: int, *, dedupe: bool) -> list[Group]:
    """The best ``limit`` different things, each with its repetitions among what is ranked before the next one more.

    Args:
        ranked: with their scores, the best first.
    """
    if not dedupe:
        return [Group(candidate, score) for candidate, score in islice(ranked, limit)]
    groups: list[tuple[str, Group]] = []
    for candidate, score in ranked:
        plain = plain_of(candidate.text)
        same = next((group for text, group in groups if _is_same(text, group.best, plain, candidate)), None)
        if same is not None:
            same.others.append(candidate)
        elif len(groups) == limit:
            break
        else:
            groups.append((plain, Group(candidate, score)))
    return [group for _, group in groups]


def _is_same(text: str, one: Candidate, plain: str, other: Candidate) -> bool:
    if not _are_near(one, other):
        return False
    shorter, longer = sorted((text, plain), key=len)
    return text == plain or (len(shorter) >= _SHORTEST_PART and shorter in longer)


def _are_near(one: Candidate, other: Candidate) -> bool:
    """Said near each other, or of the same event; two rows of the calendar are one only where they begin as one."""
    if one.source == other.source == "calendar":
        return one.event_start is not None and one.event_start == other.event_start
    return _within(one.event_at, other.event_at, _HAPPENS_NEAR) or _within(one.mention_at, other.mention_at, _SAID_NEAR)


def _within(one: datetime | None, other: datetime | None, most: timedelta) -> bool:
    return one is not None and other is not None and abs(one - other) <= most
