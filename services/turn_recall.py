"""Load what a message needs before it is answered; nothing of it is waited for long (rules MEMORY-40 and MEMORY-41)."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, TypeVar

import structlog
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from domain.context.errors import TimeUnparseable
from domain.context.person.snapshot import UserSnapshot
from domain.context.plan.contract import ContextPlan
from domain.context.plan.planner import LONGEST_QUERY, make_plan
from domain.context.recall.item import RecallItem
from domain.context.when.find import find_times
from domain.conversation.asked_about import About, asked_about
from domain.conversation.recall_search import widened
from domain.conversation.recalled import facts_of, line_of, telling
from domain.schedule.state import Locale
from domain.turns.context import MOST_LINES, Part, TurnContext, bounded
from services.recall import recall
from services.user_snapshot import load_snapshot
from storage.hurry import hurry
from storage.json_texts import writable
from storage.memories import Memory, list_memories

MOST_SECONDS: Final = 2.0
"""How long all of it is waited for."""

_GRACE_SECONDS = 0.5
_MOST_ITEMS, _MOST_MEMORIES, _MOST_FACTS, _MOST_LIKED = 20, 200, 2, 3
_Read = TypeVar("_Read")
_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Asked:
    """A message, and when it was said.

    Attributes:
        own: id that the message itself has among what is recalled.
        at: when it was said, in the zone of the person.
        recalls: it asks for what was said, so that all must be looked at.
    """

    message: str
    own: str
    at: datetime
    locale: Locale
    recalls: bool = False


@dataclass(slots=True)
class Loaded:
    """What was loaded.

    Attributes:
        items: what recall found, the best first, without the message itself.
        about: what the message is about beside its time.
        impossible: the time that it names and that cannot be; empty where there is none.
        missing: what could not be loaded.
    """

    plan: ContextPlan | None = None
    items: tuple[RecallItem, ...] = ()
    about: tuple[About, ...] = ()
    snapshot: UserSnapshot | None = None
    impossible: str = ""
    missing: list[Part] = field(default_factory=list)


async def load_for_turn(owner: str, engine: AsyncEngine, asked: Asked) -> Loaded:
    """All that the plan of a message does not skip, as far as it can be had in time; it raises nothing."""
    loaded = Loaded()
    hurried = _Hurried(engine, loaded.missing, asyncio.get_running_loop().time() + MOST_SECONDS)
    _plan(asked, loaded)
    plan = loaded.plan
    if plan is None:
        return loaded
    needs = plan.context_needs
    if needs.user_snapshot != "SKIP" or asked.recalls:
        loaded.snapshot = await hurried.read("snapshot", lambda conn: load_snapshot(owner, conn, asked.at))
    if needs.temporal_recall != "SKIP" or needs.memory_retrieval != "SKIP" or asked.recalls:
        search = widened(plan, loaded.about) if asked.recalls else plan
        found = await hurried.read(
            "recall", lambda conn: recall(owner, conn, search, asked.at, _MOST_ITEMS, [asked.own])
        )
        loaded.items = () if found is None else found.items
    if asked.recalls:
        kept = await hurried.read("memories", lambda conn: list_memories(owner, conn, limit=_MOST_MEMORIES))
        loaded.items = _beside(loaded.items, kept or [])
    return loaded


@dataclass(slots=True)
class _Hurried:
    """Reads, each in a transaction of its own, that together must be done by a moment of the loop's clock."""

    engine: AsyncEngine
    missing: list[Part]
    until: float

    async def read(self, part: Part, read: Callable[[AsyncConnection], Awaitable[_Read]]) -> _Read | None:
        """What is read; None where it is not had in time, which is noted."""
        left = self.until - asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(max(left, 0) + _GRACE_SECONDS), self.engine.connect() as connection:
                await hurry(connection, left)
                return await read(connection)
        except Exception as error:
            # Whatever is wrong here, a message is answered without it rather than not at all. A traceback would hold
            # its words, and take longer to write than the step may be silent.
            _log.warning("context not loaded", part=part, problem=_named(error))
            self.missing.append(part)
            return None


def _named(error: BaseException) -> str:
    """The kinds of an error and of what caused it, without their words."""
    cause = error.__cause__
    return type(error).__name__ if cause is None else f"{type(error).__name__} from {_named(cause)}"


def _plan(asked: Asked, loaded: Loaded) -> None:
    query = asked.message[:LONGEST_QUERY]
    try:
        loaded.plan = make_plan(query, asked.at, asked.locale)
        loaded.about = asked_about(query, asked.at, asked.locale)
    except TimeUnparseable:
        loaded.impossible = find_times(query, asked.at, asked.locale).impossible[0].text
        loaded.missing.append("plan")
    except Exception as error:
        # As above: a message that no plan can be made of is a message still.
        _log.warning("context not planned", problem=_named(error))
        loaded.missing.append("plan")


def _beside(items: tuple[RecallItem, ...], memories: list[Memory]) -> tuple[RecallItem, ...]:
    """What recall found, then what else is remembered: few words of a question stand in what somebody told."""
    known = {item.id for item in items}
    kept = (_item(memory) for memory in memories)
    return (*items, *(item for item in kept if item.id not in known))


def _item(memory: Memory) -> RecallItem:
    return RecallItem(
        id=f"memory_v2:{memory.id}",
        source="memory_v2",
        target_type=memory.kind,
        text=memory.text,
        mention_at=memory.learned_at,
        event_at=None,
        importance=memory.importance,
        status="done" if memory.status == "done" else "open",
        score=0,
    )


def context_of(loaded: Loaded, asked: Asked) -> TurnContext:
    """What of it goes into the turn (rules MEMORY-42 and MEMORY-43)."""
    known, chosen = loaded.snapshot, _chosen(loaded)
    facts = () if known is None else facts_of(known)[:_MOST_FACTS]
    liked = () if known is None else tuple(one.text for one in known.remembered[:_MOST_LIKED])
    said = tuple(line_of(item, asked.at, asked.locale).removeprefix("- ") for item in chosen)
    lines = bounded([writable(line) for line in (*facts, *liked, *said)])
    room = MOST_LINES - len(facts) - len(liked)
    return TurnContext(
        needs=None if loaded.plan is None else loaded.plan.context_needs,
        hits=len(loaded.items),
        items=tuple(item.id for item in chosen[:room]),
        lines=lines,
        snapshot=bool(facts or liked),
        missing=tuple(loaded.missing),
    )


def _chosen(loaded: Loaded) -> tuple[RecallItem, ...]:
    """Items that may help: those with a word of the message, or all where it must recall and has none."""
    if loaded.plan is None:
        return ()
    needs = loaded.plan.context_needs
    is_needed = "REQUIRED" in (needs.temporal_recall, needs.memory_retrieval)
    return telling(loaded.items, loaded.about) if loaded.about or is_needed else ()
