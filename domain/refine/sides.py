"""From the sides of tokens to weeks, days, sections and amounts (rules SLICE-1, SLICE-4 and SLICE-22)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from domain.refine.calendar import days_of_week_of, weeks_of
from domain.refine.clauses import Clause
from domain.refine.token import PLACES, Kind, Token
from domain.term.window import Window, WindowDay

Sided = Sequence[tuple[Token, str]]
Numbers = tuple[int, ...]
_WHEN: tuple[Kind, ...] = ("days", "dates")
_HOW_MANY: tuple[Kind, ...] = ("ratio", "count")


@dataclass(frozen=True, slots=True)
class Sides:
    """The tokens of some clauses that count, with their sides."""

    told: Sided

    def weeks(self, *sides: str) -> Numbers:
        """The weeks on some of the sides, in text order; those of dates too."""
        return _kept(60, (week for token, side in self.told if side in sides for week in _weeks_of(token)))

    def days(self, *sides: str) -> Numbers:
        """The days of the week on some of the sides; those of dates too."""
        return _kept(7, (day for token, side in self.told if side in sides for day in _days_of(token)))

    def dates(self, *sides: str) -> Numbers:
        """Numbered days of the term, where the sides speak of dates and of no other days or weeks."""
        kinds = {token.kind for token, side in self.told if side in sides}
        return self._values("dates", sides, 420) if not kinds & {"weeks", "days"} else ()

    def sections(self, *sides: str) -> Numbers:
        """Sections; one that a clock time only touches is no target, unless there is nothing else."""
        found = self._raw("sections", sides)
        whole = [value for value in found if value > 0] if "target" in sides else []
        return _kept(12, (abs(value) for value in whole or found))

    def ordinals(self) -> Numbers:
        """Places in the row of what is moved, below zero from its end; none of what is only spoken of as a target."""
        return tuple(dict.fromkeys(n for n in self._raw("ordinal", ("source", "banned")) if 0 < abs(n) <= 99))

    def spare(self) -> int:
        """How many days shall be free, of which none is named."""
        return next((n for n in self._raw("spare", ("source", "banned", "target")) if 0 < n <= 7), 0)

    def has(self, kind: Kind) -> bool:
        """Whether a token of that kind counts."""
        return any(token.kind == kind for token, _side in self.told)

    def only_bans(self) -> bool:
        """Whether places are forbidden and none is a target (SLICE-29)."""
        sides = {side for token, side in self.told if token.kind in PLACES}
        moved = any(token.kind == "shift" for token, _side in self.told)
        return bool(sides & {"banned", "emptied", "closed", "barred", "freed"}) and "target" not in sides and not moved

    def figure(self, kind: Kind) -> float | None:
        """The first ratio or count that can be meant."""
        fits = (value for token, _side in self.told if token.kind == kind for value in token.values)
        return next((v for v in fits if (0 < v <= 1 if kind == "ratio" else 1 <= v <= 999)), None)

    def shift(self) -> int | None:
        """Days to go on by."""
        steps = self._raw("shift", ("source", "target"))
        return steps[0] if steps and 0 < abs(steps[0]) <= 420 else None

    def _values(self, kind: Kind, sides: Iterable[str], most: int) -> Numbers:
        return _kept(most, self._raw(kind, sides))

    def _raw(self, kind: Kind, sides: Iterable[str]) -> list[int]:
        wanted = tuple(sides)
        return [int(v) for token, side in self.told if token.kind == kind and side in wanted for v in token.values]


def agreed(clauses: Sequence[Clause]) -> Sided:
    """What counts of the sides: the clause that directs goes before those around it (rule SLICE-22).

    Its own days, weeks, names or amounts are the ones meant, and with any of these no place of a reason is; days to be
    freed that follow it are no source.
    Where one ban empties days and another one sections of any day, both hold.
    """
    both = {side for clause in clauses for token, side in clause.sides if token.kind in (*_WHEN, "sections")}
    apart = {"banned", "emptied"} <= both and "barred" not in both
    directed = [clause for clause in clauses if clause.directed]
    first = min((clause.start for clause in directed), default=None)
    own = _own_kinds(directed)
    told: list[tuple[Token, str]] = []
    for clause in clauses:
        for token, side in clause.sides:
            spoken_of = clause.aside and own & {"named", *PLACES}
            if not clause.directed and side == "source" and (token.kind in own or spoken_of):
                continue
            if side == "emptied" and first is not None and (clause.start >= first or own & {*_WHEN, "named", "weeks"}):
                told.append((token, "freed"))
                continue
            told.append((token, "closed" if apart and side == "emptied" and token.kind in _WHEN else side))
    return told


def without_remarks(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses without days and times spoken of beside a week that shall be lighter (rule HONEST-6)."""
    if any(clause.directed for clause in clauses) or not any(map(_lightens_weeks, clauses)):
        return list(clauses)
    return [
        c for c in clauses if _lightens(c) or not {*_kinds(c)} & {*_WHEN, "sections"} or {*_kinds(c)} & {*_HOW_MANY}
    ]


def _lightens_weeks(clause: Clause) -> bool:
    return _lightens(clause) and "weeks" in _kinds(clause) and not {*_kinds(clause)} & {*_WHEN, "sections", "named"}


def _lightens(clause: Clause) -> bool:
    return clause.has("source", "lighter")


def _kinds(clause: Clause) -> list[Kind]:
    return [token.kind for token, _side in clause.sides]


def _own_kinds(directed: Iterable[Clause]) -> set[Kind]:
    own = {token.kind for clause in directed for token, side in clause.sides if side == "source"}
    own |= {token.kind for clause in directed for token, _side in clause.sides if token.kind in _HOW_MANY}
    return own | ({*_WHEN} if own & {*_WHEN} else set()) | ({*_HOW_MANY} if own & {*_HOW_MANY} else set())


def freed_days(clauses: Iterable[Clause], window: Window | None) -> Numbers:
    """Numbered days of the term, of those in the window, that the request wants free of the tasks it is about."""
    days = () if window is None else window.day_mapping
    areas = [area for clause in clauses if (area := _freed_area(clause)) is not None]
    return tuple(number_of(day) for day in days if any(_lies_in(day, *area) for area in areas))


def number_of(day: WindowDay) -> int:
    """Number of a day in its term, from 1."""
    return (day.week - 1) * 7 + day.day_of_week


def _freed_area(clause: Clause) -> tuple[Numbers, Numbers, Numbers] | None:
    emptied = [token for token, side in clause.sides if side in ("emptied", "closed")]
    if not emptied:
        return None
    weeks = tuple(int(w) for token, _side in clause.sides if token.kind == "weeks" for w in token.values)
    days = tuple(int(d) for token in emptied if token.kind == "days" for d in token.values)
    dates = tuple(int(d) for token in emptied if token.kind == "dates" for d in token.values)
    return weeks, days, dates


def _lies_in(day: WindowDay, weeks: Numbers, days: Numbers, dates: Numbers) -> bool:
    if dates and not days:
        return number_of(day) in dates
    return (not weeks or day.week in weeks) and (not days or day.day_of_week in days)


def _weeks_of(token: Token) -> Iterator[int]:
    if token.kind == "weeks":
        yield from (int(week) for week in token.values)
    if token.kind == "dates":
        yield from weeks_of(int(number) for number in token.values)


def _days_of(token: Token) -> Iterator[int]:
    if token.kind == "days":
        yield from (int(day) for day in token.values)
    if token.kind == "dates":
        yield from days_of_week_of(int(number) for number in token.values)


def _kept(most: int, values: Iterable[int]) -> Numbers:
    return tuple(dict.fromkeys(value for value in values if 1 <= value <= most))
