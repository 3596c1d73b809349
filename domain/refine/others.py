"""The others of a place, beside what stays there (rule SLICE-16)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from domain.refine.directions import TURNS, first_of
from domain.refine.exclusions import Part
from domain.refine.token import PLACES, Kind, Token

_DAYS: tuple[Kind, ...] = ("weeks", "days", "dates")


def beside_what_stays(parts: Iterable[Part]) -> Iterator[Part]:
    """ "Friday's English stays, the others go to Monday": the others are those of that Friday."""
    lent: tuple[Token, ...] = ()
    for part in parts:
        yield part if part.held else _of(part, lent)
        lent = _place_of(part.tokens) if part.held else ()


def _place_of(found: Sequence[Token]) -> tuple[Token, ...]:
    """The weeks and days of what is named; what stays without a name is a place by itself."""
    named = any(token.kind == "named" for token in found)
    return tuple(token for token in found if token.kind in _DAYS) if named else ()


def _of(part: Part, places: Sequence[Token]) -> Part:
    """The part with those places, where it speaks of others without a place of theirs."""
    found = part.tokens
    rest, turn = first_of(found, "rest"), first_of(found, *TURNS)
    if not places or not rest < turn < len(found) or any(token.kind in PLACES for token in found[:turn]):
        return part
    moved = (replace(place, start=found[rest].start, end=found[rest].start) for place in places)
    return replace(part, tokens=(*found[:rest], *moved, *found[rest:]))
