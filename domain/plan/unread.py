"""Words of a message that no reading used, and names that no class has (rules PLAN-11 and PLAN-17)."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import Final

from domain.conversation.plain_text import simplified
from domain.plan.class_names import is_filler
from domain.plan.pieces import Piece
from domain.plan.sayings import Saying
from domain.plan.segments import PLACES
from domain.refine.asides import is_aside
from domain.refine.goal_words import GROUP, RELEASE
from domain.refine.leftover import leftover, says_something

Span = tuple[int, int]

_ORDER: Final = re.compile(
    r"先[^，。；,;]{1,12}[，,]?(?:再|后|然后)(?:[排学做上写]|是)?[^，。；,;\s]{1,8}|\bfirst\b[^.;]{0,24}?\bthen\s+[^.;,]{1,30}",
    re.IGNORECASE,
)
_FILLERS_ZH: Final = re.compile(
    r"^(?:[在到的了吧呢啊呀把将给我你帮请麻烦想要就都也还再先让对于关其它他们这那些个门这门那门]|课程?|任务|一下|接下来|最近|今后|未来|往后|后面|近期|这段时间|[这本]次)+|(?:[的了吧呢啊呀要想就都也还再先得]|课程?|任务|这门课?|一下|比较)+$"
)
_FILLERS_EN: Final = re.compile(
    r"^(?:(?:my|the|our|all|some|of|for|to|please|me|and|also|in|on|a|an|do|should|be|class|course|tasks?|homework)\b[\s,]*)+|(?:[\s,]*\b(?:tasks?|class|course|homework|work|is|are|should|be|in|on|the|to|for|and|please|too|can|go|goes|at|s)\b)+$",
    re.IGNORECASE,
)
_LEAD: Final = re.compile(r"\b(?:what\s+about|how\s+about|why\s+not|somewhere|sometime|doing|having|ideas?)\b")
_BREAKS: Final = re.compile(r"[,，。;；.!！?？](?!\d)")
_NAME: Final = re.compile(r"[\u4e00-\u9fffa-z0-9+#' ]{2,24}")
_ABOUT_ITEM: Final = re.compile(
    r"第[0-9一二三四五六七八九十]+(?:[章讲课回]|单元)|\b(?:chapter|lesson|unit|lecture)s?\s+\d+", re.IGNORECASE
)


def unread_parts(
    text: str,
    found: Sequence[Piece],
    told: Sequence[Saying],
    unknown: Sequence[Span],
    of_nobody: Sequence[Saying],
    names: Sequence[str],
) -> tuple[str, ...]:
    """The words that were not used, in the spelling that is read.

    Args:
        text: the message.
        found: its pieces.
        told: its parts.
        unknown: where names of no class stand.
        of_nobody: parts that ask something of such a class.
        names: of the classes that there are.
    """
    lost = [(each.segment.start, each.segment.end) for each in told if each.lost]
    lost += [_clause(each, text) for each in told if is_stray(each, text) or each in of_nobody]
    used = [(piece.start, piece.end) for piece in found if piece.kind != "lost"]
    quoted = [text[start:end].strip() for start, end in lost]
    rest = leftover(text, (*used, *lost, *unknown), [], used, names)
    kept = [
        hit[0]
        for pattern in (GROUP, RELEASE, _ORDER)
        for hit in pattern.finditer(text)
        if not _is_used(hit.span(), found)
    ]
    rest = tuple(words for words in rest if not _is_courtesy(words, names))
    every = dict.fromkeys((*quoted, *rest, *kept, *_orders(text, found), *_bounds(text, found)))
    parts = [part for part in every if part and not any(part != other and part in other for other in every)]
    return tuple(sorted(parts, key=text.find))


def _is_courtesy(words: str, names: Sequence[str]) -> bool:
    """Whether words only lead to what is asked ("what about doing the"), or are a class misspelt beside itself."""
    known = {word for name in names for word in re.findall(r"[a-z]{5,}", name.lower())}
    kept = [
        word for word in re.findall(r"[^\W_]+", _LEAD.sub(" ", words)) if not get_close_matches(word, known, 1, 0.85)
    ]
    return words.isascii() and is_filler(" ".join(kept))


def _bounds(text: str, found: Sequence[Piece]) -> Iterator[str]:
    """A bound of something that is neither a day nor a section: 晚课后, "after practice"."""
    for index, piece in enumerate(found):
        before = found[index - 1] if index else None
        words = text[before.end if before else 0 : piece.start].strip()
        if piece.kind in ("before", "after") and before is not None and before.kind == "list" and words:
            yield text[before.end : piece.end].strip()


def _orders(text: str, found: Sequence[Piece]) -> Iterator[str]:
    """An order between classes: 在高数之前, "before Calculus"."""
    for first, second in pairwise(found):
        if text[first.end : second.start].strip() not in ("", "the", "my"):
            continue
        words = text[first.start : second.end]
        bound = (first, second) if words.isascii() else (second, first)
        if bound[0].kind in ("before", "after") and bound[1].kind == "class":
            yield words


def is_stray(each: Saying, text: str) -> bool:
    """Whether a part only names days or sections among words that are not understood: 今天天气真好."""
    bare = all(piece.kind in (*PLACES, "list", "put", "inside", "tasks", "recurring") for piece in each.segment.pieces)
    words = each.segment.loose
    stated = not is_filler(words) and is_aside(text[slice(*_clause(each, text))], "")
    return bare and (says_something(words) or stated)


def _clause(each: Saying, text: str) -> Span:
    """Where the words between two marks lie that a part stands in."""
    before = max((hit.end() for hit in _BREAKS.finditer(text, 0, each.segment.start)), default=0)
    after = _BREAKS.search(text, each.segment.end)
    return before, after.start() if after else len(text)


def _is_used(span: Span, found: Sequence[Piece]) -> bool:
    """Whether words have a meaning already: a pace, such as 匀着."""
    return any(piece.start <= span[0] < piece.end and piece.kind in ("steady", "rapid") for piece in found)


def unknown_names(text: str, found: Sequence[Piece]) -> tuple[Span, ...]:
    """Where names of no class stand: those of subjects, and words that stand where a class is named."""
    subjects = ((piece.start, piece.end) for piece in found if piece.kind == "subject")
    return tuple(sorted({*subjects, *_unknown(text, found)}))


def _unknown(text: str, found: Sequence[Piece]) -> Iterator[Span]:
    """Runs of words that stand where a class is named, and name none."""
    for start, end in _gaps(text, found):
        words, place = _bare(text, start, end)
        if is_filler(words) or not _NAME.fullmatch(words) or _ABOUT_ITEM.search(words):
            continue
        ahead = next((piece for piece in reversed(found) if piece.end <= place), None)
        behind = next((piece for piece in found if piece.start >= place + len(words)), None)
        if _is_subject(words, (ahead, behind), text, place, found):
            yield place, place + len(words)


def _gaps(text: str, found: Sequence[Piece]) -> Iterator[Span]:
    place = 0
    for piece in found:
        if piece.start > place:
            yield place, piece.start
        place = piece.end
    if place < len(text):
        yield place, len(text)


def _bare(text: str, start: int, end: int) -> tuple[str, int]:
    """The words of a gap without what carries nothing at their ends, and where they begin."""
    words = text[start:end].strip(" 《》\"“”「」'()（）、")
    while (shorter := _FILLERS_EN.sub("", _FILLERS_ZH.sub("", words)).strip()) != words:
        words = shorter
    return words, text.find(words, start) if words else start


def _is_subject(
    words: str, beside: tuple[Piece | None, Piece | None], text: str, place: int, found: Sequence[Piece]
) -> bool:
    """Whether words stand as a name: the name of a subject, in quotation marks, listed with a class, or planned."""
    ahead, behind = beside
    if text[place - 1 : place] in tuple('《“「"'):
        return True
    if ahead is not None and ahead.kind == "list" and _follows_class(ahead, text, place):
        return False
    short = len(words) <= (6 if not words.isascii() else 24)
    if text[place - 1 : place] in ("在", "到") or _is_banned(found, place):
        return False
    planned = ahead is not None and ahead.kind in ("plan", "only") and text[ahead.end : place].strip(" ") == ""
    if behind is not None and behind.kind == "class" and text[place + len(words) : behind.start].strip() == "的":
        return False
    return planned and short and (behind is None or behind.kind in ("break", "list", "class"))


def _is_banned(found: Sequence[Piece], place: int) -> bool:
    """Whether a ban stands before a place, with no break between."""
    for piece in reversed([piece for piece in found if piece.end <= place]):
        if piece.kind in ("ban", "break"):
            return piece.kind == "ban"
    return False


def _follows_class(ahead: Piece, text: str, place: int) -> bool:
    return text[ahead.end : place].strip() != ""


def as_written(message: str, words: str) -> str:
    """Words as they stand in the message, in its own case and width; as they are read where they cannot be found."""
    if not words:
        return ""
    plain = simplified(unicodedata.normalize("NFKC", message)).lower()
    pattern = r"\s*".join(re.escape(letter) for letter in words if not letter.isspace())
    hit = re.search(pattern, plain)
    return message[hit.start() : hit.end()] if hit and len(plain) == len(message) else words
