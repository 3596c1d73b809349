"""The pieces of a message that carry meaning for a plan, found from left to right (rules PLAN-11 and PLAN-12)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from domain.context.when.expression import TimeExpression
from domain.context.when.find import find_times
from domain.plan.class_names import SUBJECT, ClassName
from domain.plan.duration_words import durations
from domain.plan.plan_words import CUES, Cue
from domain.refine.calendar import Calendar, Said
from domain.refine.clock_atoms import CLOCK
from domain.refine.date_atoms import DATES
from domain.refine.numerals import NUMBER, NUMBER_EN, number
from domain.refine.place_atoms import DAYS, SECTIONS, WEEKS
from domain.refine.token import Atom, Values, atom
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
    """

    kind: PieceKind
    start: int
    end: int
    values: tuple[int, ...] = ()


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


_COUNT: Final = rf"({NUMBER})(个?(?:周|星期|礼拜)|天|个月)"


def _next_few(found: re.Match[str], said: Said) -> Values:
    count, unit = (group for group in found.groups() if group)
    days = 7 if re.search("周|星期|礼拜|week", unit) else 30 if re.search("月|month", unit) else 1
    start = said.today()
    return tuple(range(start[0], start[0] + max(number(count), 1) * days)) if start else ()


def _rest_of_term(_found: re.Match[str], said: Said) -> Values:
    assert said.calendar is not None
    start = said.today()
    return tuple(range(max(start[0], 1), said.calendar.term.weeks * 7 + 1))


def _this_week(_found: re.Match[str], said: Said) -> Values:
    return (said.week,)


OWN: Final = (
    atom(
        "dates",
        rf"(?:在)?(?:未来|接下来|今后|往后|最近|近|(?:这|后|下)(?!一))的?{_COUNT}(?:之?内|以内|里)?(?![一二三四五六日天末])",
        _next_few,
    ),
    atom("dates", rf"(?<!第){_COUNT}(?:之内|以内|内)", _next_few),
    atom(
        "dates",
        rf"\b(?:(?:in|within|over|for|during)\s+)?(?:the\s+)?(?:next|coming|following)\s+({NUMBER_EN})\s+(week|day|month)s?\b",
        _next_few,
    ),
    atom("dates", rf"\b(?:within|in|over)\s+({NUMBER_EN})\s+(week|day|month)s?\b", _next_few),
    atom(
        "dates",
        r"(?:这个?|本)?学期(?:剩下|剩余|余下|余)?的?(?:时间|日子)?(?:结束|末|底)?|期末(?!考|复习)|\b(?:the\s+)?(?:end\s+of\s+|rest\s+of\s+)?(?:the\s+|this\s+)?(?:term|semester)\b",
        _rest_of_term,
    ),
    atom(
        "weeks",
        r"(?:这一?|本)周(?:剩下|剩余|余下|余|后面)的?(?:时间|几天|日子)?|\b(?:the\s+)?rest\s+of\s+(?:the|this)\s+week\b|\bthis\s+week\b",
        _this_week,
    ),
    atom(
        "weeks",
        r"(?:这一?|本)(?:个)?(?:星期|礼拜)(?:剩下|剩余|余下|余|后面)的?(?:时间|几天|日子)?(?![一二三四五六日天末])",
        _this_week,
    ),
)
_PLACES: Final[tuple[Atom, ...]] = (
    *OWN,
    *CLOCK,
    *DATES,
    *WEEKS,
    *(each for each in DAYS if each.kind != "limit"),
    *SECTIONS,
)
_ROUGH: Final = re.compile(
    r"[底初末旬节假]|\d{4}年|\b20\d\d\b|圣诞|元旦|国庆|中秋|春节|清明|端午|五一|劳动|重阳|\b(?:end|beginning|start|early|mid|late|middle|holiday|christmas|festival|day)\b",
    re.IGNORECASE,
)
_TRIM: Final = re.compile(
    r"^(?:在|从|by |before |until |till |after |since |from )+|(?:[之以]?(?:前|后|内)|开始|起|为止|截止)+$",
    re.IGNORECASE,
)
_RANGE: Final = re.compile(r"(?<!\d)(?:到|至)(?!\d)|\b(?:to|until|till|through)\b", re.IGNORECASE)
_MOST_DAYS: Final = 430


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
    return tuple(found)


def _fixed(text: str, names: Sequence[ClassName], where: Setting) -> dict[int, Piece]:
    """What is looked for in the whole text, by its place: rough times first, then names, then lengths."""
    found: list[Piece] = [*_rough_times(text, where)]
    for name in (*names, ClassName(SUBJECT, ())):
        hits = name.pattern.finditer(text)
        found += [Piece("class" if name.classes else "subject", hit.start(), hit.end(), name.classes) for hit in hits]
    found += [Piece("duration", start, end, (n,)) for start, end, n in durations(text, where.term, where.now)]
    taken: dict[int, Piece] = {}
    covered: set[int] = set()
    for piece in found:
        if covered.isdisjoint(range(piece.start, piece.end)):
            taken[piece.start] = piece
            covered.update(range(piece.start, piece.end))
    return taken


def _at(text: str, place: int, where: Setting) -> Piece | None:
    said = where.said
    by = _by_clock(text, place, said)
    if by is not None:
        return by
    for each in _PLACES:
        match = each.pattern.match(text, place)
        if match and match.end() > place:
            return _placed(each.token(match, said).kind, each.read(match, said), match)
    for word in CUES:
        match = word.pattern.match(text, place)
        if match and match.end() > place:
            return Piece(word.cue, match.start(), match.end())
    return None


def _by_clock(text: str, place: int, said: Said) -> Piece | None:
    """ "By 3pm" is before three."""
    if text[max(place - 3, 0) : place] != "by ":
        return None
    for each in CLOCK:
        match = each.pattern.match(f"before {text[place:]}")
        if match and match.end() > len("before ") and each.read(match, said):
            return Piece(
                "sections", place, place + match.end() - len("before "), tuple(map(int, each.read(match, said)))
            )
    return None


def _placed(kind: str, values: Values, match: re.Match[str]) -> Piece | None:
    """A place; ``amid`` and ``span`` are ranges of days of the week, ``stretch`` is one of dates."""
    known: dict[str, PieceKind] = {"span": "days", "amid": "days", "stretch": "dates"}
    if kind == "unsupported":
        return Piece("impossible", match.start(), match.end())
    if kind in ("weeks", "days", "dates", "sections", "span", "amid", "stretch"):
        numbers = tuple(dict.fromkeys(int(value) for value in values))
        return Piece(known.get(kind, kind), match.start(), match.end(), numbers)  # type: ignore[arg-type]
    return None


def _rough_times(text: str, where: Setting) -> Iterator[Piece]:
    """Feasts, ends of months and the like, which only the reader of times knows (rules WHEN)."""
    parted = _RANGE.sub(lambda hit: ";" * len(hit[0]), text)
    found = find_times(parted, where.now, where.locale)
    for each in found.impossible:
        yield Piece("impossible", each.start, each.end)
    for each_time in found.times:
        piece = _rough(each_time, where)
        if piece is not None:
            yield piece


def _rough(time: TimeExpression, where: Setting) -> Piece | None:
    core = _TRIM.sub("", time.text)
    start = time.start + time.text.find(core)
    if (
        time.kind not in ("range", "deadline")
        or time.range is None
        or not _ROUGH.search(core)
        or time.grain in ("part", "hour", "week", "weekend")
    ):
        return None
    inner = find_times(core, where.now, where.locale).times
    ranged = inner[0].range if len(inner) == 1 and inner[0].kind == "range" else None
    if ranged is None or ranged.start is None or ranged.end is None:
        return None
    first = (ranged.start.date() - where.term.first_monday).days + 1
    last = ((ranged.end - timedelta(microseconds=1)).date() - where.term.first_monday).days + 1
    return Piece("dates", start, start + len(core), tuple(range(first, min(last, first + _MOST_DAYS) + 1)))
