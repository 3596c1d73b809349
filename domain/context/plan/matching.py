"""Which keywords a query has, and where (rules CONTEXT-11 and CONTEXT-12)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from domain.context.plan.keywords import KEYWORDS, ONLY_IN, OTHER_WORDS
from domain.context.plan.topic import Keyword, Trait


@dataclass(frozen=True, slots=True)
class Hit:
    """A keyword where it stands in the query, in one of its forms."""

    start: int
    end: int
    form: str
    keyword: Keyword

    def has(self, trait: Trait) -> bool:
        """Whether its topic has a trait."""
        return trait in self.keyword.topic.traits


_INTENDED = re.compile(
    r"(?:要|该|得|想|准备|打算|需要|应该|\b(?:to|will|should|must))\s*(?:我|去|再|先|开始|i|we)?\s*$"
)


def _pattern(form: str) -> str:
    if form in ONLY_IN:
        return ONLY_IN[form]
    if not form.isascii():
        return re.escape(form)
    return rf"(?<![a-z0-9]){re.escape(form)}(?![a-z0-9])"


_OF_FORM = {form: keyword for keyword in KEYWORDS.values() for form in keyword.forms}
_LONGEST_FIRST = sorted((*_OF_FORM, *OTHER_WORDS), key=lambda form: (-len(form), form))
_ANY = re.compile("|".join(map(_pattern, _LONGEST_FIRST)))


def all_hits(masked: str) -> tuple[Hit, ...]:
    """Every place where a keyword stands, in the order of the query.

    Args:
        masked: the query in lower case and of narrow width, each character where it was, with its times blotted out.
    """
    return tuple(_hits(masked))


def first_hits(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    """Each keyword once, where it stands first."""
    found: dict[str, Hit] = {}
    for hit in hits:
        found.setdefault(hit.keyword.word, hit)
    return tuple(found.values())


def _hits(masked: str) -> Iterator[Hit]:
    for match in _ANY.finditer(masked):
        keyword = _OF_FORM.get(match[0])
        if keyword is None or ("mention" in keyword.topic.traits and _INTENDED.search(masked[: match.start()])):
            continue
        yield Hit(match.start(), match.end(), match[0], keyword)
