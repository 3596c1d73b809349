"""Remember what was said in a turn, and find what shall be forgotten (rules MEMORY-46 to MEMORY-49)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from domain.conversation.asked_about import asked_about, fits
from domain.conversation.memory_conflict import tells_otherwise
from domain.conversation.memory_request import Forget, Remember, importance_of
from domain.conversation.plain_text import plain_text
from domain.conversation.recalled_words import say
from domain.conversation.short_ids import short_end
from domain.refine.prompts.facts import cut, on_one_line
from domain.schedule.state import Locale
from services.memories import remember
from storage.json_texts import writable
from storage.learned_messages import Place, note_learned, take_out_messages
from storage.memories import Memory, NewMemory, list_memories

_MOST_LOOKED_AT: Final = 500
_MOST_SHOWN: Final = 5
_MOST_OTHERWISE: Final = 3
_LONGEST: Final = 120


@dataclass(frozen=True, slots=True)
class Told:
    """What a person is told, and the ids of the memories it speaks of."""

    text: str
    rows: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SaidIn:
    """Where and when something was said.

    Attributes:
        seq: number of the message in the log.
        at: in the zone of the person.
    """

    session_id: str
    seq: int
    at: datetime
    locale: Locale


async def remember_said(
    owner: str, connection: AsyncConnection, wish: Remember, said: SaidIn, by_the_way: bool
) -> Told:
    """Remember it in the transaction of the caller, once: what is remembered in the same words already is only named.

    Args:
        by_the_way: it was said beside something else that is done.

    Raises:
        NotFound: no such owner, or no such session of theirs.
    """
    known = await list_memories(owner, connection, limit=_MOST_LOOKED_AT)
    before = next((memory for memory in known if _same(memory.text, wish.text) and memory.status == "active"), None)
    new = NewMemory(
        text=wish.text,
        kind=wish.kind,
        importance=importance_of(wish),
        origin="chat",
        session_id=said.session_id,
        learned_at=said.at,
    )
    memory = before or await remember(owner, connection, new, zone=said.at.tzinfo)
    await note_learned(owner, connection, memory.id, Place(said.session_id, said.seq))
    if before is not None and by_the_way:
        return Told("")
    key = "remembered.before" if before else _key(wish, by_the_way)
    end = short_end(memory.id, [each.id for each in known])
    how = _kept(wish, memory.text, said.locale) + say(said.locale, "how", id=end)
    told = say(said.locale, key, text=_shown(memory.text), id=end, how=how)
    return Told("\n".join([told, *_otherwise(memory, known, said.locale)]), (_row(memory),))


def _otherwise(memory: Memory, known: list[Memory], locale: Locale) -> list[str]:
    """What was remembered otherwise before, with the commands for it (rule MEMORY-53)."""
    ids = [memory.id, *(each.id for each in known)]
    others = [each for each in known if each.status == "active" and tells_otherwise(memory.text, each.text)]
    return [
        say(locale, "remembered.otherwise", id=short_end(each.id, ids), text=_shown(each.text))
        for each in others[:_MOST_OTHERWISE]
    ]


def _kept(wish: Remember, text: str, locale: Locale) -> str:
    """How much of it is remembered, where that cannot be seen; empty where all of it is shown."""
    if wish.left_out:
        return say(locale, "kept.part", left_out=wish.left_out, kept=len(text))
    return say(locale, "kept.whole", kept=len(text)) if len(text) > _LONGEST else ""


def _key(wish: Remember, by_the_way: bool) -> str:
    if by_the_way:
        return "noted"
    return "remembered.duty" if wish.strength == "duty" else "remembered"


async def tell_how_to_forget(owner: str, connection: AsyncConnection, wish: Forget, said: SaidIn) -> Told:
    """The memories that are meant, and the command that forgets them; none is forgotten (rule MEMORY-48).

    The order itself is no answer to what is asked later, and is taken out of recall (rule MEMORY-24).

    Raises:
        NotFound: no such session of theirs.
    """
    await take_out_messages(owner, connection, [Place(said.session_id, said.seq)])
    known = await list_memories(owner, connection, limit=_MOST_LOOKED_AT)
    meant = _meant(known, wish, said)
    if not meant:
        return Told(say(said.locale, "forget.none" if known else "forget.empty", about=_shown(wish.about)))
    shown = meant[:_MOST_SHOWN]
    ids = [memory.id for memory in known]
    lines = [
        say(said.locale, "forget.line", id=short_end(memory.id, ids), text=_shown(memory.text)) for memory in shown
    ]
    if len(meant) > len(shown):
        lines.append(say(said.locale, "more", count=len(meant) - len(shown)))
    return Told(say(said.locale, "forget", lines="\n".join(lines)), tuple(map(_row, shown)))


def _meant(known: list[Memory], wish: Forget, said: SaidIn) -> list[Memory]:
    """Those that say the words, else those that have most of them; all where nothing is named."""
    if not wish.about:
        return known
    whole = plain_text(wish.about)
    exact = [memory for memory in known if whole in plain_text(memory.text)]
    about = asked_about(wish.about, said.at, said.locale)
    rated = [(fits(memory.text, about), memory) for memory in known]
    best = max((number for number, _ in rated), default=0)
    return exact or [memory for number, memory in rated if number and number == best]


def _same(one: str, other: str) -> bool:
    return plain_text(one).strip(" .!。！") == plain_text(other).strip(" .!。！")


def _row(memory: Memory) -> str:
    return f"memory_v2:{memory.id}"


def _shown(text: str) -> str:
    return writable(cut(on_one_line(text), _LONGEST))
