"""Words that a message takes back and says anew (rule HONEST-3)."""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from domain.refine.token import Kind, Token

Reader = Callable[[str], Sequence[Token]]

_MOST: Final = 8
_FAMILIES: Final[dict[Kind, str]] = {
    **dict.fromkeys(("days", "dates", "span", "stretch", "amid", "limit"), "days"),
    **dict.fromkeys(("ratio", "count"), "amount"),
    "weeks": "weeks",
    "sections": "sections",
    "named": "named",
    "shift": "shift",
}
_MARK: Final = re.compile(
    r"(?:[，。、；！…,.;!\s—–-]|\.\.)+(?:(?:哦|噢|啊|呃|额|嗯|哎呀?|诶|等等|等一下)[，、,\s…。]*)*"
    r"(?:不对|错了|说错了?|搞错了|写错了|口误|更正一?下?|纠正一?下?|我是说|我的意思是|我想说的是|应该是|应该说|准确地?说|算了|等等|等一下"
    r"|不如|还是(?!要|得|不)|改成|改为|(?:不是|不不?)(?=[，、,\s]))[，、,：:。\s]*(?:(?:还是|应该是?|改成|改为|我是说|是|换成)[，,]?)*"
    r"|(?:[,.;!…—–-]|\s-)\s*(?:\b(?:oh|uh|um|er|hmm*|oops|ah|and)\b[,\s.…]*)*"
    r"(?:\b(?:no\s*[,.:;—–-]|no(?=\s+wait\b)|nope\b|w?oops\b|my\s+bad\b|sorry\b|pardon\b|wait\b|actually\b|rather\b(?!\s+than)|i\s+mean(?:t)?\b(?:\s+to\s+say\b)?"
    r"|or\s+rather\b|make\s+(?:that|it)\b|scratch\s+that\b|correction\b|on\s+second\s+thoughts?\b|better\b|let['’]?s\s+(?:say|make\s+it)\b)"
    r"[,.:;—–\s-]*)+",
    re.IGNORECASE | re.ASCII,
)
_TAKEN_BACK: Final = re.compile(
    r"[，。；！,.;!\s—–-](?:哦|噢|啊|呃|嗯|唉|oh|hm+)?[，,\s]*"
    r"(算了(?:吧|了)?(?:[，,]?(?:别|不用|不要|不)(?:动|挪|移|改|弄|管)?(?:它们?|了)?)?|当我没说(?:过)?|不用(?:挪|移|改|动|弄)?了|取消吧"
    r"|never\s*mind(?:\s+(?:that|it|all\s+that))?|forget\s+(?:it|that|about\s+it|what\s+i\s+said)|scratch\s+that"
    r"|(?:actually|no|on\s+second\s+thoughts?)\s*,?\s+(?:leave|keep)\s+(?:it|everything|them|all)(?:\s+all)?\s+as\s+(?:it|they)\s+(?:is|are))"
    r"\s*(?:吧|了|啊|please)?[。.!！\s]*$",
    re.IGNORECASE | re.ASCII,
)
_GOES_ON: Final = re.compile(
    r"^(\s*[a-z]{0,8})\s*[,，]\s*(?=(?:from|to|on|onto|in|at)\b|[挪移搬调换改放排到往])", re.IGNORECASE | re.ASCII
)
_BREAK: Final = re.compile(r"[，。；！？,;!?]|\.(?!\d)|$")


def corrected(text: str, read: Reader) -> str:
    """The message with what it takes back, up to eight times, replaced by what it says instead; the last word wins.

    Args:
        text: the message.
        read: finds the tokens of a text.
    """
    place = 0
    for _ in range(_MOST):
        found = _MARK.search(text, place)
        if found is None:
            break
        after = _replaced(text, found.start(), found.end(), read(text))
        place = found.end() if after is None else found.start()
        text = text if after is None else after
    return text


def taken_back(text: str) -> str:
    """The words at the end of a message that take all of it back; empty where there are none."""
    found = _TAKEN_BACK.search(text)
    return found[1] if found else ""


def _replaced(text: str, start: int, end: int, tokens: Sequence[Token]) -> str | None:
    """The text with the correction made; None where the mark corrects nothing."""
    anew = list(_said_anew(text, end, tokens))
    if not anew or not _stands_alone(text, anew[-1].end, tokens):
        return None
    turned = any(token.kind == "to" and end <= token.start < anew[0].start for token in tokens)
    old = _said_before(tokens, start, {_FAMILIES[token.kind] for token in anew}, turned)
    if not old:
        return None
    first, last = old[0].start, old[-1].end
    kept, rest = text[last:start].strip(" ,，、；;。.…—–-"), text[anew[-1].end :]
    kept, rest = "" if rest.startswith(kept) else kept, _GOES_ON.sub(r"\1 ", rest)
    joint = " " if kept[:1].isascii() and kept[:1].isalnum() else ""
    return text[:first] + text[anew[0].start : anew[-1].end] + joint + kept + rest


def _said_anew(text: str, end: int, tokens: Sequence[Token]) -> Iterator[Token]:
    """The places, names or amounts right behind a mark, before the next break."""
    stop = _BREAK.search(text, end)
    behind = [token for token in tokens if end <= token.start < (stop.start() if stop else len(text))]
    begun = False
    for token in behind:
        if token.kind in _FAMILIES:
            begun = True
            yield token
        elif begun or token.kind in ("not", "complaint", "hold", "break", "except"):
            return


def _stands_alone(text: str, end: int, tokens: Sequence[Token]) -> bool:
    """Whether what follows goes on with the sentence, rather than to say something of the place just named."""
    stop = _BREAK.search(text, end)
    behind = [token for token in tokens if end <= token.start < (stop.start() if stop else len(text))]
    return not any(token.kind in ("not", "complaint", "hold") for token in behind)


def _said_before(tokens: Sequence[Token], start: int, families: set[str], turned: bool) -> list[Token]:
    """The last words of the same sort before a mark; behind a direction, if what replaces them is."""
    before = [token for token in tokens if token.end <= start]
    turns = [token.start for token in before if token.kind in ("to", "on", "doing", "where")]
    if turned and not turns:
        return []
    before = [token for token in before if not turned or token.start > turns[0]]
    fitting = [token for token in before if _FAMILIES.get(token.kind) in families]
    if not fitting:
        places = [token for token in before if _FAMILIES.get(token.kind) in ("days", "weeks", "sections")]
        fitting = places if families & {"days", "weeks"} else []
    return _run(before, fitting)


def _run(before: Sequence[Token], fitting: Sequence[Token]) -> list[Token]:
    """The last of the fitting tokens, and those right before it."""
    run: list[Token] = []
    for token in reversed(before):
        if token in fitting:
            run.insert(0, token)
        elif run:
            break
    return run
