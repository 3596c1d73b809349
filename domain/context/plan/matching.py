"""Which keywords a query has, and where (rules CONTEXT-11 and CONTEXT-12)."""

import re
from collections.abc import Iterable, Iterator, Mapping
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


_OF_FORM = {form: keyword for keyword in KEYWORDS.values() for form in keyword.forms}
_GUARDS = {form: re.compile(pattern) for form, pattern in ONLY_IN.items()}
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")


def _by_first_character() -> Mapping[str, tuple[str, ...]]:
    """Every form and every other word, the longest first."""
    found: dict[str, list[str]] = {}
    for form in sorted((*_OF_FORM, *OTHER_WORDS), key=lambda form: (-len(form), form)):
        found.setdefault(form[0], []).append(form)
    return {first: tuple(forms) for first, forms in found.items()}


_BY_FIRST = _by_first_character()


def _beginning() -> re.Pattern[str]:
    """Where any of them may begin, which few characters are: for letters and figures, the beginnings of words."""
    signs = "".join(map(re.escape, _BY_FIRST.keys() - _LETTERS))
    letters = "".join(_BY_FIRST.keys() & _LETTERS)
    return re.compile(f"[{signs}]|(?<![a-z0-9])[{letters}]")


_BEGINNING = _beginning()


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
    place = 0
    while (begun := _BEGINNING.search(masked, place)) is not None:
        place = begun.start()
        form = _form_at(masked, place)
        if form is None:
            place += 1
            continue
        keyword = _OF_FORM.get(form)
        if keyword is not None and not ("mention" in keyword.topic.traits and _INTENDED.search(masked[:place])):
            yield Hit(place, place + len(form), form, keyword)
        place += len(form)


def _form_at(masked: str, place: int) -> str | None:
    """The longest form or other word that stands at a place where one may begin."""
    for form in _BY_FIRST[masked[place]]:
        if masked.startswith(form, place) and _stands(masked, place, form):
            return form
    return None


def _stands(masked: str, place: int, form: str) -> bool:
    """Whether a form is one where it stands: English is a whole word, and some are one in their place only."""
    end = place + len(form)
    if form[-1] in _LETTERS and end < len(masked) and masked[end] in _LETTERS:
        return False
    guard = _GUARDS.get(form)
    return guard is None or guard.match(masked, place) is not None
