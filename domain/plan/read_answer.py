"""What a person answers to the question for days or classes, taken together with the message (rule PLAN-18)."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from domain.conversation.cue import Cue, cue, made_up_of, words
from domain.conversation.plain_text import plain_text
from domain.plan.class_wishes import merged
from domain.plan.intent import ClassWish, KnownClass, PlanIntent
from domain.plan.read_intent import read_intent, with_missing
from domain.refine.numerals import NUMBER, NUMBER_EN
from domain.schedule.state import Locale
from domain.term.calendar import Term

Stance = Literal["yes", "no", "never"]

_YES: Final = (
    r"好(?:的|啊|呀|吧|嘞|哒|滴)*|行(?:的|吧|啊)?|可以(?:的|了)?|没问题|没错|对(?:的|啊)?|是(?:的|啊)?|嗯+|恩|同意|确认|确定|当然|成|中|ok(?:ay)?|okk?|yes|yep|yeah|yup|sure|fine"
    r"|right|correct|perfect|great|good|agreed?|exactly|absolutely|definitely|please\s+do|go\s+ahead|go\s+for\s+it|do\s+it|do\s+that|sounds?\s+(?:good|great|fine|right|perfect)|looks?\s+(?:good|fine|great|right)"
    r"|works?(?:\s+for\s+me)?|that\s+works|that's\s+(?:fine|good|right|ok|great|it)|that\s+is\s+(?:fine|good|right|ok)|no\s+problem|confirm(?:ed)?|as\s+(?:you\s+)?(?:proposed|suggested|said)"
    r"|就?(?:这样|这么|那样|那么)(?:排|定|办|安排|来)?(?:吧|就行|就好|好了)?|就?(?:按|照|依)(?:照)?(?:你|您)?(?:的|说的|建议的?|提议的?|这个|上面的?|方案)+(?:来|排|办|做|安排)?|听你的|你(?:决)?定|你看着办"
    r"|都行|都可以|随便|随意|无所谓|不错|挺好|很好|没意见|不用改|不变"
    r"|anything|whatever|up\s+to\s+you|you\s+(?:decide|choose)|(?:i\s+)?don't\s+(?:mind|care)|either|any"
)
_NO: Final = (
    r"不(?:对|是|行|好|可以|要|同意)?|不太?(?:对|行|好)|错了?"
    r"|no(?:pe)?|nah|not\s+(?:quite|really|that|this|like\s+that|good|right)|wrong|that's\s+(?:not\s+right|wrong)"
)
_NEVER: Final = (
    r"(?:还是)?算了(?:吧)?|(?:先|还是|就)?(?:不排|别排|不安排|不规划|不用排|不用|不做|不弄|不需要)了(?:吧)?|取消(?:吧|掉|规划|计划|安排)?|放弃|停(?:下|止)?(?:吧)?|当我没说|作罢|不排"
    r"|cancel(?:\s+(?:it|that|this|the\s+plan))?|never\s*mind|forget\s+(?:it|about\s+it|that)|stop|drop\s+it|leave\s+it|don't\s+(?:plan|bother)(?:\s+(?:it|anything|at\s+all))?|no\s+plan|abort"
)
_AROUND: Final = (
    r"那|就|嗯|哦|啊|呀|吧|了|的|都|这个?|方案|提议|建议|时间|日期|窗口|任务类?|课程?|它|我|觉得|看|也|给我|帮我|谢谢|多谢|麻烦|请|先|排|来|安排"
    r"|the|that|this|it|is|are|proposal|suggestion|plan|window|dates?|days?|class(?:es)?|with|me|i|think|for|please|thanks|thank\s+you|then|let's|just|so|all|by|to|be|would|will|use|take|keep|they"
)
_SAID: Final[dict[Stance, str]] = {"never": _NEVER, "yes": _YES, "no": _NO}
_STANCES: Final[dict[Stance, Cue]] = {stance: cue(rf"(?:{said})(?![a-z])") for stance, said in _SAID.items()}
_DOUBT: Final = re.compile(
    r"^\s*(?:嗯+|恩|啊|哈|ok|yes|right|huh|what|hm+)\s*[?？]|什么意思|啥意思|没看?懂|不懂|为什么|为啥"
    r"|\b(?:what\s+do\s+you\s+mean|what\s+does\s+that|don't\s+understand|why(?!\s+not))\b",
    re.IGNORECASE,
)
"""Words of somebody who asks back, beside which a yes is none."""
_FILLERS: Final = words(rf"(?:{_AROUND})(?![a-z])|\s+")
_CLAUSES: Final = re.compile(r"[,。;.!?、~]+(?!\d)|\bbut\b|不过|但是?", re.ASCII)
_LEADING: Final = re.compile(
    r"^\s*(?:不是?(?=改|换|从|只|就)|no(?=\s+(?:make|change|use|plan|only|from|it|i)\b))\s*", re.ASCII
)
_COURTESY: Final = re.compile(
    r"\s*(?:(?:thanks|thank\s+you|cheers|please|谢谢|多谢|辛苦|麻烦|感谢)[你您了啦啊]*\s*)+", re.ASCII
)
_BARE: Final = (
    (re.compile(rf"^\s*(?:就|排|要|给我)*({NUMBER}个?(?:周|星期|礼拜|天|个月))(?:吧|就行|就好|的)*\s*$"), r"未来\1"),
    (re.compile(rf"^\s*(?:just\s+|for\s+)*({NUMBER_EN})\s+(week|day|month)s?\s*$", re.ASCII), r"next \1 \2"),
    (re.compile(r"^\s*(?:just\s+|for\s+)*an?\s+(week|month)\s*$", re.ASCII), r"next 1 \1"),
)


def read_answer(
    answer: str, before: PlanIntent, term: Term, now: datetime, classes: Sequence[KnownClass], locale: Locale
) -> PlanIntent:
    """The intent as an answer to the question for what was missing leaves it.

    A yes takes the proposal; what the answer says otherwise goes before it, and the rest of the proposal stands. A no
    without anything else, and words that say nothing, leave missing what was; then the words are among the unread ones.

    Args:
        answer: the person's words.
        before: what the message, and earlier answers, came to.
        term, now, classes, locale: as for the message.
    """
    stances, rest = _heard(answer)
    if _DOUBT.search(answer):
        stances.discard("yes")
    if "never" in stances and not rest:
        return before.model_copy(update={"declined": True})
    if not rest:
        return before.settled() if "yes" in stances else before
    said = read_intent(rest, term, now, classes, locale)
    if not _says_anything(said):
        kept = before.model_copy(update={"unread": (*before.unread, *(said.unread or (answer.strip(),)))})
        return kept.settled() if "yes" in stances else kept
    return _joined(before, said)


def _heard(answer: str) -> tuple[set[Stance], str]:
    """The stances that clauses of an answer take, and the words of its other clauses."""
    stances: set[Stance] = set()
    rest: list[str] = []
    for clause in _CLAUSES.split(plain_text(answer)):
        stance = next((name for name, told in _STANCES.items() if made_up_of(clause, (told,), _FILLERS, True)), None)
        if stance is not None:
            stances.add(stance)
        elif clause.strip() and not _COURTESY.fullmatch(clause):
            rest.append(_whole(_LEADING.sub("", clause)))
    return stances, ",".join(rest)


def _whole(clause: str) -> str:
    """A clause that is a length alone (两周, "two weeks") is one from now on."""
    for pattern, form in _BARE:
        clause = pattern.sub(form, clause)
    return clause


def _says_anything(said: PlanIntent) -> bool:
    return bool(said.first or said.fault or said.unknown_classes or said.wishes or said.class_ids is not None)


def _joined(before: PlanIntent, said: PlanIntent) -> PlanIntent:
    """What was said last goes before what was said first; of the rest the proposal stands, unless it is faulty."""
    update: dict[str, object] = {
        "wishes": _wishes(before.wishes, said.wishes),
        "unread": (*before.unread, *said.unread),
        "fault": said.fault,
        "fault_words": said.fault_words,
        "unknown_classes": said.unknown_classes,
    }
    if said.first is not None or said.fault:
        update |= {"first": said.first, "last": said.last}
    elif before.fault:
        update |= {"fault": None, "fault_words": ""}
    if said.class_ids is not None or said.unknown_classes:
        update["class_ids"] = said.class_ids
    if said.unknown_classes:
        update["proposal_class_ids"] = said.proposal_class_ids
    both = with_missing(before.model_copy(update=update))
    faulty = {"window": bool(said.fault), "classes": bool(said.unknown_classes)}
    accepted = both.model_copy(update={"missing": tuple(name for name in both.missing if not faulty[name])}).settled()
    return accepted.model_copy(update={"missing": tuple(name for name in both.missing if faulty[name])})


def _wishes(first: Sequence[ClassWish], second: Sequence[ClassWish]) -> tuple[ClassWish, ...]:
    """A wish of each class, in the order in which they are first spoken of; the second has the last word."""
    found = {wish.class_id: wish for wish in first}
    for wish in second:
        found[wish.class_id] = merged(found[wish.class_id], wish) if wish.class_id in found else wish
    return tuple(found.values())
