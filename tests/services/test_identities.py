"""Names in other systems (rules MEMORY-20 to MEMORY-23)."""

import asyncio
import re
from datetime import UTC, datetime

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import Conflict, DaywrightError, InvalidInput, NotFound
from services.add_input import TypedText, add_input
from services.identities import identities_of, identities_of_everyone, link, resolve, unlink
from services.ingest_user_model import ingest
from services.memory_forms import Told
from services.user_snapshot import load_snapshot
from storage.inputs import list_inputs
from storage.tables import inputs, profiles, recall_items
from storage.users import ensure_user

AT = datetime(2026, 9, 28, 12, tzinfo=UTC)


@pytest.fixture
async def other(engine: AsyncEngine, owner: str) -> str:
    """Another person who is known."""
    async with engine.begin() as connection:
        await ensure_user("bob", connection)
    return "bob"


async def test_two_names_are_one_user(engine: AsyncEngine, owner: str) -> None:
    """What is told and posted under either is known of the one, and asked for by both it is the same."""
    await link(owner, engine, "wechat", "oABC:1", AT)
    await link(owner, engine, "campus", "20261234", AT)
    await ingest(owner, engine, Told.model_validate({"profile": {"a": 1}}), "wechat:oABC:1", AT, AT)
    await ingest(owner, engine, Told.model_validate({"profile": {"b": 2}}), "campus:20261234", AT, AT)
    for named in ("wechat:oABC:1", "campus:20261234", owner, None):
        await add_input(owner, engine, TypedText("x", "app", AT, named), AT)
    async with engine.connect() as connection:
        found = {named: await resolve(connection, owner, named) for named in ("wechat:oABC:1", "campus:20261234", None)}
        assert set(found.values()) == {owner}
        assert (await load_snapshot(owner, connection, AT)).profile == {"a": 1, "b": 2}
        assert len(await list_inputs(owner, connection, limit=9)) == 4


FOREIGN = ["wechat:nobody", "wechat:theirs", "bob", "wechat", ":", "wechat:", "We:x", "a:\x00", "课:x"]


async def test_a_name_of_nobody_and_one_of_somebody_else_are_told_alike(
    engine: AsyncEngine, owner: str, other: str
) -> None:
    """In the words for what does not exist, and nothing is stored for anybody."""
    await link(other, engine, "wechat", "theirs", AT)
    for named in FOREIGN:
        expected = re.escape(f"user {named!r} does not exist: check the id")
        with pytest.raises(NotFound, match=expected):
            await ingest(owner, engine, Told.model_validate({"profile": {"a": 1}}), named, AT, AT, "key")
        with pytest.raises(NotFound, match=expected):
            await add_input(owner, engine, TypedText("x", "app", AT, named), AT, "key")
    async with engine.connect() as connection:
        for table in (inputs, profiles, recall_items):
            assert await connection.scalar(select(func.count()).select_from(table)) == 0


async def test_a_name_stands_for_one_user(engine: AsyncEngine, owner: str, other: str) -> None:
    """Linked again it changes nothing; of two who are linked at one time one is, and only its user can be unlinked."""
    first = await link(owner, engine, "wechat", "x", AT)
    assert await link(owner, engine, "wechat", "x", datetime(2030, 1, 1, tzinfo=UTC)) == first
    with pytest.raises(Conflict, match="'wechat:x' stands for somebody else"):
        await link(other, engine, "wechat", "x", AT)
    outcomes = await asyncio.gather(
        *(link(user, engine, "wechat", "y", AT) for user in (owner, other)), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in outcomes) == ["Conflict", "OwnedIdentity"]
    assert len(await identities_of_everyone(engine)) == 2
    with pytest.raises(NotFound, match="'wechat:x' is no name of 'bob'"):
        await unlink(other, engine, "wechat", "x")
    await unlink(owner, engine, "wechat", "x")
    assert (await link(other, engine, "wechat", "x", AT)).user_id == other
    assert "x" not in [each.identity.subject for each in await identities_of(owner, engine)]


WRONG: list[tuple[str, str, str, type[DaywrightError], str]] = [
    ("ann", "WeChat", "x", InvalidInput, "the provider is 'WeChat'"),
    ("ann", "a:b", "x", InvalidInput, "the provider is 'a:b'"),
    ("ann", "wechat", "", InvalidInput, "the subject is ''"),
    ("ann", "wechat", "two words", InvalidInput, "the subject is 'two words'"),
    ("ann", "wechat", "x" * 256, InvalidInput, "the subject is 'xxx"),
    ("two words", "wechat", "x", InvalidInput, "'two words' is no user"),
    ("nobody", "wechat", "x", NotFound, "user 'nobody' does not exist"),
]


async def test_what_is_no_name_is_not_linked(engine: AsyncEngine, owner: str) -> None:
    """The message quotes what is wrong."""
    assert owner == "ann"
    for user, provider, subject, refusal, quoted in WRONG:
        with pytest.raises(refusal, match=quoted):
            await link(user, engine, provider, subject, AT)
    assert await identities_of_everyone(engine) == []
