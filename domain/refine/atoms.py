"""The words of a request that carry meaning, found from left to right (rules SLICE-2 to SLICE-6).

``ATOMS`` is ordered: at each place of the text the first atom that fits wins, so a longer reading stands
before the shorter ones inside it.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from domain.refine.amount_atoms import AMOUNTS
from domain.refine.calendar import Said
from domain.refine.clock_atoms import CLOCK
from domain.refine.date_atoms import DATES
from domain.refine.place_atoms import DAYS, SECTIONS, SPANS_OF_TIME, WEEKS
from domain.refine.shift_atoms import SHIFTS
from domain.refine.token import Atom, Token, Values
from domain.refine.verb_atoms import REST, VERBS

ATOMS: tuple[Atom, ...] = (
    *REST,
    *SHIFTS,
    *CLOCK,
    *SPANS_OF_TIME,
    *DATES,
    *WEEKS,
    *DAYS,
    *SECTIONS,
    *AMOUNTS,
    *VERBS,
)
_BEHIND = re.compile(r"[之以]?(?:(前)|后(?!天))")
_BEFORE_EN = re.compile(r"\b(?:before|prior\s+to)\s+(?:the\s+)?$", re.IGNORECASE)
_UNTIL_EN = re.compile(r"\b(?:by|no\s+later\s+than)\s+(?:the\s+)?$", re.IGNORECASE)
_AFTER_EN = re.compile(r"\b(?:after|later\s+than)\s+(?:the\s+)?$", re.IGNORECASE)


def tokens(text: str, said: Said, first: Sequence[Atom] = ()) -> tuple[Token, ...]:
    """The tokens of a text in order, the atoms of ``first`` before all others.

    Args:
        text: what the person wrote.
        said: by which relative weeks, dates and clock times are read.
        first: atoms of the state at hand, such as names of its tasks.
    """
    found: list[Token] = []
    place = 0
    while place < len(text):
        token = _token_at(text, place, said, (*first, *ATOMS))
        place = token.end if token else place + 1
        found += [token] if token else []
    return tuple(found)


def _token_at(text: str, place: int, said: Said, atoms: Sequence[Atom]) -> Token | None:
    for atom in atoms:
        match = atom.pattern.match(text, place)
        if match and match.end() > place:
            return _bounded(text, atom.token(match, said), said)
    return None


def _bounded(text: str, token: Token, said: Said) -> Token:
    """ "Before week 6" and 9月28日之后 are all that lies there in the window; other tokens are as they are."""
    if token.kind not in ("weeks", "dates") or said.window is None or not token.values:
        return token
    behind = _BEHIND.match(text, token.end)
    before = text[: token.start]
    first, last = _reach(token, said)
    if (behind and behind[1]) or _BEFORE_EN.search(before):
        values: Values = tuple(range(first, int(min(token.values))))
    elif behind or _AFTER_EN.search(before):
        values = tuple(range(int(max(token.values)) + 1, last + 1))
    elif _UNTIL_EN.search(before):
        values = tuple(range(first, int(max(token.values)) + 1))
    else:
        return token
    kind = token.kind if values else "unsupported"
    return replace(token, kind=kind, values=values, end=behind.end() if behind else token.end, bound=True)


def _reach(token: Token, said: Said) -> tuple[int, int]:
    """The first and the last week, or numbered day, of the window."""
    assert said.window is not None
    days = said.window.day_mapping[0], said.window.day_mapping[-1]
    if token.kind == "weeks":
        return days[0].week, days[1].week
    return (days[0].week - 1) * 7 + days[0].day_of_week, (days[1].week - 1) * 7 + days[1].day_of_week
