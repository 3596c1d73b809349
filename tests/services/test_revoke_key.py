"""Listing and revoking keys (rules CRED-2, CRED-3 and CRED-5)."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import NotFound, Unauthenticated
from services.authenticate import key_principal
from services.issue_key import IssuedKey, issue_key
from services.list_keys import OwnedKey, list_keys, list_keys_of_everyone
from services.revoke_key import revoke_key, revoke_key_of_anyone

NOW = datetime(2026, 9, 7, 8, 0, tzinfo=UTC)
LATER = NOW + timedelta(days=1)
WAYS: list[Callable[[IssuedKey], str]] = [
    lambda key: key.record.id,
    lambda key: key.record.prefix,
    lambda key: key.text,
]


@pytest.fixture
async def issued(engine: AsyncEngine) -> IssuedKey:
    """A key of ``me``."""
    return await issue_key("me", engine, NOW)


async def test_keys_are_listed_for_one_and_for_everyone(engine: AsyncEngine) -> None:
    """Newest first, whoever owns them."""
    users = ("me", "you", "me")
    made = [
        OwnedKey(user, (await issue_key(user, engine, NOW, str(number))).record) for number, user in enumerate(users)
    ]
    everyone = sorted(made, key=lambda key: key.record.id, reverse=True)
    assert await list_keys_of_everyone(engine) == everyone
    assert await list_keys("me", engine) == [key for key in everyone if key.user_id == "me"]
    assert await list_keys("nobody", engine) == []


async def test_a_key_is_revoked_by_id_by_prefix_and_by_its_text(engine: AsyncEngine) -> None:
    """Each way by its user and by the operator."""
    for way in WAYS:
        mine, any_one = await issue_key("me", engine, NOW), await issue_key("me", engine, NOW)
        assert (await revoke_key("me", engine, way(mine), LATER)).record.id == mine.record.id
        assert (await revoke_key_of_anyone(engine, way(any_one), LATER)).record.id == any_one.record.id
        for key in (mine, any_one):
            with pytest.raises(Unauthenticated, match="revoked"):
                await key_principal(engine, key.text, NOW)


async def test_revoking_again_changes_nothing(engine: AsyncEngine, issued: IssuedKey) -> None:
    """The instant of the first time stays."""
    first = await revoke_key("me", engine, issued.record.id, NOW)
    assert await revoke_key("me", engine, issued.record.id, LATER) == first
    assert await revoke_key_of_anyone(engine, issued.record.id, LATER) == first
    assert (first.user_id, first.record.revoked_at) == ("me", NOW)


async def test_other_keys_stay_good(engine: AsyncEngine, issued: IssuedKey) -> None:
    """One of the same user too."""
    other = await issue_key("me", engine, NOW)
    await revoke_key("me", engine, other.record.prefix, NOW)
    assert (await key_principal(engine, issued.text, NOW)).user_id == "me"


async def test_a_key_of_somebody_else_does_not_exist(engine: AsyncEngine, issued: IssuedKey) -> None:
    """It stays good, and the message is that for a key that never was."""
    await issue_key("you", engine, NOW)
    for reference in (issued.record.id, issued.record.prefix, "dw_neverwas"):
        with pytest.raises(NotFound) as refusal:
            await revoke_key("you", engine, reference, NOW)
        assert refusal.value.message == f"key {reference!r} does not exist: `daywright key list` shows those that do"
    assert (await key_principal(engine, issued.text, NOW)).user_id == "me"


@pytest.mark.parametrize("cut", [12, 30, 55])
async def test_the_secret_of_an_unknown_key_is_not_repeated(engine: AsyncEngine, cut: int) -> None:
    """Whoever gives a whole key, or a piece of it, may have given a good one to the wrong database."""
    text = f"dw_neverwas_{'s' * 43}"
    with pytest.raises(NotFound) as refusal:
        await revoke_key_of_anyone(engine, text[:cut], NOW)
    assert refusal.value.message.startswith("key 'dw_neverwas' does not exist")


@pytest.mark.parametrize("reference", ["", "\udcff", "a\0b"])
async def test_any_reference_is_answered(engine: AsyncEngine, issued: IssuedKey, reference: str) -> None:
    """Also one that no database can hold."""
    with pytest.raises(NotFound, match="does not exist"):
        await revoke_key_of_anyone(engine, reference, NOW)
