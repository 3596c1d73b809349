"""Days that have more or less of something than a number: 任务超过三个的, "at least two" (rule CHAT-15)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from domain.conversation.cue import words
from domain.refine.numerals import NUMBER, NUMBER_EN, number

_DAYS: Final = words(
    r"哪(?:几|些|一)?天|[有几]几?天(?!后|前|内)|哪些日子|\b(?:which|what|how\s+many|any|the|list|show(?:\s+me)?)\s+days?\b|^days?\b"
)
_UNIT = r"\s*(?P<unit>小?节(?:课)?|[个项门件次]|sections?|periods?)?"
_N: Final = rf"[有是]?\s*(?P<n>{NUMBER_EN}|{NUMBER}){_UNIT}"


@dataclass(frozen=True, slots=True)
class Bound:
    """From how many on and up to how many; ``most`` is None where there is no such end.

    Attributes:
        of_sections: what is counted is sections, rather than courses and tasks.
    """

    least: int = 0
    most: int | None = None
    of_sections: bool = False

    def holds(self, count: int) -> bool:
        """Whether a number is within."""
        return self.least <= count and (self.most is None or count <= self.most)


_Ends = Callable[[int], tuple[int, int | None]]
_FORMS: Final[tuple[tuple[re.Pattern[str], _Ends], ...]] = tuple(
    (words(pattern), ends)
    for pattern, ends in (
        (rf"(?:不超过|不多于|最多|至多|\b(?:at\s+most|no\s+more\s+than|up\s+to)){_N}", lambda n: (0, n)),
        (rf"{_N}(?:以下|以内|\s+or\s+(?:less|fewer)\b)", lambda n: (0, n)),
        (rf"(?:不少于|不低于|至少|最少|\bat\s+least){_N}", lambda n: (n, None)),
        (rf"{_N}(?:[及或]?以上|或更多|\s+or\s+more\b)", lambda n: (n, None)),
        (rf"(?:超过|多于|大于|不止|\b(?:more\s+than|over|above)){_N}", lambda n: (n + 1, None)),
        (rf"(?:少于|不到|不足|低于|\b(?:less|fewer)\s+than|\b(?:under|below)){_N}", lambda n: (0, n - 1)),
        (rf"(?:正好|刚好|恰好|只有|就|\b(?:exactly|only|just)){_N}", lambda n: (n, n)),
    )
)


def bound_in(text: str) -> tuple[Bound, str] | None:
    """The bound that a question for days speaks of, and the text without it; None for no such question.

    Args:
        text: as ``plain_text`` gives it.
    """
    if not _DAYS.search(text):
        return None
    for pattern, ends in _FORMS:
        found = pattern.search(text)
        if found:
            least, most = ends(number(found["n"]))
            unit = found["unit"] or ""
            rest = f"{text[: found.start()]} {text[found.end() :]}"
            return Bound(least, most, "节" in unit or unit.startswith(("section", "period"))), rest
    return None
