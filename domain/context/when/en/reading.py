"""English words about time, read to meanings (rules WHEN-40, WHEN-41, WHEN-55 and WHEN-57).

Atoms read pieces of a text; neighbouring pieces go together to times; two times with a word between them are a
range, and a word before one makes it a deadline or opens a side of it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from domain.context.when.en.amounts import AMOUNT_ATOMS
from domain.context.when.en.clocks import CLOCK_ATOMS
from domain.context.when.en.dates import DATE_ATOMS
from domain.context.when.en.days import DAY_ATOMS
from domain.context.when.en.feasts import FEAST_ATOMS
from domain.context.when.en.joining import Phrase, phrases
from domain.context.when.en.lists import with_what_is_shared
from domain.context.when.en.not_times import without_what_is_none
from domain.context.when.en.piece import Atom, Kind, Piece
from domain.context.when.en.recurring import RECURRING_ATOMS
from domain.context.when.en.sections import SECTION_ATOMS
from domain.context.when.en.stems import stems_of
from domain.context.when.en.words import TO
from domain.context.when.meanings import After, Before, Between, Chain, DayOf, Reading, Since, WeekdayOf

_ATOMS = (
    *DAY_ATOMS,
    *AMOUNT_ATOMS,
    *SECTION_ATOMS,
    *DATE_ATOMS,
    *CLOCK_ATOMS,
    *RECURRING_ATOMS,
    *FEAST_ATOMS,
)
_PLAIN = str.maketrans(
    {chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | {"\u2019": "'", "\u2018": "'", "\u02bc": "'", "\u00a0": " ", "\u3000": " ", "\u202f": " "}
)
_TO = re.compile(TO, re.IGNORECASE | re.ASCII)
_AND = re.compile(r"\s*(?:,?\s+and|&)\s+", re.IGNORECASE | re.ASCII)
_BETWEEN = re.compile(r"\bbetween\s+(?:the\s+)?$", re.IGNORECASE | re.ASCII)
_PAIRED = {Kind.YEAR, Kind.QUARTER, Kind.MONTH, Kind.DATE, Kind.DAY_OF_MONTH, Kind.WEEKDAY, Kind.CLOCK}
_HOURS = {Kind.PART, Kind.CLOCK}
_NEAR = re.compile(r"\s*,?\s*(?:(?:on|at|in|from|around|about|the|@)\s+)*", re.IGNORECASE | re.ASCII)
_LEAD = re.compile(
    r"\b(?:(?P<by>by|no\s+later\s+than|not\s+later\s+than|on\s+or\s+before|until|till?|up\s+to|through)"
    r"|(?P<before>before|prior\s+to|earlier\s+than|ahead\s+of)"
    r"|(?P<since>(?:ever\s+)?since|as\s+of|starting(?:\s+(?:from|on))?|beginning(?:\s+(?:from|on))?|no\s+earlier\s+than|not\s+(?:before|until|till?))"
    r"|(?P<after>after|later\s+than))\s+(?:(?:about|around|at|on|the|end\s+of|close\s+of\s+business)\s+)*$",
    re.IGNORECASE | re.ASCII,
)
_FROM = re.compile(r"\bfrom\s+(?:(?:about|around|the)\s+)*$", re.IGNORECASE | re.ASCII)
_ON = re.compile(
    r"\s+(?:on(?:wards?)?|forward|and\s+(?:on|after|later)|or\s+later)\b(?!\s+\w)", re.IGNORECASE | re.ASCII
)


def read_times(text: str) -> list[Reading]:
    """Every time that a text names in English, with positions in the text as given."""
    plain = without_what_is_none(text.translate(_PLAIN))
    pieces = _in_pairs(plain, _scan(plain))
    found = with_what_is_shared(plain, _in_ranges(plain, phrases(plain, pieces)))
    return [_led(plain, phrase) for phrase in found]


def _numbers_by_stem() -> Mapping[str, tuple[int, ...]]:
    """The numbers of the atoms by each stem of the need that the fewest words have."""
    found: dict[str, list[int]] = {}
    for number, atom in enumerate(_ATOMS):
        for stem in min(atom.needs, key=len):
            found.setdefault(stem, []).append(number)
    return {stem: tuple(numbers) for stem, numbers in found.items()}


_NUMBERS = _numbers_by_stem()


def _fitting(stems: frozenset[str]) -> Iterator[Atom]:
    """The atoms that may read something in a text with these stems, in their order."""
    for number in sorted({number for stem in stems for number in _NUMBERS.get(stem, ())}):
        atom = _ATOMS[number]
        if not any(need.isdisjoint(stems) for need in atom.needs):
            yield atom


def _scan(text: str) -> list[Piece]:
    """The pieces of a text: the longest first, then the earliest; none overlaps another."""
    read = (atom.read(match) for atom in _fitting(stems_of(text)) for match in atom.words.finditer(text))
    candidates = sorted((piece for piece in read if piece), key=_longest_first)
    taken: list[Piece] = []
    for piece in candidates:
        if all(piece.end <= other.start or other.end <= piece.start for other in taken):
            taken.append(piece)
    return sorted(taken, key=lambda piece: piece.start)


def _longest_first(piece: Piece) -> tuple[int, int, bool, bool]:
    return piece.start - piece.end, piece.start, piece.kind is not Kind.NTH, piece.weak


def _in_pairs(text: str, pieces: Sequence[Piece]) -> list[Piece]:
    """Two pieces of a kind with "to" between them as one: Monday to Wednesday, May until July."""
    paired: list[Piece] = []
    listed = _listed(text, pieces)
    for index, piece in enumerate(listed):
        if paired and _is_pair(text, paired[-1], piece) and not _have_hours(text, listed, index):
            first = paired.pop()
            both = replace(first, end=piece.end, last=piece.selectors, weak=first.weak and piece.weak)
            paired.append(both)
        else:
            paired.append(piece)
    return paired


def _listed(text: str, pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, where days of a month that are listed have all of them that month: the 2nd and 9th of April."""
    listed = list(pieces)
    for index in range(len(listed) - 1):
        first, last = listed[index], listed[index + 1]
        if _AND.fullmatch(text[first.end : last.start]) is None:
            continue
        if (first.kind, last.kind) == (Kind.DATE, Kind.DAY_OF_MONTH):
            listed[index + 1] = replace(
                last, kind=Kind.DATE, selectors=first.selectors[:1] + last.selectors, weak=False
            )
        elif (first.kind, last.kind) == (Kind.DAY_OF_MONTH, Kind.DATE):
            listed[index] = replace(first, kind=Kind.DATE, selectors=last.selectors[:1] + first.selectors, weak=False)
    return listed


def _is_pair(text: str, first: Piece, last: Piece) -> bool:
    if first.kind is not last.kind or first.kind not in _PAIRED or first.last or last.last:
        return False
    return _are_linked(text, first.start, text[first.end : last.start]) or _are_neighbours(
        first, last, text[first.end : last.start]
    )


def _are_linked(text: str, start: int, between: str) -> bool:
    the = re.sub(r"(?:the|at|on|around|about)\s+$", "", between, flags=re.IGNORECASE)
    if _TO.fullmatch(the):
        return True
    return _AND.fullmatch(the) is not None and _BETWEEN.search(text, 0, start) is not None


def _have_hours(text: str, pieces: Sequence[Piece], index: int) -> bool:
    """Whether two days with "and" between them have hours, so that they are two times: Thursday and Friday at 3."""
    first, last = pieces[index - 1], pieces[index]
    if last.kind is not Kind.WEEKDAY or _are_linked(text, first.start, text[first.end : last.start]):
        return False
    ahead = index + 1 < len(pieces) and pieces[index + 1].kind in _HOURS
    behind = index > 1 and pieces[index - 2].kind in _HOURS
    return (ahead and _NEAR.fullmatch(text[last.end : pieces[index + 1].start]) is not None) or (
        behind and _NEAR.fullmatch(text[pieces[index - 2].end : first.start]) is not None
    )


def _are_neighbours(first: Piece, last: Piece, between: str) -> bool:
    """Whether they are a day and the next one: Thursday and Friday are one stretch."""
    one, two = first.selectors[-1], last.selectors[-1]
    weekdays = isinstance(one, WeekdayOf) and isinstance(two, WeekdayOf) and two.number == one.number + 1
    days = isinstance(one, DayOf) and isinstance(two, DayOf) and two.number == one.number + 1
    return (weekdays or (days and first.selectors[:-1] == last.selectors[:-1])) and _AND.fullmatch(between) is not None


def _in_ranges(text: str, found: Sequence[Phrase]) -> list[Phrase]:
    """Two times with "to" between them as one."""
    ranged: list[Phrase] = []
    for phrase in found:
        before = ranged[-1] if ranged else None
        if before and _is_range(text, before, phrase):
            ranged[-1] = _range(before, phrase)
        else:
            ranged.append(phrase)
    return ranged


def _range(first: Phrase, last: Phrase) -> Phrase:
    assert isinstance(first.meaning, Chain)
    assert isinstance(last.meaning, Chain)
    return replace(first, end=last.end, meaning=Between(first.meaning, last.meaning))


def _is_range(text: str, first: Phrase, last: Phrase) -> bool:
    if not isinstance(first.meaning, Chain) or not isinstance(last.meaning, Chain) or first.unknown != last.unknown:
        return False
    return _are_linked(text, first.start, text[first.end : last.start])


def _led(text: str, phrase: Phrase) -> Reading:
    """A time with the word before it that makes it a deadline or opens a side of it."""
    plain = Reading(phrase.start, phrase.end, phrase.meaning)
    if not isinstance(phrase.meaning, Chain):
        return plain
    lead = _LEAD.search(text, max(0, phrase.start - 40), phrase.start)
    if lead is not None:
        return replace(plain, start=lead.start(), meaning=_side(lead, phrase.meaning))
    on = _ON.match(text, phrase.end)
    if on is None:
        return plain
    start = _FROM.search(text, max(0, phrase.start - 40), phrase.start)
    if start is None and on[0].strip().lower() in ("on", "and on"):
        return plain
    return Reading(start.start() if start else phrase.start, on.end(), Since(phrase.meaning))


def _side(lead: re.Match[str], of: Chain) -> Before | After | Since:
    if lead["by"]:
        return Before(of, inclusive=True)
    if lead["before"]:
        return Before(of)
    return Since(of) if lead["since"] else After(of)
