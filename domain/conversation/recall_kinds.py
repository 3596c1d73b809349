"""Which of the items that were found are of the kind that a question asks for (rules MEMORY-51 and MEMORY-52)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from domain.context.plan.contract import TargetType
from domain.context.recall.item import RecallItem
from domain.conversation.asked_about import About, fits
from domain.conversation.cue import words
from domain.conversation.plain_text import plain_text
from domain.conversation.recall_owned import asks_for_attribute, asks_for_own, is_of_another, owned_in


@dataclass(frozen=True, slots=True)
class _Kind:
    """What is asked for by the words of ``asks``: items of that kind, or with the words of ``tells``.

    Attributes:
        alone: where there are none, nothing else answers.
    """

    asks: re.Pattern[str]
    target: TargetType
    tells: re.Pattern[str]
    alone: bool = True


_DECIDED = r"决定|打定主意|下定决心|\b(?:decided?|decisions?|vow(?:ed|s)?)\b"
_PROMISED = (
    r"答应|承诺|保证|约[定好了]|说好|的约(?:定|$)"
    r"|\b(?:promised?s?|promises|commitments?|committed|agreed?|agreements?)\b"
)
_KINDS: Final = (
    _Kind(words(_DECIDED), "decision", words(_DECIDED)),
    _Kind(words(_PROMISED), "commitment", words(_PROMISED)),
    _Kind(words(r"认识(?:了|过)?(?:哪些?人|谁|哪几个人|什么人)|\bwho\s+do\s+i\s+know\b"), "person", words(r"(?!)")),
    _Kind(
        words(r"在?忙(?:些|着|了)?(?:什么|啥)|\b(?:up\s+to|busy\s+with|working\s+on)\b"),
        "todo",
        words(r"忙|赶着?|准备|在(?:做|写|学|搞|弄|练|读|改)|\b(?:busy|working\s+on|preparing)\b"),
        alone=False,
    ),
)
_SAYS: Final = words(
    r"(?:说|提|讲|聊|谈|告诉|写|发|记|抱怨)(?:起|到|及|给你)?[过了的]|(?:说|写|发|记)(?:什么|啥)"
    r"|\b(?:say|said|tell|told|mention(?:ed)?|write|wrote|written|typed?|sen[dt])\b"
)
_DISLIKE: Final = (
    r"不(?:太|大|怎么|是很|很)?(?:喜欢|爱|想)|讨厌|受不了|厌恶|烦(?=[你他她它\u4e00-\u9fff])|\b(?:hate|dislike|detest|avoid)s?\b"
    r"|\b(?:do\s+not|don't|doesn't|never)\s+(?:really\s+)?(?:like|love|enjoy)\b|\bcan(?:'t|not)\s+stand\b"
)
_LIKE: Final = r"喜欢|热爱|偏爱|偏好|爱(?=[吃喝看听玩做])|\b(?:like|love|enjoy|prefer|favou?r(?:ite)?)s?\b"
_HABIT: Final = r"习惯|经常|总是|每[天周晚早]|\b(?:always|usually|normally|every|habits?)\b"
_ALL_LIKES: Final = words(r"偏好|喜好|\b(?:prefer|preferences?)\b")
_TASTES: Final = (
    (words(_DISLIKE), "dislike"),
    (words(r"习惯|\bhabits?\b"), "habit"),
    (words(_LIKE), "like"),
)
_TELLS: Final = {"dislike": words(_DISLIKE), "habit": words(_HABIT), "like": words(_LIKE)}


def of_the_kind(message: str, items: Sequence[RecallItem], about: tuple[About, ...]) -> tuple[RecallItem, ...]:
    """Those of the items that can answer the question, in their order.

    Of what somebody said no row of the calendar tells; decisions, promises and persons are told by what is one;
    a birthday or a name by what has every word of the question.
    """
    plain = plain_text(message)
    kind = _kind(plain)
    owned = tuple(About(word, forms) for word, forms in owned_in(plain))
    said = [item for item in items if item.source != "calendar" or _is_told_by(item, plain, owned)]
    if kind is not None:
        of_kind = [item for item in said if item.target_type == kind.target or kind.tells.search(plain_text(item.text))]
        # Where a name or topic is asked about, what was said of all of it answers as well.
        of_topic = [item for item in said if not kind.alone or fits(item.text, about) == len(about)]
        said = of_kind if of_kind or (kind.alone and not about) else of_topic
    if asks_for_own(plain):
        said = [item for item in said if not is_of_another(plain_text(item.text))]
    return _closest(said, about, asks_for_attribute(plain))


def _is_told_by(row: RecallItem, plain: str, owned: tuple[About, ...]) -> bool:
    """Whether a row of the calendar can answer: not what was said, and of what is somebody's own only what names it."""
    return not asks_what_was_said(plain) and (not owned or fits(row.text, owned) > 0)


def asks_for_a_kind(plain: str) -> bool:
    """Whether a question asks for decisions, promises or the like."""
    kind = _kind(plain)
    return kind is not None and kind.alone


def _kind(plain: str) -> _Kind | None:
    return next((each for each in _KINDS if each.asks.search(plain)), None)


def asks_what_was_said(plain: str) -> bool:
    """Whether a question asks for what its person said, wrote, promised or decided, which no timetable holds."""
    return _SAYS.search(plain) is not None or _kind(plain) is not None


def _closest(items: Sequence[RecallItem], about: tuple[About, ...], all_of_them: bool) -> tuple[RecallItem, ...]:
    """Of several words those with most of them; of an attribute those with all, for it is nobody else's."""
    if len(about) < 2:
        return tuple(items)
    # People are called by a name without the word for it.
    needed = tuple(each for each in about if each.word.lower() not in ("名字", "name")) if all_of_them else about
    rated = [(fits(item.text, needed), item) for item in items]
    least = len(needed) if all_of_them else max((number for number, _ in rated), default=0)
    return tuple(item for number, item in rated if number >= least)


def of_the_taste(message: str, liked: Sequence[RecallItem]) -> tuple[RecallItem, ...]:
    """Of preferences what is liked, what is disliked or what is a habit, as the question asks; all where it asks so."""
    plain = plain_text(message)
    taste = None if _ALL_LIKES.search(plain) else next((name for asks, name in _TASTES if asks.search(plain)), None)
    return tuple(liked) if taste is None else tuple(item for item in liked if _tells(item.text, taste))


def _tells(text: str, taste: str) -> bool:
    plain = plain_text(text)
    bare = _TELLS["dislike"].sub(" ", plain) if taste == "like" else plain
    return _TELLS[taste].search(bare) is not None
