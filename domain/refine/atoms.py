"""The words of a request that carry meaning, found from left to right (rules SLICE-2 to SLICE-6).

``ATOMS`` is ordered: at each place of the text the first atom that fits wins, so a longer reading stands
before the shorter ones inside it.
"""

import re
from collections.abc import Sequence

from domain.refine.amount_atoms import AMOUNTS
from domain.refine.calendar import Said
from domain.refine.clock_atoms import CLOCK
from domain.refine.date_atoms import DATES
from domain.refine.numerals import NUMBER
from domain.refine.place_atoms import DAYS, SECTIONS, SPANS_OF_TIME, WEEKS
from domain.refine.shift_atoms import SHIFTS
from domain.refine.speech_atoms import SPEECH
from domain.refine.token import Atom, Token, Values
from domain.refine.verb_atoms import REST, VERBS

ATOMS: tuple[Atom, ...] = (
    *REST,
    *SPEECH,
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
_BEHIND = re.compile(rf"[之以]?(?:(前)|后)(?!天|半|{NUMBER}天)")
_AHEAD = {
    "before": re.compile(r"\b(?:before|prior\s+to)\s+(?:the\s+)?$", re.IGNORECASE | re.ASCII),
    "by": re.compile(r"\b(?:by|no\s+later\s+than)\s+(?:the\s+)?$", re.IGNORECASE | re.ASCII),
    "after": re.compile(r"\b(?:after|later\s+than)\s+(?:the\s+)?$", re.IGNORECASE | re.ASCII),
}


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
        found += [_settled(token, text, found)] if token else []
    return tuple(found)


def _token_at(text: str, place: int, said: Said, atoms: Sequence[Atom]) -> Token | None:
    for atom in atoms:
        match = atom.pattern.match(text, place)
        if match and match.end() > place:
            return _bounded(text, atom.token(match, said), said)
    return None


def _settled(token: Token, text: str, before: Sequence[Token]) -> Token:
    """当周 behind another week or day is the week spoken of, and no week of its own."""
    spoken = text[token.start] == "当" and any(earlier.kind in ("weeks", "days", "dates") for earlier in before)
    return Token("none", (), token.start, token.end) if token.kind == "weeks" and spoken else token


def _bounded(text: str, token: Token, said: Said) -> Token:
    """ "Before week 6" and 9月28日之后 are all that lies there in the window; other tokens are as they are."""
    if token.kind not in ("weeks", "dates") or said.window is None or not token.values:
        return token
    behind = _BEHIND.match(text, token.end)
    ahead = {way: pattern.search(text[: token.start]) for way, pattern in _AHEAD.items()}
    way = (
        "before"
        if behind and behind[1]
        else "after"
        if behind
        else next((w for w, found in ahead.items() if found), "")
    )
    if not way:
        return token
    values = _beyond(token, way, *_reach(token, said))
    opening = ahead.get(way)
    start = token.start if behind or opening is None else opening.start()
    end = behind.end() if behind else token.end
    return Token(token.kind if values else "unsupported", values, start, end, bound=True)


def _beyond(token: Token, way: str, first: int, last: int) -> Values:
    """What lies before or after the values of a token, between the ends of the window; "by" includes them."""
    if way == "after":
        return tuple(range(int(max(token.values)) + 1, last + 1))
    return tuple(range(first, int(min(token.values)) if way == "before" else int(max(token.values)) + 1))


def _reach(token: Token, said: Said) -> tuple[int, int]:
    """The first and the last week, or numbered day, of the window."""
    assert said.window is not None
    days = said.window.day_mapping[0], said.window.day_mapping[-1]
    if token.kind == "weeks":
        return days[0].week, days[1].week
    return (days[0].week - 1) * 7 + days[0].day_of_week, (days[1].week - 1) * 7 + days[1].day_of_week
