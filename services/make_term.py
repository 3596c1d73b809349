"""Make a term in which nothing stands yet."""

from sqlalchemy.ext.asyncio import AsyncEngine

from domain.term.calendar import Term
from services.once import id_once
from services.ulids import ascending_ulids
from storage.terms import TermRecord, insert_term, load_term


async def make_term(owner: str, engine: AsyncEngine, term: Term, idempotency_key: str | None = None) -> TermRecord:
    """A new, empty term; the one made before where the key says so (rules EDGE-20 and EDGE-23).

    Raises:
        IdempotencyKeyReused: the key came with another term before.
        InvalidInput: the key is empty or too long.
        NotFound: no such owner, or the term made before has been removed.
    """
    [new_id] = ascending_ulids(1)
    async with engine.begin() as conn:
        term_id = await id_once(owner, conn, "make_term", idempotency_key, term, new_id)
        if term_id == new_id:
            await insert_term(owner, conn, term_id, term)
        return await load_term(owner, conn, term_id)
