"""What was agreed before anything moves, and the way to get there (rules CONTRACT-1 to CONTRACT-4)."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Goal = Literal["move", "spread", "group", "avoid"]
MOST_STEPS = 6
Line = Annotated[str, Field(min_length=1, max_length=120)]


class Contract(BaseModel):
    """An answer to: what does the person want?

    Attributes:
        goal: ``spread`` evenly, ``group`` by class, ``avoid`` sections or days, or ``move`` for all else.
        keep_order: tasks of one class keep their order.
        release: the words of the message that give the order free; without them it is kept.
        strategy: one sentence for people.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    goal: Goal = "move"
    keep_order: bool = True
    release: Annotated[str, Field(max_length=200)] = ""
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
    if answer.keep_order or (answer.release and answer.release in message):
        return answer
    return answer.model_copy(update={"keep_order": True, "release": ""})
