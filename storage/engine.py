"""Connections to PostgreSQL."""

import asyncio
import errno
import json
import ssl
import time
from collections.abc import Mapping
from functools import partial
from typing import Any

import asyncpg
from sqlalchemy import event, select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, DisconnectionError
from sqlalchemy.exc import TimeoutError as PoolTimeout
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

OUTAGES: tuple[type[Exception], ...] = (
    DBAPIError,
    PoolTimeout,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    OSError,
    TimeoutError,
)
"""What may be raised while the database is away; ``is_outage`` tells whether it is."""

_IDLE_SECONDS = 1.0
_USED_AT = "used_at"
_NETWORK = {errno.ENETDOWN, errno.ENETUNREACH, errno.EHOSTDOWN, errno.EHOSTUNREACH}
_AWAY = (
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.QueryCanceledError,
    asyncpg.LockNotAvailableError,
    asyncpg.InterfaceError,
    ConnectionError,
    ssl.SSLError,
)


class DatabaseUnreachable(ConnectionError):
    """No connection to the database can be made; its cause is what the system says."""


def create_engine(url: str, settings: Mapping[str, str] = SESSION_SETTINGS) -> AsyncEngine:
    """A pool of connections. ``url`` is any libpq address, with ``postgres``, ``postgresql`` or a driver as its scheme.

    Raises:
        InvalidInput: it is the address of something else; the message does not quote it, for it may hold a password.
    """
    # asyncpg reads the address itself, because it knows what SQLAlchemy does not: sslmode, several hosts, passfile.
    connect = partial(_connected, _libpq_address(url), dict(settings))
    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect,
        pool_size=10,
        max_overflow=10,
        # The connection used last has its statements prepared.
        pool_use_lifo=True,
        json_serializer=partial(json.dumps, ensure_ascii=False),
    )
    event.listen(engine.sync_engine, "checkin", _note_use)
    event.listen(engine.sync_engine, "checkout", _ping_if_idle)
    return engine


async def _connected(address: str, settings: dict[str, str]) -> asyncpg.Connection:
    try:
        return await asyncpg.connect(address, server_settings=settings)
    except OSError as error:
        # Of the system's errors only those met here speak of the database, unless they name the network.
        if isinstance(error, ConnectionError | TimeoutError | ValueError):
            raise
        raise DatabaseUnreachable(str(error)) from error


async def answers(engine: AsyncEngine, within_seconds: float) -> bool:
    """Whether the database answers in time."""
    try:
        async with asyncio.timeout(within_seconds), engine.connect() as connection:
            await connection.execute(select(1))
    except OUTAGES:
        return False
    return True


def is_outage(error: BaseException) -> bool:
    """Whether the database did not answer, or not in time; a statement that it refuses is something else, and so is
    what the system says of files and processes."""
    if isinstance(error, DBAPIError):
        cause = error.orig.__cause__ if error.orig else None
        return error.connection_invalidated or (cause is not None and is_outage(cause))
    # A value that does not fit its column is an InterfaceError too, and a ValueError besides.
    if isinstance(error, ValueError):
        return False
    return isinstance(error, (*_AWAY, PoolTimeout, TimeoutError)) or getattr(error, "errno", None) in _NETWORK


def _note_use(_connection: Any, record: Any) -> None:
    record.info[_USED_AT] = time.monotonic()


def _ping_if_idle(connection: Any, record: Any, _proxy: Any) -> None:
    """A connection that served a moment ago is up; asking each time would double the round trips of a read."""
    if time.monotonic() - record.info.get(_USED_AT, 0.0) < _IDLE_SECONDS:
        return
    try:
        connection.ping()
    except Exception as error:
        raise DisconnectionError("the connection was lost while it was idle") from error


def _libpq_address(url: str) -> str:
    wanted = "expected postgresql://user:password@host:port/database"
    try:
        address = make_url(url)
    except ArgumentError:
        raise InvalidInput(f"the database address cannot be read: {wanted}") from None
    if address.get_backend_name() not in ("postgresql", "postgres"):
        raise InvalidInput(f"the database address starts with {address.drivername!r}: {wanted}")
    return address.set(drivername="postgresql").render_as_string(hide_password=False)
