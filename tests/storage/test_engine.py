"""Connections."""

import errno
from pathlib import Path

import pytest
from sqlalchemy import literal, select, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import InvalidInput
from storage.engine import OUTAGES, create_engine, is_outage


@pytest.mark.parametrize("scheme", ["postgresql+asyncpg", "postgresql", "postgres"])
async def test_takes_any_scheme_of_postgresql(database: str, scheme: str) -> None:
    """An address works whether it was written for a driver or for libpq."""
    engine = create_engine(database.replace("postgresql+asyncpg", scheme))
    async with engine.connect() as conn:
        assert await conn.scalar(text("SELECT 1")) == 1
    await engine.dispose()


@pytest.mark.parametrize("url", ["mysql://u:hunter2@host/db", "hunter2", "sqlite:///hunter2.db"])
def test_refuses_the_address_of_something_else_without_quoting_it(url: str) -> None:
    """An address may hold a password, so the message says only what was expected."""
    with pytest.raises(InvalidInput, match="expected postgresql://") as refusal:
        create_engine(url)
    assert "hunter2" not in refusal.value.message


async def test_waits_end(engine: AsyncEngine) -> None:
    """No statement, lock or idle transaction lasts for ever (rule DATA-5)."""
    async with engine.connect() as conn:
        for name in ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"):
            assert await conn.scalar(text(f"SHOW {name}")) not in ("0", None)


async def test_json_keeps_every_character(engine: AsyncEngine) -> None:
    """Chinese, an emoji and a quote survive a round trip."""
    value = {"text": '第5周 "任务" 🎓'}
    async with engine.connect() as conn:
        assert await conn.scalar(select(literal(value, JSONB))) == value


@pytest.mark.parametrize(
    ("error", "away"),
    [
        (ConnectionRefusedError(errno.ECONNREFUSED, "refused"), True),
        (ConnectionResetError("reset"), True),
        (OSError(errno.EHOSTUNREACH, "no route"), True),
        (TimeoutError("late"), True),
        (OSError(errno.ENAMETOOLONG, "AF_UNIX path too long"), False),
        (FileNotFoundError(errno.ENOENT, "no file"), False),
        (BlockingIOError(errno.EAGAIN, "no process left"), False),
    ],
)
def test_not_everything_that_the_system_refuses_is_an_outage(error: Exception, away: bool) -> None:
    """What it says of files and processes is none of the database's."""
    assert is_outage(error) is away


async def test_a_database_behind_a_socket_that_is_not_there_is_away(tmp_path: Path) -> None:
    """Though the system speaks of a file."""
    engine = create_engine(f"postgresql:///daywright?host={tmp_path}")
    with pytest.raises(OUTAGES) as refused:
        async with engine.connect():
            pass
    assert is_outage(refused.value)
    await engine.dispose()
