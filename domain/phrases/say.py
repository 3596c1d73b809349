"""The phrases by their keys, and filling them in (rule TOOL-3)."""

from typing import Final

from domain.phrases.breaches import BREACHES
from domain.phrases.composites import COMPOSITES
from domain.phrases.facts import FACTS
from domain.phrases.queue import QUEUE
from domain.phrases.reads import READS
from domain.phrases.refusals import REFUSALS
from domain.phrases.tools import TOOLS
from domain.phrases.writes import WRITES
from domain.schedule.state import Locale

PHRASES: Final[dict[str, tuple[str, str]]] = {
    **FACTS,
    **BREACHES,
    **REFUSALS,
    **READS,
    **WRITES,
    **QUEUE,
    **COMPOSITES,
    **TOOLS,
}
"""Each with a Chinese and an English column that carry the same facts."""

_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}


def say(locale: Locale, key: str, **values: object) -> str:
    """The phrase of that key in that language, with its values filled in."""
    return PHRASES[key][_COLUMN[locale]].format(**values)


def joined(locale: Locale, parts: list[str]) -> str:
    """The parts as a list within a sentence; the word for none where there is no part."""
    return say(locale, "list.separator").join(parts) or say(locale, "none")
