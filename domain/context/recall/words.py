"""The words of a plan as they are searched for (rule RECALL-17)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from domain.context.plan.keywords import TOPICS
from domain.context.recall.terms import folded, plain_of, runs_of, terms_of, trigrams

MOST_WORDS: Final = 24
"""So many words of a search count: the ones that are the person's own, then the others, in their order."""

MOST_PROBES: Final = 32
_LONGEST_WORD = 40
_ENDINGS = ("ies", "ing", "ed", "es", "s")
_STEM_FROM = 4
_OWN, _KEYWORD, _BESIDE = 3.0, 2.0, 1.0
_PARTLY = 0.75

_FORMS: Mapping[str, tuple[str, ...]] = {
    folded(forms[0]): (forms[0], *(form for form in forms[1:] if len(form) > 1))
    for topic in TOPICS
    for each in topic.keywords
    if (forms := tuple(each.split("|")))
}
_ALONGSIDE = frozenset(
    folded(word) for topic in TOPICS for words in topic.words.values() for word in (*words.zh, *words.en)
)

Probe = tuple[str, ...]
"""Terms that an item must all have."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of Chinese, or a word of letters.

    Attributes:
        run: its characters; of English words the stem.
        probes: what an item has that holds it, whole or, of long Chinese, in part.
    """

    is_han: bool
    run: str
    probes: tuple[Probe, ...]

    def found_in(self, text: str, terms: frozenset[str]) -> float:
        """From 0 to 1, how much of it a text has; of Chinese pairs that stand apart count a little less."""
        if not self.is_han:
            return float(self.run in terms or (len(self.run) >= _STEM_FROM and self.run in text))
        hits = sum(1 for probe in self.probes if terms.issuperset(probe))
        return 1.0 if self.run in text else _PARTLY * (hits / len(self.probes)) ** 2

    def is_whole_in(self, text: str, terms: frozenset[str]) -> bool:
        """Whether a folded text with these terms has all of it in one piece."""
        return self.run in text if self.is_han else self.found_in(text, terms) == 1


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which a word or a phrase is written."""

    units: tuple[Unit, ...]

    def found_in(self, text: str, terms: frozenset[str]) -> float:
        """From 0 to 1, how much of it a folded text with these terms has."""
        length = sum(len(unit.run) for unit in self.units)
        return sum(len(unit.run) * unit.found_in(text, terms) for unit in self.units) / length


@dataclass(frozen=True, slots=True)
class Word:
    """A word, or a phrase, that is searched for.

    Attributes:
        forms: a keyword has all those of the table of keywords.
        weight: words of the person's own count most, then keywords, then what is looked for beside them.
    """

    forms: tuple[Form, ...]
    weight: float

    @property
    def is_own(self) -> bool:
        """Whether no table knows it: a name or a topic of the person's own."""
        return self.weight == _OWN

    def found_in(self, text: str, terms: frozenset[str]) -> float:
        """From 0 to 1, how much of its best form a folded text with these terms has."""
        return max(form.found_in(text, terms) for form in self.forms)


def told_in(query: str, text: str) -> str | None:
    """A word of a plan as a text has it: itself, or another form of the same keyword, whole; None where it has none.

    A phrase stands in one piece, an English word with any ending.
    """
    plain, terms, runs = folded(text), terms_of(text), f" {plain_of(text)} "
    for form in _FORMS.get(folded(query), (query,)):
        units = tuple(_units(folded(form)))
        if len(units) == 1 and units[0].is_whole_in(plain, terms):
            return form
        if len(units) > 1 and f" {plain_of(form)} " in runs:
            return form
    return None


def words_of(queries: Iterable[str]) -> tuple[Word, ...]:
    """The different words among expanded queries, the weightiest first."""
    plain = dict.fromkeys(folded(query[:_LONGEST_WORD]).strip() for query in queries)
    words = [Word(forms, _weight(query)) for query in plain if (forms := tuple(_forms(query)))]
    return tuple(sorted(words, key=lambda word: -word.weight)[:MOST_WORDS])


def probes_of(words: Iterable[Word]) -> dict[Probe, float]:
    """Every probe of some words with the weight of the word that it tells most of, the weightiest words first."""
    weights: dict[Probe, float] = {}
    for word in words:
        for form in word.forms:
            probes = [probe for unit in form.units for probe in unit.probes]
            for probe in probes:
                weights[probe] = max(weights.get(probe, 0.0), word.weight / len(probes))
    return dict(list(weights.items())[:MOST_PROBES])


def _forms(query: str) -> Iterator[Form]:
    for form in _FORMS.get(query, (query,)):
        units = tuple(_units(folded(form)))
        if units:
            yield Form(units)


def _weight(query: str) -> float:
    if query in _FORMS:
        return _KEYWORD
    return _BESIDE if query in _ALONGSIDE else _OWN


def _units(query: str) -> Iterator[Unit]:
    for is_han, run in runs_of(query):
        if is_han:
            pairs = [run[at : at + 2] for at in range(len(run) - 1)] or [run]
            yield Unit(True, run, tuple((pair,) for pair in dict.fromkeys(pairs)))
        else:
            stem = _stem(run)
            yield Unit(False, stem, (tuple(dict.fromkeys(trigrams(stem))) or (stem,),))


def _stem(word: str) -> str:
    """An English word without its ending, where enough of it is left."""
    if word.endswith("ss") or not word.isascii():
        return word
    endings = (ending for ending in _ENDINGS if word.endswith(ending) and len(word) - len(ending) >= _STEM_FROM)
    return word.removesuffix(next(endings, ""))
