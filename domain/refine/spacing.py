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
    kinds = ((character, unicodedata.category(character)) for character in text)
    kept = ((character, kind) for character, kind in kinds if kind not in _NOTHING)
    plain = "".join(" " if kind[0] == "Z" or kind == "Cc" else character for character, kind in kept)
    return _AT_CHINESE.sub("", re.sub(r" +", " ", plain)).strip()
