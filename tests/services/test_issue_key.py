"""Issuing keys (rules CRED-1, CRED-2 and CRED-5)."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import InvalidInput
from services.authenticate import key_principal
from services.issue_key import issue_key
from services.list_keys import OwnedKey, list_keys
from services.secret_texts import new_key_text
from storage.tables import metadata

NOW = datetime(2026, 9, 7, 8, 0, tzinfo=UTC)


async def test_a_new_key_is_good_for_its_user_who_need_not_be_known(engine: AsyncEngine) -> None:
    """Its text begins with its prefix, and opens what its user owns."""
    expiry = NOW + timedelta(days=90)
    issued = await issue_key("me", engine, NOW, "laptop 笔记本", expiry)
    record = issued.record
    assert (record.name, record.created_at, record.expires_at, record.revoked_at) == (
        "laptop 笔记本",
        NOW,
        expiry,
        None,
    )
    assert issued.text.startswith(f"{record.prefix}_")
    principal = await key_principal(engine, issued.text, NOW)
    assert (principal.user_id, principal.credential_id) == ("me", record.id)
    assert await list_keys("me", engine) == [OwnedKey("me", record)]


async def test_the_secret_is_nowhere_but_in_the_answer(engine: AsyncEngine) -> None:
    """No column of any table holds it, and no representation shows it."""
    issued = await issue_key("me", engine, NOW)
    async with engine.connect() as conn:
        stored = [str(row) for table in metadata.sorted_tables for row in await conn.execute(select(table))]
    secret = issued.text.removeprefix(issued.record.prefix)
    assert any(issued.record.prefix in row for row in stored)
    assert [row for row in stored if secret in row] == []
    assert secret not in repr(issued)


async def test_a_prefix_that_is_taken_is_drawn_again(engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second key gets another one, and both are good."""
    first, other = new_key_text(), new_key_text()
    texts = iter([first, first[:11] + other[11:], other])
    monkeypatch.setattr("services.issue_key.new_key_text", lambda: next(texts))
    issued = [await issue_key(user, engine, NOW) for user in ("me", "you")]
    assert [key.text for key in issued] == [first, other]
    owners = [(await key_principal(engine, key.text, NOW)).user_id for key in issued]
    assert owners == ["me", "you"]


@pytest.mark.parametrize("user", ["", "two words", "x" * 65, "我", "a\nb", "\udcff"])
async def test_what_is_no_user_is_quoted(engine: AsyncEngine, user: str) -> None:
    """And nothing is stored."""
    with pytest.raises(InvalidInput) as refusal:
        await issue_key(user, engine, NOW)
    assert refusal.value.message.startswith(f"{user!r} is no user")


@pytest.mark.parametrize("name", ["x" * 101, "a\nb", "a\0b", "\udcff"])
async def test_a_name_that_no_list_could_show_is_quoted(engine: AsyncEngine, name: str) -> None:
    """And nothing is stored."""
    with pytest.raises(InvalidInput) as refusal:
        await issue_key("me", engine, NOW, name)
    assert refusal.value.message.startswith(f"the name of the key is {name!r}")
    assert await list_keys("me", engine) == []


async def test_the_longest_name_and_user_are_accepted(engine: AsyncEngine) -> None:
    """The checks of code and database agree on their ends."""
    issued = await issue_key("~" * 64, engine, NOW, "笔" * 100)
    assert issued.record.name == "笔" * 100


@pytest.mark.parametrize("ago", [timedelta(0), timedelta(days=1)])
async def test_a_key_cannot_be_made_expired(engine: AsyncEngine, ago: timedelta) -> None:
    """The message quotes the instant."""
    with pytest.raises(InvalidInput, match=r"the key would be expired since 2026-09-0.T08:00:00\+00:00: choose"):
        await issue_key("me", engine, NOW, expires_at=NOW - ago)
