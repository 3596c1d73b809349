"""Whom keys and cookies belong to (rules CRED-3, CRED-4 and CRED-6)."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import Unauthenticated
from services.authenticate import Principal, cookie_principal, key_principal
from services.issue_key import issue_key
from services.revoke_key import revoke_key
from services.secret_texts import new_key_text, new_token
from services.sign_in import LOGIN_LASTS, make_link, sign_in, sign_out

NOW = datetime(2026, 9, 7, 8, 0, tzinfo=UTC)
DAY = timedelta(days=1)
Ask = Callable[[AsyncEngine, str | None, datetime], Awaitable[Principal]]


async def _key(engine: AsyncEngine, expires_at: datetime | None = None) -> str:
    return (await issue_key("me", engine, NOW, expires_at=expires_at)).text


async def _cookie(engine: AsyncEngine) -> str:
    return (await sign_in(engine, (await make_link("me", engine, NOW)).token, NOW)).cookie


async def _refused(ask: Ask, engine: AsyncEngine, presented: str | None, at: datetime = NOW) -> str:
    with pytest.raises(Unauthenticated) as refusal:
        await ask(engine, presented, at)
    assert not presented or presented not in refusal.value.message
    return refusal.value.message.partition(":")[0]


async def test_a_key_without_expiry_is_good_for_ever(engine: AsyncEngine) -> None:
    """The principal names its user and the key."""
    issued = await issue_key("me", engine, NOW)
    far = NOW + 10_000 * DAY
    known = Principal("me", issued.record.id, "key", None, issued.record.prefix)
    assert await key_principal(engine, issued.text, far) == known


async def test_a_key_is_good_until_the_instant_it_expires(engine: AsyncEngine) -> None:
    """At that instant it is expired."""
    key = await _key(engine, NOW + DAY)
    principal = await key_principal(engine, key, NOW + DAY - timedelta(microseconds=1))
    assert principal.expires_at == NOW + DAY
    assert await _refused(key_principal, engine, key, NOW + DAY) == "the API key is expired"


async def test_a_login_is_good_for_thirty_days(engine: AsyncEngine) -> None:
    """The principal names its user and says that a cookie was presented."""
    cookie = await _cookie(engine)
    principal = await cookie_principal(engine, cookie, NOW + LOGIN_LASTS - timedelta(microseconds=1))
    assert (principal.user_id, principal.via, principal.expires_at) == ("me", "cookie", NOW + timedelta(days=30))
    assert await _refused(cookie_principal, engine, cookie, NOW + LOGIN_LASTS) == "the login is expired"


async def test_what_was_revoked_is_refused_also_when_it_is_expired_too(engine: AsyncEngine) -> None:
    """Revoked counts first."""
    issued, cookie = await issue_key("me", engine, NOW, expires_at=NOW + DAY), await _cookie(engine)
    await revoke_key("me", engine, issued.record.id, NOW)
    await sign_out(engine, cookie, NOW)
    for at in (NOW, NOW + 60 * DAY):
        assert await _refused(key_principal, engine, issued.text, at) == "the API key is revoked"
        assert await _refused(cookie_principal, engine, cookie, at) == "the login is revoked"


async def test_what_is_missing_or_unknown_is_refused(engine: AsyncEngine) -> None:
    """A text of the right form that was never given out, and texts of other forms, are alike."""
    for nothing in (None, ""):
        assert await _refused(key_principal, engine, nothing) == "the API key is missing"
        assert await _refused(cookie_principal, engine, nothing) == "the login is missing"
    for unknown in (new_key_text(), "dw_", "x" * 100_000, "\udcff", "a\0b"):
        assert await _refused(key_principal, engine, unknown) == "the API key is unknown"
    for unknown in (new_token(), "x", "\udcff"):
        assert await _refused(cookie_principal, engine, unknown) == "the login is unknown"


async def test_a_key_with_one_other_character_is_unknown(engine: AsyncEngine) -> None:
    """In its prefix as in its secret: nobody learns which part was right."""
    key = await _key(engine)
    for place in (3, 10, 12, 54):
        wrong = key[:place] + ("a" if key[place] != "a" else "b") + key[place + 1 :]
        assert await _refused(key_principal, engine, wrong) == "the API key is unknown"


async def test_one_kind_does_not_stand_for_another(engine: AsyncEngine) -> None:
    """A key is no cookie, a cookie no key, and the token of a link neither."""
    key, cookie, link = await _key(engine), await _cookie(engine), (await make_link("me", engine, NOW)).token
    for text in (key, link):
        assert await _refused(cookie_principal, engine, text) == "the login is unknown"
    for text in (cookie, link):
        assert await _refused(key_principal, engine, text) == "the API key is unknown"


async def test_a_refusal_says_what_to_do(engine: AsyncEngine) -> None:
    """It names the command that makes a key."""
    for ask in (key_principal, cookie_principal):
        with pytest.raises(Unauthenticated, match="`daywright key create`"):
            await ask(engine, None, NOW)
