"""Whether only what is open, or only what is done, is asked for (rule CONTEXT-24)."""

import re
from typing import Literal

Status = Literal["any", "open", "done"]

_OPEN = re.compile(
    r"未完成|没完成|没做完|没有完成|没有做完|还没|没做|还剩|剩下的|尚未|没交"
    r"|\b(?:unfinished|not done|not finished|still open|still to do|left to do|outstanding|incomplete)\b"
)
_DONE = re.compile(r"已完成|完成了|做完了|搞定了|已经(?:做|完成|交)|\b(?:finished|completed|done)\b")
_WHETHER = re.compile(
    r"(?:完成|做完|搞定)了?[吗么没嘛]|有没有|是不是"
    r"|\b(?:is|are|was|were|have|has)\b.*\b(?:finished|completed|done)\b"
)


def status_of(masked: str) -> Status:
    """Open or done where one of them is asked for; whether something is done asks for either.

    Args:
        masked: the folded query with its times blotted out.
    """
    if _OPEN.search(masked):
        return "open"
    return "done" if _DONE.search(masked) and not _WHETHER.search(masked) else "any"
