"""Messages from which something was learned, taken out of recall once that is forgotten (rule MEMORY-24)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import delete, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from domain.context.recall.terms import plain_of, terms_of
from storage.recall_items import place_lexeme
from storage.recall_search import tsquery
from storage.refusals import not_found, refusing
from storage.tables import learned_messages, recall_items

_SHORTEST = 4
"""Of so many characters a text is looked for in other messages: shorter ones stand in what tells something else."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message stands."""

    session_id: str
    seq: int

    @property
    def ref(self) -> str:
        """Its name in recall."""
        return f"{self.session_id}:{self.seq}"


async def note_learned(owner: str, conn: AsyncConnection, memory_id: str, place: Place) -> None:
    """Note that a message told what a memory holds; a message that is noted already is passed over.

    Raises:
        NotFound: this owner has no such session or memory.
    """
    refusals = {
        "fk_learned_messages_session_id": not_found("session", place.session_id),
        "fk_learned_messages_memory_id": not_found("memory", memory_id),
    }
    noting = insert(learned_messages).values(
        user_id=owner, session_id=place.session_id, seq=place.seq, memory_id=memory_id
    )
    async with refusing(conn, refusals):
        await conn.execute(noting.on_conflict_do_nothing())


async def take_out(owner: str, conn: AsyncConnection, memory_id: str) -> None:
    """Take the messages that told a memory out of recall, for good."""
    table = learned_messages.c
    mine = (table.user_id == owner, table.memory_id == memory_id)
    taken = update(learned_messages).where(*mine).values(memory_id=None).returning(table.session_id, table.seq)
    places = [Place(session_id, seq) for session_id, seq in await conn.execute(taken)]
    await _unkept(owner, conn, places)


async def take_out_words(owner: str, conn: AsyncConnection, words: str) -> None:
    """Take messages out of recall, for good, that hold some words whole; none where these are fewer than four
    characters."""
    plain = plain_of(words)
    if len(plain) < _SHORTEST:
        return
    table = recall_items.c
    terms = text("terms @@ CAST(:terms AS tsquery)").bindparams(
        terms=tsquery([tuple(sorted(terms_of(words)))], place_lexeme(owner, "chat"))
    )
    query = select(table.session_id, table.ref, table.text).where(table.user_id == owner, table.source == "chat", terms)
    found = [(session_id, ref) for session_id, ref, said in await conn.execute(query) if plain in plain_of(said)]
    places = [Place(session_id, int(ref.rpartition(":")[2])) for session_id, ref in found if session_id]
    await take_out_messages(owner, conn, places)


async def take_out_messages(owner: str, conn: AsyncConnection, places: Sequence[Place]) -> None:
    """Take messages out of recall, for good.

    Raises:
        NotFound: this owner has no such session.
    """
    if not places:
        return
    refusals = {"fk_learned_messages_session_id": not_found("session", places[0].session_id)}
    rows = [{"user_id": owner, "session_id": each.session_id, "seq": each.seq} for each in places]
    noting = insert(learned_messages).values(rows)
    keys = ["user_id", "session_id", "seq"]
    async with refusing(conn, refusals):
        await conn.execute(noting.on_conflict_do_update(index_elements=keys, set_={"memory_id": None}))
    await _unkept(owner, conn, places)


async def _unkept(owner: str, conn: AsyncConnection, places: Iterable[Place]) -> None:
    refs = [place.ref for place in places]
    table = recall_items.c
    if refs:
        mine = (table.user_id == owner, table.source == "chat", table.ref.in_(refs))
        await conn.execute(delete(recall_items).where(*mine))


async def taken_out(owner: str, conn: AsyncConnection, session_id: str) -> list[int]:
    """The numbers of the messages of a session that recall leaves out."""
    table = learned_messages.c
    mine = (table.user_id == owner, table.session_id == session_id, table.memory_id.is_(None))
    return list((await conn.execute(select(table.seq).where(*mine))).scalars())
