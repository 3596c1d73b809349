"""Tell whom a key or a login belongs to (rules CRED-3 and CRED-4)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeVar

from sqlalchemy.ext.asyncio import AsyncEngine

from services.secret_texts import API_KEY, LOGIN, SecretKind
from storage.api_keys import ApiKeyRecord, KeyScope, find_api_key
from storage.logins import LoginRecord, find_login

Record = TypeVar("Record", ApiKeyRecord, LoginRecord)


@dataclass(frozen=True, slots=True)
class Principal:
    """Who asks, and by which credential.

    Attributes:
        credential_id: of the key or login; ``daywright_key`` is notified with it when it is revoked.
        expires_at: from when on it is good no more; None where it never expires.
        actor: how people are told who it was: the visible prefix of a key, or ``login``.
        scope: of a service's key it opens the routes for services only (rule PREP-24).
    """

    user_id: str
    credential_id: str
    via: Literal["key", "cookie"]
    expires_at: datetime | None
    actor: str
    scope: KeyScope = "person"


async def key_principal(engine: AsyncEngine, presented: str | None, now: datetime) -> Principal:
    """Whom a key belongs to.

    Raises:
        Unauthenticated: it is missing, unknown, expired or revoked.
    """
    digest = API_KEY.digest(presented)
    async with engine.connect() as connection:
        owner, record = _lasting(API_KEY, await find_api_key(connection, digest), now)
    return Principal(owner, record.id, "key", record.expires_at, record.prefix, record.scope)


async def cookie_principal(engine: AsyncEngine, presented: str | None, now: datetime) -> Principal:
    """Whom the login of a cookie belongs to.

    Raises:
        Unauthenticated: it is missing, unknown, expired or signed out.
    """
    digest = LOGIN.digest(presented)
    async with engine.connect() as connection:
        owner, record = _lasting(LOGIN, await find_login(connection, digest), now)
    return Principal(owner, record.id, "cookie", record.expires_at, "login")


def _lasting(kind: SecretKind, found: tuple[str, Record] | None, now: datetime) -> tuple[str, Record]:
    """The owner and the credential, if it is known and still good."""
    if found is None:
        raise kind.refusal("unknown")
    _, record = found
    if record.revoked_at is not None:
        raise kind.refusal("revoked")
    if record.expires_at is not None and record.expires_at <= now:
        raise kind.refusal("expired")
    return found
