"""Load what a message needs, before it is answered and where a prompt quotes it (rules MEMORY-40 to MEMORY-43)."""

from dataclasses import dataclass, field
from datetime import datetime

import structlog

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
from services.turn_reads import TurnReads, named
from services.user_snapshot import load_snapshot
from storage.json_texts import writable
from storage.memories import Memory, list_memories

_MOST_ITEMS, _MOST_MEMORIES, _MOST_FACTS, _MOST_LIKED = 20, 200, 2, 3
_SNAPSHOT_SECONDS = 1.0
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


async def load_for_turn(owner: str, reads: TurnReads, asked: Asked) -> Loaded:
    """All that the plan of a message does not skip, as far as it can be had in time; it raises nothing."""
    loaded = Loaded(missing=reads.missing)
    _plan(asked, loaded, reads)
    plan = loaded.plan
    if plan is None:
        return loaded
    needs = plan.context_needs
    if needs.user_snapshot != "SKIP" or asked.recalls:
        loaded.snapshot = await reads.read(
            "snapshot", lambda conn: load_snapshot(owner, conn, asked.at), _SNAPSHOT_SECONDS
        )
    if needs.temporal_recall != "SKIP" or needs.memory_retrieval != "SKIP" or asked.recalls:
        search = widened(plan, loaded.about) if asked.recalls else plan
        found = await reads.read("recall", lambda conn: recall(owner, conn, search, asked.at, _MOST_ITEMS, [asked.own]))
        loaded.items = () if found is None else found.items
    if asked.recalls:
        kept = await reads.read("memories", lambda conn: list_memories(owner, conn, limit=_MOST_MEMORIES))
        loaded.items = _beside(loaded.items, kept or [])
    return loaded


def _plan(asked: Asked, loaded: Loaded, reads: TurnReads) -> None:
    query = asked.message[:LONGEST_QUERY]
    try:
        loaded.plan = make_plan(query, asked.at, asked.locale)
        loaded.about = asked_about(query, asked.at, asked.locale)
    except TimeUnparseable:
        loaded.impossible = find_times(query, asked.at, asked.locale).impossible[0].text
        reads.note("plan")
    except Exception as error:
        # As above: a message that no plan can be made of is a message still.
        _log.warning("context not planned", problem=named(error))
        reads.note("plan")


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


def context_of(loaded: Loaded) -> TurnContext:
    """What of it goes into the turn (rule MEMORY-42)."""
    facts, liked = _of_person(loaded)
    return TurnContext(
        needs=None if loaded.plan is None else loaded.plan.context_needs,
        hits=len(loaded.items),
        items=tuple(item.id for item in _chosen(loaded)[: MOST_LINES - len(facts) - len(liked)]),
        snapshot=bool(facts or liked),
        missing=tuple(loaded.missing),
    )


async def recalled_again(owner: str, reads: TurnReads, asked: Asked, context: TurnContext) -> tuple[str, ...]:
    """What went into a turn, as lines for a prompt: as it is now, without what was forgotten since (MEMORY-43).

    Args:
        asked: the message of the turn.
        context: what was noted of it when the message was read.
    """
    if not context.items and not context.snapshot:
        return ()
    loaded = await load_for_turn(owner, reads, asked)
    facts, liked = _of_person(loaded) if context.snapshot else ((), ())
    found = {item.id: item for item in loaded.items}
    still = (found[item_id] for item_id in context.items if item_id in found)
    said = (line_of(item, asked.at, asked.locale).removeprefix("- ") for item in still)
    return bounded([writable(line) for line in (*facts, *liked, *said)])


def _of_person(loaded: Loaded) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What programs told of the person, and what they like, as far as it goes into a turn."""
    known = loaded.snapshot
    if known is None:
        return (), ()
    return facts_of(known)[:_MOST_FACTS], tuple(one.text for one in known.remembered[:_MOST_LIKED])


def _chosen(loaded: Loaded) -> tuple[RecallItem, ...]:
    """Items that may help: those with a word of the message, or all where it must recall and has none."""
    if loaded.plan is None:
        return ()
    needs = loaded.plan.context_needs
    is_needed = "REQUIRED" in (needs.temporal_recall, needs.memory_retrieval)
    return telling(loaded.items, loaded.about) if loaded.about or is_needed else ()
