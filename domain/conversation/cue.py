"""Words that speak for a kind of message, and how they are looked for (rule CHAT-2)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["plan", "refine", "reminder", "question", "plain", "cancel", "confirm", "answer", "memory"]


@dataclass(frozen=True, slots=True)
class Cue:
    """A pattern whose words speak for a kind.

    Attributes:
        pattern: looked for in words as ``plain_text`` gives them.
        sure: the words are enough by themselves; else only together with a preview or a run to be spoken of.
    """

    pattern: re.Pattern[str]
    sure: bool = True


def cue(pattern: str, sure: bool = True) -> Cue:
    """A cue of a pattern in which case plays no part."""
    return Cue(words(pattern), sure)


def words(pattern: str) -> re.Pattern[str]:
    """A pattern in which case plays no part and only ASCII letters make up English words."""
    return re.compile(pattern, re.IGNORECASE | re.ASCII)


def found(cues: Iterable[Cue], text: str, able: bool) -> tuple[str, ...]:
    """The words of a text that speak for what the cues stand for, each cue's first ones.

    Args:
        cues: those of one kind.
        text: as ``plain_text`` gives it.
        able: whether cues count that are not sure.
    """
    matches = (each.pattern.search(text) for each in cues if each.sure or able)
    return tuple(dict.fromkeys(match[0].strip() for match in matches if match and match[0].strip()))


def made_up_of(text: str, telling: Sequence[Cue], fillers: re.Pattern[str], able: bool) -> tuple[str, ...]:
    """The telling words of a text that has nothing else in it but fillers; none where it says more (CHAT-5)."""
    place, heard = 0, []
    while place < len(text):
        matches = (each.pattern.match(text, place) for each in telling if each.sure or able)
        longest = max((match.end() for match in matches if match), default=place)
        if longest > place:
            heard.append(text[place:longest].strip())
        else:
            filler = fillers.match(text, place)
            longest = filler.end() if filler else place
        if longest == place:
            return ()
        place = longest
    return tuple(heard)
