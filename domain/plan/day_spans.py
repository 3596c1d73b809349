"""Days and sections of one part of a message, with the words that bound them (rules PLAN-13 and PLAN-14)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from domain.plan.pieces import TIMES, Piece, PieceKind, Setting

How = Literal["on", "until", "before", "from", "after"]
Days = frozenset[int]

_AHEAD: Final[dict[PieceKind, How]] = {
    "by": "until",
    "before": "before",
    "from": "from",
    "after": "after",
    "until": "until",
}
_BEHIND: Final[dict[PieceKind, How]] = {"by": "until", "before": "before", "from": "from", "after": "after"}
_ROUGH_END: Final = re.compile(r"[底末]$|\bend\b")
_LAST_DAYS: Final = re.compile(r"[月期年]的?[底末]$|\bend\b")
_TO: Final = re.compile(r"[到至~～—–-]|\b(?:to|until|till|through|thru)\b")
_BETWEEN: Final = re.compile(r"[\s的它]|一下|\b(?:it|them|that|this|those|the|dates?|window)\b")
_NO_DAY: Final = ("每", "平", "工作")


@dataclass(frozen=True, slots=True)
class Span:
    """Days that a part of a message names, and sections of them.

    Attributes:
        how: these days, or what lies before or after them; ``until`` and ``from`` include them.
        days: days of the term, numbered from 1; empty where only days of the week or sections are named.
        weekdays: days of the week of no week in particular.
        sections: named together with the days, or alone.
        ends: the last of the sections that is over by a time of the clock before which they lie.
        recurring: of every week (每周三, 工作日, Mondays).
        to: where a range of days ends that begins with these (从明天到周五).
        pieces: what it was read from.
    """

    how: How = "on"
    days: Days = frozenset()
    weekdays: Days = frozenset()
    sections: tuple[int, ...] = ()
    ends: int | None = None
    recurring: bool = False
    to: "Span | None" = None
    pieces: tuple[Piece, ...] = field(default=(), repr=False)

    @property
    def length(self) -> int:
        """So many days from now on, where that is all it says; else zero."""
        return len(self.days) if all(piece.rolling for piece in self.pieces) and self.how == "on" and not self.to else 0

    @property
    def timed(self) -> bool:
        """Whether it names any day."""
        return bool(self.days or self.weekdays)

    def on_days(self, base: int) -> Days:
        """The days that it names; days of the week alone are the first ones from a day on, in one week of it."""
        own = self.days or _first_from(self.weekdays, base)
        if self.to is None or not own:
            return own
        end = max(self.to.on_days(min(own)), default=0)
        return frozenset(range(min(own), max(end, max(own)) + 1))


def _first_from(weekdays: Days, base: int) -> Days:
    """Days of the week in the week of a day, or in the next one where all of them are over."""
    if not weekdays:
        return frozenset()
    week, day = divmod(base - 1, 7)
    start = week * 7 if max(weekdays) > day else week * 7 + 7
    return frozenset(start + each for each in weekdays)


def spans(
    pieces: Sequence[Piece], text: str, where: Setting, weeks: Sequence[int] = (), finishes: bool = False
) -> tuple[Span, ...]:
    """The spans of a part, in text order.

    Args:
        pieces: those of the part that count.
        text: the message.
        where: where and when it was said.
        weeks: those that the whole part names, for days of the week.
        finishes: a verb such as 做完 stands in the part, so that one day alone is a deadline.
    """
    groups = _groups(pieces)
    told = [_span(group, weeks, text, where) for group in groups]
    bound = [_bounded(span, pieces, text) for span in told]
    ranged = _ranges(bound, pieces)
    return tuple(_due(span) if finishes else span for span in ranged)


def _groups(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Days and the sections beside them; a list word between the two parts them (周末和晚上)."""
    groups: list[list[Piece]] = []
    parted = True
    for piece in pieces:
        if piece.kind in ("list", "until", "class"):
            parted = parted or piece.kind != "list" or bool(groups)
            continue
        if piece.kind not in (*TIMES, "sections"):
            continue
        if groups and _belongs(groups[-1], piece, parted, pieces):
            groups[-1].append(piece)
        else:
            groups.append([piece])
        parted = False
    return groups


def _belongs(group: Sequence[Piece], piece: Piece, parted: bool, pieces: Sequence[Piece]) -> bool:
    kinds = {each.kind for each in group}
    bounded = any(
        each.kind in ("until", "from", "before", "by", "after")
        for each in pieces
        if group[-1].end <= each.start < piece.start
    )
    if bounded and piece.kind != "sections":
        return False
    if piece.kind == "sections":
        return "sections" in kinds or not parted
    if "sections" in kinds:
        of_weeks = piece.kind == "weeks" and kinds == {"days", "sections"}
        return not parted and (kinds == {"sections"} or of_weeks)
    return True


def _span(group: Sequence[Piece], weeks: Sequence[int], text: str, where: Setting) -> Span:
    """A group read: weeks and days of the week together are dates; sections of several groups add up."""
    own_weeks = [value for piece in group if piece.kind == "weeks" for value in piece.values]
    dates = {value for piece in group if piece.kind == "dates" for value in piece.values}
    days = {value for piece in group if piece.kind == "days" for value in piece.values}
    touched = _narrowest([set(piece.values) for piece in group if piece.kind == "sections"])
    sections = tuple(sorted({abs(value) for value in touched}))
    ends = max((value for value in touched if value > 0), default=None)
    recurring = any(piece.kind == "days" and _recurs(piece, text) for piece in group)
    if dates and days and not own_weeks:
        agreeing = {n for n in dates if (n - 1) % 7 + 1 in days}
        dates, days = (agreeing or dates), set()
    if days and not recurring:
        own_weeks = own_weeks or list(weeks)
    whole = (
        {(week - 1) * 7 + day for week in own_weeks for day in (days or range(1, 8))}
        if own_weeks and not recurring
        else set()
    )
    if recurring and own_weeks:
        whole = {(week - 1) * 7 + day for week in own_weeks for day in days}
        recurring = False
    named = frozenset({*dates, *whole})
    left = frozenset() if named else frozenset(days)
    return Span(
        days=named, weekdays=left, sections=sections, ends=ends, recurring=recurring and not named, pieces=tuple(group)
    )


def _narrowest(named: Sequence[set[int]]) -> set[int]:
    """早上第1-2节 are these two; sections beside each other add up."""
    return set().union(*(each for each in named if not any(other < each for other in named)))


def _recurs(piece: Piece, text: str) -> bool:
    """Days that mean every such day: 每周三, 工作日, 平时, Mondays, weekdays, weekends."""
    words = text[piece.start : piece.end]
    before = text[max(piece.start - 6, 0) : piece.start]
    plural = words.isascii() and words.endswith("s") and not words.endswith(("tues", "thurs"))
    return plural or words.startswith(_NO_DAY) or before.rstrip().endswith(("每", "每个", "every", "each", "逢"))


def _bounded(span: Span, pieces: Sequence[Piece], text: str) -> Span:
    """The span with the bound that stands right before or behind it."""
    first, last = span.pieces[0], span.pieces[-1]
    ahead = _ahead(pieces, first, text)
    behind = next((piece for piece in pieces if piece.start >= last.end), None)
    words = text[first.start : last.end]
    if all(piece.rolling for piece in span.pieces):
        return span
    if behind is not None and behind.kind in _BEHIND and _is_near(text, last.end, behind) and _may_follow(text, behind):
        rough = behind.kind == "before" and _ROUGH_END.search(words) is not None
        return replace(span, how="until" if rough else _BEHIND[behind.kind])
    if (
        ahead is not None
        and ahead.kind in _AHEAD
        and not _places(span, ahead, pieces, text)
        and not _ranges_itself(span, ahead, text)
    ):
        rough = ahead.kind == "before" and _ROUGH_END.search(words) is not None
        return replace(span, how="until" if rough else _AHEAD[ahead.kind])
    if span.timed and span.sections and (words.endswith("前") or " before " in f" {words}"):
        return replace(span, how="before")
    return span


def _ahead(pieces: Sequence[Piece], first: Piece, text: str) -> Piece | None:
    """The piece before some days; a class between them and a bound is passed over: "start English on Monday"."""
    before = [piece for piece in pieces if piece.end <= first.start and piece.kind != "put"]
    named = len(before)
    while named and before[named - 1].kind in ("class", "list", "tasks", "all"):
        named -= 1
    bound = before[named - 1] if 0 < named < len(before) else None
    words = "" if bound is None else text[bound.start : bound.end]
    if words.startswith(("start", "begin", "the deadline", "deadline", "ddl")):
        return bound
    return before[-1] if before else None


def _ranges_itself(span: Span, ahead: Piece, text: str) -> bool:
    """ "From October 9 to October 20" found as one piece."""
    words = text[span.pieces[0].start : span.pieces[-1].end]
    return ahead.kind == "from" and len(span.days or span.weekdays) > 1 and _TO.search(words) is not None


def _places(span: Span, ahead: Piece, pieces: Sequence[Piece], text: str) -> bool:
    """把英语排到下周: behind a verb with an object 到 says where to, else until when."""
    verb = next((piece for piece in reversed(pieces) if piece.end <= ahead.start), None)
    if (
        ahead.kind != "until"
        or verb is None
        or verb.kind not in ("plan", "put", "steady", "rapid")
        or _BETWEEN.sub("", text[verb.end : ahead.start])
    ):
        return False
    if any(piece.kind == "from" or piece.kind in TIMES for piece in pieces if piece.start < verb.start):
        return False
    pronoun = re.search(r"[它]|\b(?:it|them|that|this|those)\b", text[verb.end : ahead.start]) is not None
    thing = pronoun or any(piece.kind in ("class", "tasks", "all") for piece in pieces if piece.end <= verb.start)
    words = text[span.pieces[0].start : span.pieces[-1].end]
    ranged = _TO.search(words) is not None
    if _LAST_DAYS.search(words):
        return False
    return ranged or (thing and len(span.days) <= 7)


def _is_near(text: str, end: int, piece: Piece) -> bool:
    return len(text[end : piece.start].strip(" 的就要必须得都")) <= 1


def _may_follow(text: str, piece: Piece) -> bool:
    """In English a bound stands before its days, but for "onwards" and the like."""
    words = text[piece.start : piece.end]
    return not words.isascii() or words.startswith(("onward", "or later", "at the latest", "start", "ddl", "deadline"))


def _ranges(found: Sequence[Span], pieces: Sequence[Piece]) -> list[Span]:
    """从明天到周五: a span that is followed by one with "until" goes on to the end of that one."""
    joined: list[Span] = []
    for span in found:
        starts = joined and joined[-1].timed and joined[-1].how in ("on", "from") and joined[-1].to is None
        between = [p.kind for p in pieces if joined and joined[-1].pieces[-1].end <= p.start < span.pieces[0].start]
        if starts and span.timed and "until" in between and not {"class", "ban"} & set(between):
            shorter = 1 if span.how == "before" else 0
            end = replace(span, how="on", days=_less(span, shorter, joined[-1]))
            joined[-1] = replace(joined[-1], how="on", to=end, pieces=(*joined[-1].pieces, *span.pieces))
        else:
            joined.append(span)
    return joined


def _less(span: Span, shorter: int, first: Span) -> Days:
    """The days up to the end of a range; one that ends before some days ends on the day before them."""
    if not shorter:
        return span.days
    own = span.on_days(max(first.days, default=1)) if first.days else span.days
    return frozenset({min(own) - 1}) if own else span.days


def _due(span: Span) -> Span:
    """One day on which something is finished is the last one for it."""
    one = len(span.days) == 1 or (not span.days and len(span.weekdays) == 1)
    return replace(span, how="until") if span.how == "on" and one and span.to is None and not span.recurring else span
