"""Where a message goes on to wish for something of another kind, of which it is told that it was not done (CHAT-25)."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from domain.conversation.courtesy import without_courtesy
from domain.conversation.cue import Kind, found, words
from domain.conversation.plain_text import MOST, quotes_blanked, simplified
from domain.conversation.plan_cues import PLACED, PLANS
from domain.conversation.question_cues import QUESTIONS
from domain.conversation.refine_cues import REFINES
from domain.conversation.reminder_request import spoken_operation
from domain.conversation.times_said import TIME
from domain.schedule.state import Locale

Wish = Literal["reminder", "change", "question", "memory"]
_LONGEST: Final = 80
_PAUSE: Final = r"(?:[,，;；。!！?？\n]|\.(?!\d))"
_ON: Final = r"(?:然后|并且|另外|还有|顺便|接着|之后再|\band\s+then\b|\band\s+also\b|\bthen\b|\balso\b|\bplus\b)"
_SEAM: Final = words(rf"\s*(?:{_PAUSE}\s*(?:{_ON}|再|也|\band\b)?|{_ON})\s*|\s+(?P<weak>and)\s+")
_MOVES: Final = words(
    r"挪|移[到至]|推迟|延后|提前到|[调改换排安]\w{0,3}?[到成至在]|\b(?:move|shift|postpone|reschedule|push|swap)\b"
)
_WORK: Final = words(rf"{TIME}|任务|作业|计划|复习|\b(?:tasks?|homework|assignments?|plan|schedule)\b")
_ASKS: Final = words(
    r"^(?:(?:and|so|please|tell\s+me|show\s+me)\s+)*(?:what|when|where|which|who|how|why|do|does|am|is|are|have|will|can)\b"
    r"|[\u4e00-\u9fff]"
)
_ASKED_OF_OTHERS: Final = words(r"(?:问|告诉|查|确认)[^,，。;；]{0,6}$|\b(?:ask|tell|check|find\s+out)\b[^,.;]{0,20}$")
_REMEMBERS: Final = words(
    r"^(?:请|也|再)?记住(?:我|：|:)|^(?:please\s+)?remember\s+that\b|^(?:please\s+)?remember\s+i\b"
)
_AS_WISH: Final[dict[Kind, Wish]] = {
    "reminder": "reminder",
    "plan": "change",
    "refine": "change",
    "question": "question",
    "memory": "memory",
}
_SAID: Final[dict[Locale, str]] = {
    "zh-CN": "这条消息里的“{said}”还没有做，请单独再说一次。",
    "en": "Of your message this was not done: “{said}”. Say it again in a message of its own.",
}


@dataclass(frozen=True, slots=True)
class Parted:
    """A message, and what of it is another wish.

    Attributes:
        own: what belongs to the kind for which the message was taken.
        left: what is left undone, in the order in which it was said.
    """

    own: str
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Clause:
    """A clause of a message.

    Attributes:
        start, end: where it stands.
        wish: what it wishes for by itself, if anything.
        operation: of a wish about reminders.
        weak: it is joined to the one before by a mere "and", which may go on with that.
    """

    start: int
    end: int
    wish: Wish | None
    operation: str = ""
    weak: bool = False


def parted(message: str, kind: Kind) -> Parted:
    """What of a message belongs to the kind for which it was taken, and what is another wish.

    Only reminders and what is remembered are cut short by it; a plan and a change are read from the whole message.
    """
    own = _AS_WISH.get(kind)
    said = message[:MOST]
    clauses = list(_clauses(said))
    if own is None or len(clauses) < 2:
        return Parted(message)
    at = next((number for number, each in enumerate(clauses) if each.wish == own), 0)
    if own in ("change", "question"):
        other: Wish = "question" if own == "change" else "memory"
        return Parted(message, tuple(_tidy(said[each.start : each.end]) for each in clauses if each.wish == other))
    begin = _begin(clauses, at)
    end = next((n for n in range(at + 1, len(clauses)) if _is_another(clauses[at], clauses[n], said)), len(clauses))
    ahead = [said[clauses[0].start : clauses[begin - 1].end]] if begin else []
    behind = [said[clauses[end].start :]] if end < len(clauses) else []
    left = tuple(_tidy(each) for each in (*ahead, *behind))
    return Parted(said[clauses[begin].start : clauses[end - 1].end], left) if left else Parted(message)


def left_undone(locale: Locale, left: tuple[str, ...]) -> str:
    """That a part of a message was not done; empty where all of it was."""
    shown = [each if len(each) <= _LONGEST else f"{each[:_LONGEST]}…" for each in left]
    return "\n".join(_SAID[locale].format(said=each) for each in shown)


def _clauses(said: str) -> Iterator[_Clause]:
    text = quotes_blanked(simplified(said))
    seams = [(0, 0, False), *((*seam.span(), seam["weak"] is not None) for seam in _SEAM.finditer(text))]
    for (_, start, weak), (end, _, _) in pairwise([*seams, (len(text), len(text), False)]):
        clause = text[start:end]
        if clause.strip():
            operation = spoken_operation(clause) or ""
            yield _Clause(start, end, "reminder" if operation else _wish(clause), operation, weak)


def _wish(clause: str) -> Wish | None:
    """What a clause wishes for in words that can hardly be the text of a reminder."""
    text = without_courtesy(clause.lower())
    if _REMEMBERS.search(text):
        return "memory"
    moves = found(REFINES, text, False) and _MOVES.search(text)
    if (moves or found(PLANS, text, True) or found(PLACED, text, True)) and _WORK.search(text):
        return "change"
    return "question" if found(QUESTIONS, text, False) and _ASKS.search(text) else None


def _begin(clauses: list[_Clause], at: int) -> int:
    """The first clause behind the last one before that wishes for something else."""
    others = (n for n in range(at) if clauses[n].wish not in (None, clauses[at].wish))
    return max(others, default=-1) + 1


def _is_another(own: _Clause, other: _Clause, said: str) -> bool:
    if other.wish is None or (other.wish == own.wish and other.operation == own.operation):
        return False
    # "And" goes on with what a reminder says, unless a question follows.
    if other.weak and own.operation == "create" and other.wish != "question":
        return False
    return other.wish != "question" or _ASKED_OF_OTHERS.search(simplified(said[own.start : other.start])[:-1]) is None


def _tidy(said: str) -> str:
    return " ".join(said.split()).strip(" ,，;；。.")
