"""A model's wording of an answer may say nothing that the facts do not hold (rule CHAT-19).

Words are looked at slot by slot, not understood: what is in doubt counts as invented, since the built-in sentence is
always at hand.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence

from domain.conversation.facts import Facts, Held
from domain.conversation.spoken_slots import SLOTS, Slot, is_of_today

_BLANK = " "
_CLAUSE = re.compile(r"[,;。()\n]|(?<!\d)[:.]|[:.](?!\d)|\band\b|然后|接着|\bthen\b")
_QUOTED = re.compile(r"「([^」]*)」|『([^』]*)』|“([^”]*)”|《([^》]*)》|\"([^\"]*)\"")


def invented(wording: str, facts: Facts, recalled: Sequence[str] = ()) -> str | None:
    """What a wording says that the facts do not hold, in its own words; None where it says nothing of the kind.

    That is a week, a day of the week, a section, a time of the clock, a date, a count, the name of a task or course
    that was not looked up, any other name in quotation marks, or of a task or course the time of another.

    Args:
        recalled: what was said before. Its days, times, numbers and quotations may be told again in the same words, but
            for those that mean another day by now, such as "tomorrow" (rule MEMORY-43).
    """
    before = [_plain(line) for line in recalled]
    text = _without_names(_without_quotes_of(_plain(wording), before), facts)
    for name in facts.others:
        if _has(text, _plain(name)):
            return name
    quoted = next((found for found in _QUOTED.finditer(text) if "".join(found.groups("")).strip()), None)
    return quoted[0] if quoted else _strange_slot(text, facts, before) or _misplaced(_plain(wording), facts, before)


def _misplaced(text: str, facts: Facts, before: Sequence[str]) -> str | None:
    """What a clause that speaks of one task or course alone says of a time that this one is not at."""
    held = {_plain(each.name): each for each in facts.held}
    for clause in _CLAUSE.split(text) if held else ():
        named = _named(clause, held)
        if len(named) == 1:
            own = {"weekdays": frozenset(named[0].weekdays), "sections": frozenset(named[0].sections)}
            narrow = facts.model_copy(update={**own, "clocks": frozenset(named[0].clocks)})
            strange = _strange_slot(_without_names(clause, facts), narrow, before)
            if strange:
                return strange
    return None


def _named(clause: str, held: Mapping[str, Held]) -> list[Held]:
    """The tasks and courses that a clause names; of a name within another only the other."""
    found = []
    for name in sorted(filter(None, held), key=len, reverse=True):
        if _has(clause, name):
            found.append(held[name])
            clause = _pattern(name).sub(_BLANK, clause)
    return found


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


def _without_quotes_of(text: str, before: Sequence[str]) -> str:
    """The text without the quotation marks around words that were said before; the words themselves stay."""
    for found in _QUOTED.finditer(text):
        words = "".join(found.groups("")).strip()
        if words and any(words in line for line in before):
            text = text.replace(found[0], words)
    return text


def _strange_slot(text: str, facts: Facts, before: Sequence[str]) -> str | None:
    for slot in SLOTS:
        said = _said_in(before, slot)
        strange = (each for each in slot.pattern.finditer(text) if not slot.holds(each, facts))
        first = next((each for each in strange if each[0].strip() not in said), None)
        if first:
            return first[0].strip()
        text = slot.pattern.sub(_BLANK, text)
    return None


def _said_in(before: Sequence[str], slot: Slot) -> frozenset[str]:
    if is_of_today(slot):
        return frozenset()
    return frozenset(found[0].strip() for line in before for found in slot.pattern.finditer(line))
