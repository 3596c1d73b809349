"""What was loaded for a message before it was answered, without its words (rules MEMORY-40 to MEMORY-43)."""

from collections.abc import Sequence
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, model_validator

from domain.context.plan.contract import ContextNeeds
from domain.events import StageEvent

MOST_LINES: Final = 12
LONGEST_LINE: Final = 160

Part = Literal["zone", "plan", "snapshot", "recall", "memories"]


class TurnContext(BaseModel):
    """The context of a turn.

    Attributes:
        needs: what the message was taken to need; None where no plan could be made. The same message, moment and zone
            give the same plan again.
        hits: how many items recall found.
        items: ids of the items that went in, the most telling first.
        snapshot: whether the profile and the preferences of the person went in.
        missing: what could not be loaded; the turn goes on without it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    needs: ContextNeeds | None = None
    hits: int = 0
    items: tuple[str, ...] = ()
    snapshot: bool = False
    missing: tuple[Part, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _without_words(cls, told: Any) -> Any:
        """Rows of old have the lines of a prompt as well."""
        return {name: value for name, value in told.items() if name != "lines"} if isinstance(told, dict) else told


def context_event(context: TurnContext) -> StageEvent:
    """What those who watch the turn are told of it: ids and numbers, not a word of the person (rule MEMORY-42)."""
    data: dict[str, Any] = {
        "needs": None if context.needs is None else context.needs.model_dump(mode="json"),
        "hits": context.hits,
        "items": list(context.items),
        "snapshot": context.snapshot,
        "missing": list(context.missing),
    }
    return StageEvent(stage="turn.context", data=data)


def bounded(texts: Sequence[str]) -> tuple[str, ...]:
    """The first of the texts as lines of a context: each on one line, none of them empty or twice."""
    on_one_line = (" ".join(text.split()) for text in texts)
    cut = (text if len(text) <= LONGEST_LINE else f"{text[: LONGEST_LINE - 1]}…" for text in on_one_line if text)
    return tuple(dict.fromkeys(cut))[:MOST_LINES]
