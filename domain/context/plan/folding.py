"""Queries as they are compared: narrow, lower case, each character at its place (rule CONTEXT-11)."""

import unicodedata
from collections.abc import Iterable

from domain.context.when.zh.script import plain
from domain.conversation.traditional import SIMPLIFIED

BLOT = "\x00"
"""Stands for a character that is not to be read again."""

_ALIKE = {"’": "'", "‘": "'", "ʼ": "'"}


def folded(query: str) -> str:
    """The query with one character for each of its own."""
    return "".join(map(_folded, plain(query.replace(BLOT, " ").translate(SIMPLIFIED))))


def blotted(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """A text with these stretches blotted out."""
    for start, end in spans:
        text = text[:start] + BLOT * (end - start) + text[end:]
    return text


def _folded(character: str) -> str:
    if character < "\x80":
        return character.lower()
    if "\u4e00" <= character <= "\u9fff":
        return character
    narrow = unicodedata.normalize("NFKC", _ALIKE.get(character, character)).lower()
    return narrow if len(narrow) == 1 else character


def listed(text: str) -> tuple[str, ...]:
    """The words of a list that is written with bars between them."""
    return tuple(" ".join(word.split()) for word in text.split("|"))
