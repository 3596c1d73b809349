"""Memories that tell of the same thing otherwise (rule MEMORY-53)."""

from typing import Final

from domain.conversation.cue import words
from domain.conversation.plain_text import plain_text

_TELLS: Final = (
    words(
        r"^(?P<of>(?:我|咱)[^,。;!叫是在]{0,10}?)(?:的名字)?(?:就|都|现在|已经|其实)*"
        r"(?P<how>名?叫做?|改名叫|姓|是|住在|换成了?|改成了?)(?P<what>[^,。;!]{1,40})"
    ),
    words(
        r"^(?P<of>my\s+(?:\w+\s+){0,3}?\w+?)(?:'s\s+name)?\s*(?P<how>\s(?:is|are)(?:\s+(?:now\s+)?(?:called|named))?)\s+"
        r"(?P<what>[^,.;!]{1,60})"
    ),
    words(r"^(?P<of>i)\s+(?P<how>live|study|work)\s+(?:in|at|for)\s+(?P<what>[^,.;!]{1,60})"),
)


def tells_otherwise(one: str, other: str) -> bool:
    """Whether both say what somebody's something is, such as a name, and not the same."""
    mine, theirs = _told(one), _told(other)
    if mine is None or theirs is None:
        return False
    return mine[0] == theirs[0] and mine[1] != theirs[1]


def _told(text: str) -> tuple[str, str] | None:
    """What a text speaks of, and what it says of it."""
    plain = plain_text(text).strip(" .!。！")
    found = next((match for pattern in _TELLS if (match := pattern.search(plain))), None)
    if found is None:
        return None
    of, how = found["of"].replace("的", "").strip(), found["how"].strip()
    # 我是学生 and 我是素食者 hold both.
    if of in ("我", "咱", "我们") and how in ("是", "换成", "换成了", "改成", "改成了"):
        return None
    named = "名" if how in ("叫", "叫做", "名叫", "改名叫") or "名字" in found[0] or "name" in found[0] else ""
    kind = named or (how if of in ("我", "i") else "")
    return f"{of}|{'名' if 'called' in how else kind}", found["what"].strip()
