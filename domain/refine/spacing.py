"""White space in requests and names, which carries no meaning (rule SLICE-17)."""

import re
import unicodedata

_CHINESE = r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]"
_AT_CHINESE = re.compile(rf"(?<={_CHINESE}) | (?={_CHINESE})")

_NOTHING = ("Cf", "Cs")


def spaced(text: str) -> str:
    """The text with one space for any run of white space and control characters, and none beside Chinese ones.

    Formatting characters and halves of a pair of surrogates are left out.
    """
    return _AT_CHINESE.sub("", evenly(text)).strip()


def evenly(text: str) -> str:
    """The same with its spaces beside Chinese characters, as people are told their own words."""
    kinds = ((character, unicodedata.category(character)) for character in text)
    kept = ((character, kind) for character, kind in kinds if kind not in _NOTHING)
    plain = "".join(" " if kind[0] == "Z" or kind == "Cc" else character for character, kind in kept)
    return re.sub(r" +", " ", plain).strip()


def as_said(quote: str, said: str, most: int) -> str:
    """A quotation with the spaces that it has in what was said; as it is where it does not stand there.

    Args:
        quote: words of ``spaced(said)``.
        said: what the person said, evenly spaced.
        most: so many characters may be told.
    """
    if quote in said:
        return quote
    letters = "".join(quote.split())
    found = re.search(r"\s*".join(map(re.escape, letters)), said) if letters else None
    told = found[0] if found else " ".join(quote.split())
    return told if len(told) <= most else quote
