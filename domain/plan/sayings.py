"""What each part of a message says: of which classes, which days and sections, and how (rules PLAN-12 to PLAN-16)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from domain.plan.class_names import is_filler
from domain.plan.day_spans import Span, spans
from domain.plan.pieces import TIMES, Piece, Setting
from domain.plan.segments import PLACES, Segment
from domain.term.calendar import SECTIONS_PER_DAY

_SHORT_BANS: Final = ("不行", "不可以", "不能", "不可", "不", "can't", "cannot", "not", "shouldn't", "mustn't")
_BUSY: Final = 4
"""Of so many days at most somebody is busy on all, where an exam or a meeting is told of them."""
Pace = Literal["steady", "rapid"]


@dataclass(frozen=True, slots=True)
class Saying:
    """One part of a message as it was read.

    Attributes:
        segment: its pieces.
        classes: places of the classes that it names and that what it says is of.
        left_out: classes that it takes out of the plan.
        excepted: classes that what it says is not of, where it says something.
        others: it is of all classes that were not named before.
        others_wait: all classes that were not named before are taken out of the plan.
        everyone: it is of all classes, whatever was named before.
        asked: days and sections that are wished for.
        banned: days and sections that are kept off.
        permitted: days and sections that are allowed too, which takes back nothing.
        pace, embed, duration: None where nothing is said.
        only: what is asked for is the only place.
        soft: what is asked for is only liked.
        plans: it asks for tasks to be placed.
        tasks: it speaks of tasks at large.
        lost: it says something that no plan can hold.
        strange: it is of a class that there is not.
    """

    segment: Segment
    classes: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()
    excepted: tuple[int, ...] = ()
    others: bool = False
    others_wait: bool = False
    everyone: bool = False
    asked: tuple[Span, ...] = ()
    banned: tuple[Span, ...] = ()
    permitted: tuple[Span, ...] = ()
    pace: Pace | None = None
    embed: bool | None = None
    duration: int | None = None
    only: bool = False
    soft: bool = False
    plans: bool = False
    tasks: bool = False
    lost: bool = False
    strange: bool = False

    def with_(self, **changes: object) -> "Saying":
        """The same with some of its parts changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    @property
    def wishes(self) -> bool:
        """Whether it asks for anything but tasks to be placed on some days."""
        told = self.pace is not None or self.embed is not None or self.duration is not None
        return told or bool(self.banned) or any(span.sections for span in self.asked)

    @property
    def binds(self) -> bool:
        """Whether it asks for anything but tasks to be placed."""
        told = self.pace is not None or self.embed is not None or self.duration is not None
        return told or bool(self.asked or self.banned)


def read_sayings(parts: Sequence[Segment], text: str, where: Setting) -> tuple[Saying, ...]:
    """What the parts say, those that lean on the one before them with what they take from it."""
    told: list[Saying] = []
    for segment in parts:
        each = read_saying(segment, text, where)
        before = told[-1] if told and not segment.opens else None
        each = _bounded_alike(each, before)
        if before is not None and segment.has("that") and before.asked:
            told[-1] = before.with_(asked=(), banned=(*before.banned, *before.asked), lost=False)
        elif before is not None and before.asked and _only_then(segment, text):
            told[-1] = before.with_(only=True)
        elif before is not None and before.embed and _turns(segment, text):
            each = each.with_(left_out=(), classes=_named(segment), embed=False)
        elif before is not None and _is_short(segment, text) and (before.embed or before.asked):
            banned = before.asked if before.embed is None else ()
            each = each.with_(left_out=(), classes=_named(segment), embed=before.embed and False, banned=banned)
        elif before is not None and _is_ban_alone(segment) and (before.banned or _is_place_alone(before)):
            told[-1] = before.with_(asked=(), banned=(*before.banned, *before.asked))
            each = each.with_(lost=False)
        told.append(each)
    return tuple(told)


def _bounded_alike(each: Saying, before: Saying | None) -> Saying:
    """A class and a day alone are bounded as the class before was: 英语的截止日期是下周五，数学是下下周五."""
    bare = all(piece.kind in ("class", *TIMES) for piece in each.segment.pieces)
    if before is None or not bare or not each.classes or not before.classes or len(each.asked) != len(before.asked):
        return each
    asked = tuple(
        replace(span, how=model.how) if _is_day(span) and model.timed else span
        for span, model in zip(each.asked, before.asked, strict=True)
    )
    return each.with_(asked=asked)


def _is_day(span: Span) -> bool:
    return span.how == "on" and span.to is None and not span.recurring and len(span.days or span.weekdays) == 1


def _only_then(segment: Segment, text: str) -> bool:
    """只排这个时间, "only then": what was asked right before is the only place."""
    words = text[segment.start : segment.end + 8]
    bare = segment.has("only") and not segment.has(*PLACES, "class", "ban", "tasks", "others")
    return bare and re.search(r"这个?时[间段候]|那个?时[间段候]|\bthen\b|\bthat\s+time\b", words) is not None


def _turns(segment: Segment, text: str) -> bool:
    """A ban and a class after what was told of another one: "but not for Calculus"."""
    first = segment.pieces[0]
    kinds = {piece.kind for piece in segment.pieces}
    return kinds <= {"ban", "class", "list"} and text[first.start : first.end].strip() == "not" and "class" in kinds


def _is_ban_alone(segment: Segment) -> bool:
    """A ban of tasks at large, which is about the days that stand before it: 周末我要回家，别排任务."""
    bound = segment.has(*PLACES, "class", "embed", "free_only", "rapid", "steady", "duration", "lost", "may", "except")
    return segment.has("ban") and not bound


def _is_place_alone(told: Saying) -> bool:
    return bool(told.asked) and all(piece.kind in (*PLACES, "list", "inside") for piece in told.segment.pieces)


def _named(segment: Segment) -> tuple[int, ...]:
    return tuple(dict.fromkeys(n for piece in segment.all("class") for n in piece.values))


def _is_short(segment: Segment, text: str) -> bool:
    """A class and a ban of what was just told of another one: 高数不行, "Calculus can't"."""
    last = segment.pieces[-1]
    return (
        segment.has("class")
        and last.kind == "ban"
        and text[last.start : last.end].strip() in _SHORT_BANS
        and not segment.has(*PLACES, "plan", "put", "embed")
    )


def read_saying(segment: Segment, text: str, where: Setting) -> Saying:
    """What a part says."""
    wished, kept_off = _sides(segment)
    named = _named(segment)
    banned_names = tuple(dict.fromkeys(n for piece in kept_off if piece.kind == "class" for n in piece.values))
    weeks = [value for piece in segment.all("weeks") for value in piece.values]
    asked = () if segment.has("may") else spans(wished, text, where, weeks, segment.has("finish"))
    if segment.has("lost"):
        asked = tuple(span for span in spans(segment.pieces, text, where, weeks) if span.timed and not span.sections)
    limits = tuple(_others_of(span) for span in asked if _is_limited(span, segment))
    asked = tuple(span for span in asked if not _is_limited(span, segment))
    told = Saying(
        segment=segment,
        asked=asked,
        permitted=spans(wished, text, where, weeks) if segment.has("may") else (),
        banned=limits if segment.has("lost") else (*limits, *spans(kept_off, text, where, weeks)),
        pace=_pace(wished, kept_off),
        embed=_embed(wished, kept_off),
        duration=next((piece.values[0] for piece in wished if piece.kind == "duration"), None),
        only=segment.has("only"),
        soft=segment.has("prefer"),
        plans=segment.has("plan"),
        tasks=_speaks_of_tasks(segment, text),
        others=segment.has("others") and not named,
        everyone=segment.has("all"),
    )
    return _of_classes(told, named, banned_names)


def _is_limited(span: Span, segment: Segment) -> bool:
    """Whether "only" stands between days and sections: 周四只能下午 says nothing of other days."""
    if not span.timed or not span.sections or span.how != "on":
        return False
    days = max((piece.end for piece in span.pieces if piece.kind in TIMES), default=0)
    sections = min((piece.start for piece in span.pieces if piece.kind == "sections"), default=0)
    return any(days <= only.start and only.end <= sections for only in segment.all("only"))


def _others_of(span: Span) -> Span:
    rest = {*range(1, SECTIONS_PER_DAY + 1)} - {*span.sections}
    return replace(span, sections=tuple(sorted(rest)), ends=None)


def _of_classes(told: Saying, named: tuple[int, ...], banned: tuple[int, ...]) -> Saying:
    """Which of the named classes it is of: a ban of nothing else takes a class out, "except" one that is banned."""
    segment = told.segment
    places = told.binds
    if segment.has("except") and banned:
        rest = tuple(n for n in named if n not in banned)
        return told.with_(classes=rest, excepted=banned) if told.wishes else told.with_(classes=rest, left_out=banned)
    if segment.has("later") and not segment.has(*PLACES):
        return told.with_(left_out=named, others=False, others_wait=told.others, tasks=False)
    if segment.has("ban") and not places and named and not segment.has("lost") and is_filler(segment.loose):
        return told.with_(left_out=named)
    lost = (
        segment.has("lost")
        or (segment.has("may") and bool(told.permitted))
        or any(not span.timed and not span.sections for span in told.asked)
        or (told.soft and any(_is_weekday(span) for span in told.asked))
        or (segment.has("ban", "except") and not places)
        or (segment.has("ban") and segment.has("duration"))
        or (segment.has("self") and any(span.how == "on" and len(span.days) > _BUSY for span in told.banned))
    )
    return told.with_(classes=named, lost=lost, banned=() if lost and segment.has("self") else told.banned)


def _is_weekday(span: Span) -> bool:
    """Whether it names days of the week alone, which can be asked for but not merely liked."""
    return span.how == "on" and bool(span.weekdays)


def _speaks_of_tasks(segment: Segment, text: str) -> bool:
    """Tasks, others, or all of them; 都 and "both" alone say nothing of what there is."""
    words = {text[piece.start : piece.end] for piece in segment.all("all")} - {"都", "全", "both"}
    paced = any(text[piece.start : piece.end].endswith("everything") for piece in segment.all("steady"))
    return (
        segment.has("tasks", "others")
        or bool(words)
        or (paced and not segment.has("ban"))
        or (segment.has("all") and segment.has("plan") and not segment.has("ban"))
    )


def _sides(segment: Segment) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """The pieces that are wished for and those that are kept off."""
    pieces = segment.pieces
    at = next((n for n, piece in enumerate(pieces) if piece.kind in ("ban", "self", "except")), None)
    if at is None:
        outer = next((n for n, piece in enumerate(pieces) if piece.kind == "outer"), None)
        return (pieces, ()) if outer is None else (pieces[outer + 1 :], pieces[:outer])
    if pieces[at].kind == "except":
        return _excepted(pieces, at)
    behind = any(piece.kind in (*PLACES, "embed", "rapid", "steady") for piece in pieces[at + 1 :])
    if pieces[at].kind == "ban" and behind and _is_wished(pieces[:at]):
        return pieces[:at], pieces[at + 1 :]
    return (), pieces


def _is_wished(before: Sequence[Piece]) -> bool:
    """Whether what stands before a ban is wished for: a verb or a pace says so."""
    kinds = [piece.kind for piece in before]
    placed = any(kind in PLACES for kind in kinds)
    return (placed and any(kind in ("plan", "put", "only", "prefer") for kind in kinds)) or any(
        kind in ("rapid", "steady", "duration", "embed") for kind in kinds
    )


def _excepted(pieces: Sequence[Piece], at: int) -> tuple[Sequence[Piece], Sequence[Piece]]:
    """What "except" is about goes on to 外, or as long as days, sections and classes follow."""
    end = at + 1
    while end < len(pieces) and pieces[end].kind in (*PLACES, "class", "list", "recurring"):
        if pieces[end - 1].kind == "class" and pieces[end].kind in PLACES:
            break
        end += 1
    return [*pieces[:at], *pieces[end:]], pieces[at + 1 : end]


def _pace(wished: Sequence[Piece], kept_off: Sequence[Piece]) -> Pace | None:
    turned: dict[str, Pace] = {"rapid": "steady", "steady": "rapid"}
    for piece in kept_off:
        if piece.kind in turned and any(other.kind == "ban" and other.end <= piece.start for other in kept_off):
            return turned[piece.kind]
    told = [piece.kind for piece in (*wished, *kept_off) if piece.kind in turned]
    return told[-1] if told else None  # type: ignore[return-value]


def _embed(wished: Sequence[Piece], kept_off: Sequence[Piece]) -> bool | None:
    if any(piece.kind == "free_only" for piece in (*wished, *kept_off)):
        return False
    if any(piece.kind == "embed" for piece in kept_off):
        return False
    return True if any(piece.kind == "embed" for piece in wished) else None
