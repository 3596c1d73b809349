"""What a message wants remembered or forgotten, without a model (rules MEMORY-46 to MEMORY-48)."""

import re
from dataclasses import dataclass, replace
from typing import Final, Literal

from domain.context.plan.contract import TargetType
from domain.conversation.courtesy import only_salutes
from domain.conversation.cue import words
from domain.conversation.memory_cues import (
    ALL_NAMED,
    ASKS,
    DEEDS,
    DUTIES,
    FACTS,
    FORGETS,
    NOTES,
    NOTES_BEHIND,
    NOTHING_NAMED,
    PREFERENCES,
)
from domain.conversation.plain_text import MOST, simplified

LONGEST: Final = 500
"""Characters of a message that may tell of its person by the way, and of what shall be forgotten."""

_NARROW: Final = {code: code - 0xFEE0 for code in (*range(0xFF10, 0xFF1B), *range(0xFF21, 0xFF5B))} | {0x3000: 0x20}
_LEADS = words(
    r"^(?:[\s,.:;!。，、；！：]|(?:那|嗯|好的?|对了|其实|另外|还有|顺便|说一下|well|so|also|oh|btw"
    r"|by the way|fyi|actually|no|sorry)[\s,，]+"
    r"|(?:其实|不对|更正一?下?|纠正一?下?|准确地?说)[\s,，:：]*)+"
)
_KINDS: Final[tuple[tuple[TargetType, re.Pattern[str]], ...]] = (
    ("preference", words(
        r"喜欢|讨厌|偏好|偏爱|习惯|爱好|倾向|受不了|宁愿|宁可|不想|\b(?:prefer|like|love|enjoy|hate"
        r"|dislike|favou?rite|can't\s+stand|avoid)\b"
    )),
    ("decision", words(r"决定|打定主意|下定决心|\b(?:decided|decision|vowed)\b")),
    ("commitment", words(r"答应|承诺|保证|约[好定了]|说好|欠|\b(?:promised?|agreed|committed|owe)\b")),
    ("todo", words(
        r"[交还买写做取寄]|要|得|\b(?:hand\s+in|submit|due|buy|return|finish|need\s+to|have\s+to|must"
        r"|to\s+do)\b"
    )),
    ("person", words(
        r"(?:电话|手机|生日|微信|邮箱|名字)(?:号码?)?(?:是|叫|为)|导师|室友|女友|男友|朋友|老师|同学|妈|爸"
        r"|\b(?:phone|birthday|e-?mail|called|roommate|friend|teacher|professor|mother|father|mom|dad)\b"
    )),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Remember:
    """Something to be remembered.

    Attributes:
        text: it, in the person's own words.
        strength: ``outright`` where that was asked for, ``duty`` for 记得 and "remember to", ``told`` where somebody
            merely tells of themselves.
        evidence: the words that decided.
        beside: the message says something else too, which is not to be remembered.
        left_out: how many characters at its end are too many to be remembered.
    """

    text: str
    kind: TargetType
    strength: Literal["outright", "duty", "told"]
    evidence: tuple[str, ...] = ()
    beside: bool = False
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class Forget:
    """A wish that something be forgotten.

    Attributes:
        about: the words by which it is told; empty where nothing is named.
        of_me: they speak of the person, and so of no plan.
    """

    about: str
    of_me: bool = False
    evidence: tuple[str, ...] = ()


def read_memory(message: str) -> Remember | Forget | None:
    """What a message wants remembered or forgotten; None where it wants neither."""
    said = message[:MOST].translate(_NARROW).replace("’", "'").strip()
    text = simplified(said)
    if only_salutes(text.lower()):
        return None
    noted = _noted(text, said)
    if noted is not None:
        return replace(noted, left_out=max(len(message.rstrip()) - MOST, 0))
    return _forgotten(text, said) or _duty(text, said) or _told(text, said)


def told_of_oneself(message: str) -> Remember | None:
    """What a message tells of its person beside whatever else it says; what it asks to be done is no part of it."""
    said = message[:MOST].translate(_NARROW).replace("’", "'").strip()
    return _told(simplified(said), said)


def importance_of(remember: Remember) -> float:
    """How much it matters: what was asked for more than what was merely told."""
    return {"outright": 0.7, "duty": 0.7, "told": 0.6}[remember.strength]


def _noted(text: str, said: str) -> Remember | None:
    for pattern in (*NOTES, *NOTES_BEHIND):
        found = pattern.search(text)
        if found and (what := _what(found, said)) and not _asks(what):
            return Remember(what, kind_of(what), "outright", (_around(found, text),))
    return None


def _forgotten(text: str, said: str) -> Forget | None:
    found = next((match for pattern in FORGETS if (match := pattern.search(text))), None)
    if found is None:
        return None
    about = _what(found, said)[:LONGEST]
    if about and ALL_NAMED.fullmatch(about):
        return Forget("", True, (_around(found, text),))
    if not about or NOTHING_NAMED.fullmatch(about):
        is_named = "记忆" in text or "memor" in text.lower()
        return Forget("", True, (_around(found, text),)) if is_named else None
    return Forget(about, _OF_ME.search(text) is not None, (_around(found, text),))


_OF_ME: Final = words(r"我|记忆|\b(?:my|me|i|i'm|memory|memories)\b")


def _duty(text: str, said: str) -> Remember | None:
    for pattern in DUTIES:
        found = pattern.search(text)
        if found and (what := _what(found, said)) and not _asks(text):
            what = re.sub(r"^to\s+", "", what, flags=re.IGNORECASE)
            return Remember(what, "commitment", "duty", (_around(found, text),))
    return None


def _told(text: str, said: str) -> Remember | None:
    """A statement about oneself; a message that asks anything tells nothing."""
    if _asks(text) or len(text) > LONGEST:
        return None
    spans = [part.span() for part in _CLAUSE.finditer(text)]
    told = [(start, end) for start, end in spans if _tells(text[start:end].strip())]
    if not told:
        return None
    kept = [_bare(text[start:end].strip(), said[start:end].strip()) for start, end in told]
    what = (", " if said.isascii() else "，").join(kept)
    kind: TargetType = "preference" if PREFERENCES.search(text) else kind_of(what)
    return Remember(what, kind, "told", tuple(text[start:end].strip() for start, end in told), len(told) < len(spans))


def _bare(clause: str, said: str) -> str:
    """A clause without what leads to it, such as "well," or 记住."""
    note = NOTES[0].search(clause)
    return said[slice(*note.span("what"))] if note else _LEADS.sub("", said).strip()


_CLAUSE: Final = re.compile(r"(?:\b(?:Dr|Mr|Mrs|Ms|Prof|St)\.|[^,，。;；!！\n.]|[.,](?=\S))+")


def _tells(clause: str) -> bool:
    return any(pattern.search(clause) for pattern in (PREFERENCES, DEEDS, FACTS))


def kind_of(text: str) -> TargetType:
    """What kind of thing a text tells of; a note where no word says more."""
    plain = simplified(text)
    return next((kind for kind, pattern in _KINDS if pattern.search(plain)), "note")


def _what(found: re.Match[str], said: str) -> str:
    start, end = found.span("what")
    return said[start:end].strip(" ,.:;!。，；！：\n\t")


def _around(found: re.Match[str], text: str) -> str:
    """The words that call for it, without what it is about."""
    start, end = found.span("what")
    before, behind = (part.strip(" ,.:;，：。\n") for part in (text[found.start() : start], text[end : found.end()]))
    return (behind or before if before in ("", "把", "将") else before)[:40]


def _asks(text: str) -> bool:
    return ASKS.search(text.strip()) is not None
