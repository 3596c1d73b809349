"""What was agreed before anything moves, and the way to get there (rules CONTRACT-1 to CONTRACT-4)."""

import re
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Goal = Literal["move", "spread", "group", "avoid"]
MOST_STEPS = 6
Line = Annotated[str, Field(min_length=1, max_length=120)]


_ORDER = "(?:顺序|次序|先后)"
_HELD_ORDER = re.compile(
    rf"(?:不要|别|不能|不可以?|不许|不准|勿|避免|不)再?(?:打乱|弄乱|搞乱|改变|改动|颠倒|变动?|动)[^，。；]{{0,8}}{_ORDER}"
    rf"|{_ORDER}[^，。；]{{0,4}}(?:不变|不动|不要变|别变|不能变|不能乱|别乱|不要乱|不要动|别动|要?保持)"
    rf"|(?:保持|维持|保留|按照?|照)(?:原来|原有|原|现有|任务)?(?:的)?{_ORDER}"
    r"|\b(?:keep|keeping|preserve|maintain|respect)\b[^,.;]{0,30}\border\b"
    r"|\b(?:don['’]?t|do\s+not|without|never)\s+(?:break|break\w*|chang\w*|shuffl\w*|alter\w*|mix\w*|disturb\w*|mess\w*)"
    r"[^,.;]{0,20}\border\b",
    re.IGNORECASE | re.ASCII,
)
_NEED_NOT = re.compile(
    r"(?:不用|不必|不需要|无需|别|不要|不)再?$|\b(?:no\s+need\s+to|don['’]?t\s+(?:have\s+to|need\s+to)?|do\s+not|need\s+not|not)\s+"
    r"(?:have\s+to\s+|need\s+to\s+)?$",
    re.IGNORECASE | re.ASCII,
)


class Contract(BaseModel):
    """An answer to: what does the person want?

    Attributes:
        goal: ``spread`` evenly, ``group`` by class, ``avoid`` sections or days, or ``move`` for all else.
        keep_order: tasks of one class keep their order.
        release: the words of the message that give the order free; without them it is kept.
        held: the words of the message that forbid to give it free.
        strategy: one sentence for people.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    goal: Goal = "move"
    keep_order: bool = True
    release: Annotated[str, Field(max_length=200)] = ""
    held: Annotated[str, Field(max_length=200)] = ""
    strategy: Annotated[str, Field(max_length=300)] = ""


class Plan(BaseModel):
    """An answer to: in which steps?

    Attributes:
        steps: one sentence each.
        batch_allowed: the plan says in words that two tasks may be moved at once.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    steps: Annotated[tuple[Line, ...], Field(min_length=1, max_length=MOST_STEPS)]
    batch_allowed: bool = False


def bound_contract(answer: Contract, message: str) -> Contract:
    """The answer as far as the message bears it out: order is released only by words that stand there (CONTRACT-2)."""
    held = held_order(message)
    if not held and (answer.keep_order or (answer.release and answer.release in message)):
        return answer.model_copy(update={"held": ""})
    return answer.model_copy(update={"keep_order": True, "release": "", "held": held})


def held_order(message: str) -> str:
    """The words of a message that want the order kept, where it has such (CONTRACT-6)."""
    found = (each for each in _HELD_ORDER.finditer(message) if not _NEED_NOT.search(message[: each.start()]))
    return next((each[0][:200] for each in found), "")
