"""Making terms (rules EDGE-20 and EDGE-23)."""

from datetime import date

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import IdempotencyKeyReused, NotFound
from domain.term.calendar import Term
from services.delete_term import delete_term
from services.make_term import make_term
from storage.schedule import load_occupants
from storage.terms import list_terms, raise_version

TERM = Term(first_monday=date(2026, 8, 31), weeks=18, zone="Europe/Berlin")


async def test_a_term_is_made_empty(engine: AsyncEngine, owner: str) -> None:
    """With a timetable of version 1."""
    made = await make_term(owner, engine, TERM)
    assert (made.term, made.timetable_version) == (TERM, 1)
    async with engine.connect() as conn:
        assert await list_terms(owner, conn, limit=9) == [made]
        assert await load_occupants(owner, conn, made.id) == {}


async def test_a_key_makes_one_term_and_shows_it_as_it_is_now(engine: AsyncEngine, owner: str) -> None:
    """Another term needs another key; without one each request makes a term."""
    made = await make_term(owner, engine, TERM, "k")
    async with engine.begin() as conn:
        await raise_version(owner, conn, made.id)
    again = await make_term(owner, engine, TERM, "k")
    assert (again.id, again.timetable_version) == (made.id, 2)
    with pytest.raises(IdempotencyKeyReused):
        await make_term(owner, engine, TERM.model_copy(update={"weeks": 17}), "k")
    assert (await make_term(owner, engine, TERM)).id != made.id


async def test_a_key_does_not_bring_back_what_was_removed(engine: AsyncEngine, owner: str) -> None:
    """It is not found, as an object that was removed."""
    made = await make_term(owner, engine, TERM, "k")
    await delete_term(owner, engine, made.id, 1)
    with pytest.raises(NotFound, match=made.id):
        await make_term(owner, engine, TERM, "k")


async def test_a_person_who_is_not_known_makes_nothing(engine: AsyncEngine) -> None:
    """The message quotes the id."""
    for key in (None, "k"):
        with pytest.raises(NotFound, match="user 'nobody' does not exist"):
            await make_term("nobody", engine, TERM, key)
