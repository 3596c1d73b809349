"""The terms of a text, by which it is found (rule RECALL-5)."""

import re
import unicodedata
from collections.abc import Iterator

_HAN = (
    "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff"
)
_RUN = re.compile(rf"(?P<han>[{_HAN}]+)|(?P<word>[^\W_{_HAN}]+)")
_LONGEST_WORD = 40
_TRIGRAMS_FROM = 4
TRIGRAM = "~"
"""Stands before a trigram, so that it is not taken for a word of three letters."""


def terms_of(text: str) -> frozenset[str]:
    """Single characters and overlapping pairs of Chinese, words and trigrams of everything else.

    Full-width forms and case make no difference. Every term consists of letters, digits and at most one sign.
    """
    return frozenset(_terms(text))


def folded(text: str) -> str:
    """The text without the differences that recall does not make: width, case, composed characters."""
    return unicodedata.normalize("NFKC", text).casefold()


def runs_of(text: str) -> Iterator[tuple[bool, str]]:
    """The stretches of a text, each with whether it is Chinese."""
    for found in _RUN.finditer(folded(text)):
        yield found.lastgroup == "han", found.group()


def plain_of(text: str) -> str:
    """The stretches of a text without what stands between them, by which two texts are the same."""
    return " ".join(run for _, run in runs_of(text))


def _terms(text: str) -> Iterator[str]:
    for is_han, run in runs_of(text):
        if is_han:
            yield from run
            yield from (run[at : at + 2] for at in range(len(run) - 1))
        else:
            yield run[:_LONGEST_WORD]
            yield from trigrams(run[:_LONGEST_WORD])


def trigrams(word: str) -> Iterator[str]:
    """The marked trigrams of a word that is long enough to have use of them."""
    if len(word) >= _TRIGRAMS_FROM:
        yield from (TRIGRAM + word[at : at + 3] for at in range(len(word) - 2))
