"""Connections to PostgreSQL."""

import json
from collections.abc import Mapping
from functools import partial

import asyncpg
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from domain.errors import InvalidInput

SESSION_SETTINGS = {
    "application_name": "daywright",
    "timezone": "UTC",
    "lock_timeout": "10s",
    "statement_timeout": "30s",
    "idle_in_transaction_session_timeout": "60s",
}
"""Server settings of every connection: nothing waits or holds a lock without an end."""


def create_engine(url: str, settings: Mapping[str, str] = SESSION_SETTINGS) -> AsyncEngine:
    """A pool of connections. ``url`` is any libpq address, with ``postgres``, ``postgresql`` or a driver as its scheme.

    Raises:
        InvalidInput: it is the address of something else; the message does not quote it, for it may hold a password.
    """
    # asyncpg reads the address itself, because it knows what SQLAlchemy does not: sslmode, several hosts, passfile.
    connect = partial(asyncpg.connect, _libpq_address(url), server_settings=dict(settings))
    return create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect,
        pool_size=10,
        max_overflow=10,
        pool_pre_ping=True,
        # The connection used last has its statements prepared.
        pool_use_lifo=True,
        json_serializer=partial(json.dumps, ensure_ascii=False),
    )


def _libpq_address(url: str) -> str:
    wanted = "expected postgresql://user:password@host:port/database"
    try:
        address = make_url(url)
    except ArgumentError:
        raise InvalidInput(f"the database address cannot be read: {wanted}") from None
    if address.get_backend_name() not in ("postgresql", "postgres"):
        raise InvalidInput(f"the database address starts with {address.drivername!r}: {wanted}")
    return address.set(drivername="postgresql").render_as_string(hide_password=False)
