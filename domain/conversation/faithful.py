"""A model's wording of an answer may say nothing that the facts do not hold (rule CHAT-19).

Words are looked at slot by slot, not understood: what is in doubt counts as invented, since the built-in sentence is
always at hand.
"""

import re
import unicodedata

from domain.conversation.facts import Facts
from domain.conversation.spoken_slots import SLOTS

_BLANK = " "
_QUOTED = re.compile(r"「([^」]*)」|『([^』]*)』|“([^”]*)”|《([^》]*)》|\"([^\"]*)\"")


def invented(wording: str, facts: Facts) -> str | None:
    """What a wording says that the facts do not hold, in its own words; None where it says nothing of the kind.

    That is a week, a day of the week, a section, a time of the clock, a date, a count, the name of a task or course
    that was not looked up, or any other name in quotation marks.
    """
    text = _without_names(_plain(wording), facts)
    for name in facts.others:
        if _has(text, _plain(name)):
            return name
    quoted = next((found for found in _QUOTED.finditer(text) if "".join(found.groups("")).strip()), None)
    return quoted[0] if quoted else _strange_slot(text, facts)


def _plain(text: str) -> str:
    """Half width, lower case, single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def _without_names(text: str, facts: Facts) -> str:
    for name in sorted((_plain(name) for name in facts.names), key=len, reverse=True):
        text = _pattern(name).sub(_BLANK, text) if name else text
    return text


def _pattern(name: str) -> re.Pattern[str]:
    """Names that begin or end in letters of words are looked for as whole words."""
    begins = r"(?<![a-z0-9])" if _is_of_word(name[0]) else ""
    ends = r"(?![a-z0-9])" if _is_of_word(name[-1]) else ""
    return re.compile(rf"{begins}{re.escape(name)}{ends}")


def _is_of_word(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()


def _has(text: str, name: str) -> bool:
    return bool(name) and _pattern(name).search(text) is not None


def _strange_slot(text: str, facts: Facts) -> str | None:
    for slot in SLOTS:
        strange = next((found for found in slot.pattern.finditer(text) if not slot.holds(found, facts)), None)
        if strange:
            return strange[0].strip()
        text = slot.pattern.sub(_BLANK, text)
    return None
