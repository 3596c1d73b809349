"""Pieces of a request that carry meaning, and the patterns that find them (rules SLICE-2 and SLICE-3)."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from domain.refine.calendar import Said

Kind = Literal[
    "named",
    "weeks",
    "days",
    "dates",
    "limit",
    "span",
    "stretch",
    "amid",
    "sections",
    "shift",
    "ratio",
    "count",
    "object",
    "due",
    "doing",
    "where",
    "there",
    "each",
    "complaint",
    "from",
    "to",
    "on",
    "not",
    "hold",
    "keep",
    "ordinal",
    "lighter",
    "spare",
    "swap",
    "except",
    "outer",
    "rest",
    "break",
    "unsupported",
    "none",
]
PLACES: tuple[Kind, ...] = ("weeks", "days", "dates", "span", "stretch", "amid", "sections")
_NEVER_EMPTY: tuple[Kind, ...] = ("named", "weeks", "dates", "stretch", "limit", "sections", "shift")

Values = tuple[float, ...]
Read = Callable[[re.Match[str], Said], Values]


@dataclass(frozen=True, slots=True)
class Token:
    """One meaningful piece of the text.

    Attributes:
        kind: what it speaks of. ``dates`` are numbered days of the term, ``shift`` is a number of days to go on by.
            ``span`` is "Friday to Monday", a range or a direction as its clause decides, ``stretch`` the same of dates,
            ``amid`` is "between Saturday and Sunday", a target where a place was named before it;
            ``limit`` stands for days that are bound; ``due`` is a verb such as "finish", ``doing`` one that makes the
            place right before it a target (周五做; with a value, only if what is done follows it), ``where`` stands
            between a target and what shall go there (with a value, only if a name follows it), ``there`` is the place
            named before, ``each`` (都) ends what an exception is about, ``complaint`` says that something is too much.
            ``keep`` holds what it is about if that is a task or a day, ``ordinal`` counts tasks off (below zero from
            the end), ``lighter`` asks for less in a place, ``spare`` for so many days of which none is named,
            ``swap`` for two tasks to change places.
            ``from`` turns back to what is moved. ``none`` is recognised so that nothing else is read into it;
            ``hold`` keeps what it is about in its place, ``except`` and ``outer`` stand before and after an exception
            (with a value, ``hold`` is about what follows it only), ``rest`` is all else, ``unsupported`` is what no
            goal can hold.
        values: weeks, days of the week, numbered days, sections (one that a clock time only touches has a minus), task
            ids, or one figure.
        start, end: its place in the text, end exclusive.
        bound: it is of the form "before Friday", and a target where nothing else points.
    """

    kind: Kind
    values: Values
    start: int
    end: int
    bound: bool = False


@dataclass(frozen=True, slots=True)
class Atom:
    """A pattern and how to read what it finds; ``read`` also gets where and when it was said."""

    kind: Kind
    pattern: re.Pattern[str]
    read: Read

    def token(self, match: re.Match[str], said: Said) -> Token:
        """What was found; a time that there is no calendar for is not understood."""
        values = self.read(match, said)
        if self.kind in _NEVER_EMPTY and not values:
            return Token("unsupported", (), match.start(), match.end())
        bound = self.kind == "limit"
        return Token("days" if bound else self.kind, values, match.start(), match.end(), bound)


def atom(kind: Kind, pattern: str, read: Read | Values = ()) -> Atom:
    """An atom of a pattern in which case plays no part; fixed values, or a function that reads them."""
    reads: Read = (lambda _found, _said: read) if isinstance(read, tuple) else read
    return Atom(kind, re.compile(pattern, re.IGNORECASE | re.ASCII), reads)
