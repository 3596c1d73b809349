"""What shall be where the plan has no room: nothing, or another place (rules HONEST-11 and HONEST-12)."""

import re
from typing import Final

_IF: Final = "(?:如果|要是|假如|若是?|万一)"
_DROP_ZH: Final = r"(?:算了|作罢|拉倒|[别不]用?[动挪移改搬]了?|不用了)(?:吧|了)?"
_DROP_EN: Final = (
    r"(?:forget\s+(?:about\s+)?it|never\s*mind|don['’]?t\s+bother|skip\s+it|don['’]?t\s+move\s+it"
    r"|leave\s+it(?:\s+(?:alone|as\s+it\s+is|where\s+it\s+is))?)"
)
_END: Final = r"(?=\s*(?:[，。；！,.;!]|$))"
_NO_ROOM_ZH: Final = (
    r"(?:那天|当天|那里|那边)?(?:实在|真的?|确实)?"
    r"(?:没(?:有)?(?:空位?|位置?|地方|时间)|[放排装]不下|不行|不可以|不可能|办不到|满了)(?:的话)?"
)
_NO_ROOM_EN: Final = (
    r"(?:if\s+(?:that(?:['’]s|\s+is)|it(?:['’]s|\s+is))?\s*(?:not\s+possible|impossible|full)"
    r"|if\s+there(?:['’]s|\s+is)\s+no\s+(?:room|space|time)(?:\s+(?:there|left))?"
    r"|if\s+(?:that|it)\s+(?:doesn['’]?t|does\s+not|can['’]?t|won['’]?t)\s+(?:work|fit)(?:\s+out)?|if\s+not(?:\s+possible)?|failing\s+that)"
)
_LET_BE: Final = re.compile(
    rf"[，；,;]\s*{_IF}?{_NO_ROOM_ZH}[，,]?(?:就|那就|则|那)\s*{_DROP_ZH}{_END}"
    rf"|[,;.]?\s*\b{_NO_ROOM_EN}\s*,?\s*(?:then\s+)?(?:just\s+)?(?:please\s+)?{_DROP_EN}{_END}",
    re.IGNORECASE | re.ASCII,
)
_UNLESS: Final = re.compile(
    rf"{_IF}(?P<zh>[^，。；,;]+?)(?:的话)?[，,]?(?:就|那就|则|那)\s*{_DROP_ZH}{_END}"
    rf"|\b(?:but\s+)?if\s+(?P<en>[^,;.]+?)\s*,?\s*(?:then\s+)?(?:just\s+)?(?:please\s+)?{_DROP_EN}{_END}",
    re.IGNORECASE | re.ASCII,
)
_ELSE: Final = re.compile(
    rf"[，；,;]\s*(?:{_IF}?{_NO_ROOM_ZH}|(?:要不|不然)(?:的话)?)[，,]?(?:就|那就|再|则|那)?(?:改|换)?(?:[放排挪移]?(?:到|去|在)?)"
    r"(?=[第本这下上周星礼0-9０-９])"
    rf"|[,;.]?\s*\b(?:(?:or\s+)?{_NO_ROOM_EN}|or\s+else|or\s+otherwise)\s*,?\s*(?:then\s+)?(?:please\s+)?(?:try\s+)?(?:(?:on|to)\s+)?"
    r"(?=(?:mon|tues|wednes|thurs|fri|satur|sun)day|week\s|next\s|this\s)",
    re.IGNORECASE | re.ASCII,
)


def unless_full(text: str) -> tuple[str, str]:
    """The text with "if Monday is full, forget it" as "unless Monday is full", and the words that said so.

    "If there is no room, forget it" only asks to try, and is left out (HONEST-11).
    """
    text = _LET_BE.sub("", text)
    found = _UNLESS.search(text)
    if found is None:
        return text, ""
    turned = f"除非{found['zh']}" if found["zh"] else f"unless {found['en']}"
    return text[: found.start()] + turned + text[found.end() :], found[0]


def unless_words(dropped: str) -> str:
    """The condition in words that say when something is to be let be."""
    found = _UNLESS.search(dropped)
    return "" if found is None else (found["zh"] or found["en"]).strip()


def first_choice(text: str) -> tuple[str, str]:
    """The text without the place to take where the first has no room, and the text with that place as a correction.

    The second is empty where no such place is said (HONEST-12).
    """
    found = _ELSE.search(text)
    if found is None:
        return text, ""
    stop = re.compile(r"[，。；！,.;!]|$").search(text, found.end())
    end = stop.start() if stop else len(text)
    turned = ", no, " if text[found.end() : end].isascii() else "，不对，"
    place = re.sub(r"(?:吧|也行|也可以|好了)+$", "", text[found.end() : end])
    return text[: found.start()] + text[end:], text[: found.start()] + turned + place + text[end:]
