"""What a keyword says about where to look: the columns of the table of keywords (rules CONTEXT-10 and CONTEXT-13)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from domain.context.plan.contract import Need, Source, TargetType, TextSource

Trait = Literal["event", "mention", "past", "profile", "importance", "memory", "reminder", "leaning"]
"""What a topic tells beside its weights.

``event``: it lies at a time of its own, as meetings do. ``mention``: something was said or written. ``past``: it asks
for what was. ``profile``: for what the person is like. ``importance``: for what matters. ``memory``: for what is known.
``reminder``: for a reminder. ``leaning``: it counts beside a time or the person only.
"""

SOURCES: tuple[Source, ...] = ("calendar", "chat", "meinput", "memory_v2")
TEXT_SOURCES: tuple[TextSource, ...] = ("meinput", "chat", "memory_v2")
"""The sources that are searched for words, in the order in which a plan has them."""


_STEM = 3


@dataclass(frozen=True, slots=True)
class Words:
    """Words to search for beside a keyword, in the language of the keyword."""

    zh: tuple[str, ...]
    en: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Topic:
    """A row of the table, which its keywords share; each is equal to itself only.

    Attributes:
        keywords: each with its further forms behind bars; the first form is how a plan names it.
        weights: of the sources, in the order of ``SOURCES``.
        needs: of the snapshot, of recall (where a time is named) and of memory.
        query_type: how a retrieval is named for which the topic has the greatest weight.
        words: what is searched for beside the keyword itself.
        unsaid: the keyword is no word to search for: what was said on a day need not hold "said".
        yields: text sources in which its own words stand back behind those of other keywords.
    """

    keywords: tuple[str, ...]
    weights: tuple[float, float, float, float]
    targets: Mapping[TargetType, float]
    needs: tuple[Need, Need, Need]
    query_type: str
    words: Mapping[TextSource, Words] = field(default_factory=dict)
    traits: frozenset[Trait] = frozenset()
    unsaid: bool = False
    yields: frozenset[TextSource] = frozenset()

    def weight(self, source: Source) -> float:
        """How much a source counts."""
        return self.weights[SOURCES.index(source)]


@dataclass(frozen=True, slots=True)
class Keyword:
    """A word of the table.

    Attributes:
        word: how a plan names it.
        forms: the ways in which it is written, in lower case.
    """

    word: str
    forms: tuple[str, ...]
    topic: Topic

    def queries(self, source: TextSource, form: str) -> tuple[str, ...]:
        """What is searched for in a source, beside the form in which the keyword stands in the query (CONTEXT-15)."""
        own = () if self.topic.unsaid else (self._searched(form),)
        words = self.topic.words.get(source)
        if words is None:
            return own
        return (*own, *(words.en if self.word.isascii() else words.zh))

    def _searched(self, form: str) -> str:
        """The word itself for an inflection of it and for one character, else the form: an email is no phone."""
        is_inflected = form.isascii() and form[:_STEM] == self.word[:_STEM]
        return self.word if is_inflected or len(form) == 1 else form
