"""What a message wants, what of it is to be remembered, and whether it asks for what was said (MEMORY-44 to 48)."""

from dataclasses import dataclass
from typing import Final

from domain.conversation.cue import Kind
from domain.conversation.memory_request import Forget, Remember, read_memory, told_of_oneself
from domain.conversation.recall_question import asks_to_recall
from domain.conversation.routing import Context, Routing, route_by_cues, weighed

_NEVER: Final[tuple[Kind, ...]] = ("reminder", "cancel", "confirm")
_DEEDS: Final[tuple[Kind, ...]] = ("plan", "refine")


@dataclass(frozen=True, slots=True)
class Heard:
    """What a message was taken for.

    Attributes:
        routing: its kind is ``memory`` where the message is about ``memory`` alone.
        memory: what shall be remembered or forgotten; beside a plan or a change what is remembered by the way.
        recalls: it asks for what was said, or for what is known of its person.
    """

    routing: Routing
    memory: Remember | Forget | None = None
    recalls: bool = False

    @property
    def is_loud(self) -> bool:
        """Whether it is about what was or shall be remembered, in words that can mean nothing else."""
        return self.recalls or (self.routing.kind == "memory" and self.memory is not None and _is_loud(self.memory))


def hear(message: str, context: Context) -> Heard:
    """What a message is taken for; any text is taken for something."""
    cued = route_by_cues(message, context)
    if cued.kind in _NEVER:
        return Heard(weighed(cued, message, context))
    wish = read_memory(message)
    if wish is not None and _is_meant(wish, cued, context):
        return Heard(Routing("memory", wish.evidence, (cued.kind,)), wish)
    recalls = asks_to_recall(message) if _may_ask(cued) else ()
    if recalls:
        return Heard(Routing("question", recalls[:1], cued.also), recalls=True)
    routing = weighed(cued, message, context)
    return Heard(routing, told_of_oneself(message) if routing.kind in _DEEDS else None)


def _is_meant(wish: Remember | Forget, routing: Routing, context: Context) -> bool:
    """Whether the message is about remembering alone, whatever words for another kind it has (rule MEMORY-47)."""
    is_loud = _is_loud(wish)
    match routing.kind:
        case "answer":
            return is_loud
        case "plan":
            return routing.leans
        case "refine":
            is_all = isinstance(wish, Forget) or not wish.beside
            return is_loud or (is_all and not context.preview)
        case _:
            return True


def _is_loud(wish: Remember | Forget) -> bool:
    return wish.of_me if isinstance(wish, Forget) else wish.strength == "outright"


def _may_ask(routing: Routing) -> bool:
    return routing.kind in ("question", "plain", "answer", "refine") or routing.leans
