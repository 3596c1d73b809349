"""The pieces of a message that carry meaning for a plan, found from left to right (rules PLAN-11 and PLAN-12)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from re import Match
from typing import Final, Literal

from domain.plan.class_names import SUBJECT, ClassName
from domain.plan.duration_words import durations
from domain.plan.plan_times import LENGTHS, PLACES, bound_clock, rough_times
from domain.plan.plan_words import CUES, Cue
from domain.refine.calendar import Calendar, Said
from domain.refine.numerals import number
from domain.refine.token import Values
from domain.schedule.state import Locale
from domain.term.calendar import Term

PieceKind = Cue | Literal["class", "weeks", "days", "dates", "sections", "duration", "subject", "impossible"]
TIMES: Final[tuple[PieceKind, ...]] = ("weeks", "days", "dates")


@dataclass(frozen=True, slots=True)
class Piece:
    """One meaningful piece.

    Attributes:
        kind: what it speaks of.
        start, end: its place in the text, end exclusive.
        values: weeks, days of the week, days of the term numbered from 1, sections, places of classes, or one figure.
        rolling: days from today on, told by how many they are.
    """

    kind: PieceKind
    start: int
    end: int
    values: tuple[int, ...] = ()
    rolling: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """Where and when a message was said.

    Attributes:
        term: the term of the plan.
        now: the moment, in the zone of the term.
        locale: whose words are tried first.
    """

    term: Term
    now: datetime
    locale: Locale

    @property
    def today(self) -> int:
        """The day on which it was said, as a day of the term numbered from 1; outside the term where that is so."""
        return (self.now.date() - self.term.first_monday).days + 1

    @property
    def length(self) -> int:
        """The days of the term."""
        return self.term.weeks * 7

    @property
    def said(self) -> Said:
        """The same for the atoms of requests."""
        return Said((self.today - 1) // 7 + 1, Calendar(term=self.term, today=self.now.date()))


def pieces(text: str, names: Sequence[ClassName], where: Setting) -> tuple[Piece, ...]:
    """The pieces in order; they do not overlap. Of two that begin at one place a name goes first, then a length."""
    fixed = _fixed(text, names, where)
    found: list[Piece] = []
    place = 0
    while place < len(text):
        piece = fixed.get(place) or _at(text, place, where)
        if piece is not None and piece.end > place:
            found.append(piece)
            place = piece.end
        else:
            place += 1
    return tuple(
        replace(piece, kind="until") if piece.kind == "list" and _is_range(found, index, text) else piece
        for index, piece in enumerate(found)
    )


def _is_range(found: Sequence[Piece], index: int, text: str) -> bool:
    """Whether a list word stands between the ends of a range: "between May 2 and May 9", 2号和9号之间."""
    first, last = index - 1, index + 1
    while first >= 0 and found[first].kind in TIMES:
        first -= 1
    while last < len(found) and found[last].kind in TIMES:
        last += 1
    if first == index - 1 or last == index + 1:
        return False
    ahead = text[found[first].start : found[first].end] if first >= 0 else ""
    behind = text[found[last].start : found[last].end] if last < len(found) else ""
    return ahead == "between" or behind == "之间"


def _fixed(text: str, names: Sequence[ClassName], where: Setting) -> dict[int, Piece]:
    """What is looked for in the whole text, by its place: rough times first, then names, then lengths."""
    named: list[Piece] = []
    for name in (*names, ClassName(SUBJECT, ())):
        hits = name.pattern.finditer(text)
        kind: PieceKind = "class" if name.classes else "subject"
        named += [Piece(kind, hit.start(), hit.end(), name.classes) for hit in hits]
    rough = rough_times(_without(text, named), where.now, where.locale, where.term.first_monday)
    found = [Piece("dates" if days else "impossible", start, end, days) for start, end, days in rough]
    found += named
    found += [Piece("duration", start, end, (n,)) for start, end, n in durations(text, where.term, where.now)]
    taken: dict[int, Piece] = {}
    covered: set[int] = set()
    for piece in found:
        if covered.isdisjoint(range(piece.start, piece.end)):
            taken[piece.start] = piece
            covered.update(range(piece.start, piece.end))
    return taken


def _without(text: str, named: Sequence[Piece]) -> str:
    """The text in its length without names, whose letters are part of no time (高数10月)."""
    for piece in named:
        text = f"{text[: piece.start]}{';' * (piece.end - piece.start)}{text[piece.end :]}"
    return text


def _at(text: str, place: int, where: Setting) -> Piece | None:
    said = where.said
    by = bound_clock(text, place, said)
    if by is not None:
        return Piece("sections", *by)
    for each in PLACES:
        match = each.pattern.match(text, place)
        if match and match.end() > place:
            piece = _placed(each.token(match, said).kind, each.read(match, said), match)
            if piece is None:
                break
            return _before_stop(replace(piece, rolling=each in LENGTHS), match[0])
    for word in CUES:
        match = word.pattern.match(text, place)
        if match and match.end() > place:
            figures = tuple(number(group) for group in match.groups() if group)
            return Piece(word.cue, match.start(), match.end(), figures)
    return None


def _before_stop(piece: Piece, words: str) -> Piece:
    """A full stop behind an hour ends a sentence, unless it is that of "p.m."."""
    stops = words.endswith(".") and not words.endswith(("a.m.", "p.m."))
    return replace(piece, end=piece.end - 1) if stops else piece


def _placed(kind: str, values: Values, match: Match[str]) -> Piece | None:
    """A place; ``amid`` and ``span`` are ranges of days of the week, ``stretch`` is one of dates."""
    known: dict[str, PieceKind] = {"span": "days", "amid": "days", "stretch": "dates"}
    if kind == "unsupported":
        return Piece("impossible", match.start(), match.end())
    if kind in ("weeks", "days", "dates", "sections", "span", "amid", "stretch"):
        numbers = tuple(dict.fromkeys(int(value) for value in values if value))
        return Piece(known.get(kind, kind), match.start(), match.end(), numbers)  # type: ignore[arg-type]
    return None
