"""Signing in and out (rules CRED-2, CRED-4 and CRED-6)."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import InvalidInput, Unauthenticated
from services.authenticate import cookie_principal
from services.secret_texts import new_token
from services.sign_in import SignedIn, make_link, sign_in, sign_out
from storage.engine import create_engine
from storage.tables import logins, metadata

NOW = datetime(2026, 9, 7, 8, 0, tzinfo=UTC)
MOMENT = timedelta(microseconds=1)


async def _logins(engine: AsyncEngine) -> int:
    async with engine.connect() as conn:
        return await conn.scalar(select(func.count()).select_from(logins)) or 0


async def test_a_link_signs_in_as_the_one_who_made_it(engine: AsyncEngine) -> None:
    """Who need not be known yet."""
    link = await make_link("me", engine, NOW)
    signed_in = await sign_in(engine, link.token, NOW + timedelta(minutes=1))
    assert signed_in.user_id == "me"
    assert signed_in.expires_at == NOW + timedelta(days=30, minutes=1)
    assert (await cookie_principal(engine, signed_in.cookie, NOW)).user_id == "me"


async def test_a_link_is_good_for_ten_minutes(engine: AsyncEngine) -> None:
    """To the last moment before; late it makes no login."""
    first, second = [await make_link("me", engine, NOW) for _ in range(2)]
    assert first.expires_at == NOW + timedelta(minutes=10)
    await sign_in(engine, first.token, first.expires_at - MOMENT)
    with pytest.raises(Unauthenticated, match="the sign-in link is expired: ask for a new one"):
        await sign_in(engine, second.token, second.expires_at)
    assert await _logins(engine) == 1


async def test_a_link_is_used_once(engine: AsyncEngine) -> None:
    """Used counts before expired."""
    link = await make_link("me", engine, NOW)
    await sign_in(engine, link.token, NOW)
    for at in (NOW, link.expires_at):
        with pytest.raises(Unauthenticated, match="the sign-in link is used: ask for a new one"):
            await sign_in(engine, link.token, at)
    assert await _logins(engine) == 1


async def test_of_many_uses_at_the_same_time_one_wins(database: str, engine: AsyncEngine) -> None:
    """From two processes, several times each: one login, and everybody else is told that the link is used."""
    link, elsewhere = await make_link("me", engine, NOW), create_engine(database)
    uses = [sign_in(pool, link.token, NOW) for pool in (engine, elsewhere) * 4]
    outcomes = await asyncio.gather(*uses, return_exceptions=True)
    await elsewhere.dispose()
    assert len([outcome for outcome in outcomes if isinstance(outcome, SignedIn)]) == 1
    assert len([outcome for outcome in outcomes if isinstance(outcome, Unauthenticated)]) == 7
    assert await _logins(engine) == 1


async def test_missing_and_unknown_links_are_refused(engine: AsyncEngine) -> None:
    """Without a word of what was presented."""
    for presented, word in ((None, "missing"), ("", "missing"), ("x", "unknown"), (new_token(), "unknown")):
        with pytest.raises(Unauthenticated) as refusal:
            await sign_in(engine, presented, NOW)
        assert refusal.value.message.startswith(f"the sign-in link is {word}: ")
        assert not presented or len(presented) == 1 or presented not in refusal.value.message


async def test_signing_out_ends_this_login_only(engine: AsyncEngine) -> None:
    """Again, or after it has expired, it changes nothing."""
    here, there = [await sign_in(engine, (await make_link("me", engine, NOW)).token, NOW) for _ in range(2)]
    for at in (NOW, NOW + timedelta(days=60)):
        await sign_out(engine, here.cookie, at)
    with pytest.raises(Unauthenticated, match="the login is revoked: sign in again"):
        await cookie_principal(engine, here.cookie, NOW)
    assert (await cookie_principal(engine, there.cookie, NOW)).user_id == "me"


async def test_an_unknown_login_cannot_be_signed_out(engine: AsyncEngine) -> None:
    """Nor a missing one."""
    for presented, word in ((None, "missing"), (new_token(), "unknown")):
        with pytest.raises(Unauthenticated, match=f"the login is {word}"):
            await sign_out(engine, presented, NOW)


async def test_tokens_are_nowhere_but_in_the_answers(engine: AsyncEngine) -> None:
    """No column of any table holds them, and no representation shows them."""
    link = await make_link("me", engine, NOW)
    signed_in = await sign_in(engine, link.token, NOW)
    async with engine.connect() as conn:
        stored = [str(row) for table in metadata.sorted_tables for row in await conn.execute(select(table))]
    for token, shown in ((link.token, repr(link)), (signed_in.cookie, repr(signed_in))):
        assert [row for row in [*stored, shown] if token in row] == []


async def test_what_is_no_user_gets_no_link(engine: AsyncEngine) -> None:
    """The message quotes it."""
    with pytest.raises(InvalidInput, match="'two words' is no user"):
        await make_link("two words", engine, NOW)
