"""The key of a machine's own user (rule CRED-9)."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import StackFailed, Unauthenticated
from runtime.local_key import local_key
from services.authenticate import key_principal
from services.issue_key import issue_key
from services.list_keys import list_keys
from services.revoke_key import revoke_key
from storage.engine import create_engine

NOW = datetime(2026, 9, 7, 8, 0, tzinfo=UTC)


@pytest.fixture
async def engine(database: str) -> AsyncIterator[AsyncEngine]:
    """Connections to an empty database."""
    engine = create_engine(database)
    yield engine
    await engine.dispose()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the key is kept; nothing is there yet."""
    return tmp_path / "key"


def _is_private_and_alone(file: Path) -> bool:
    return file.stat().st_mode & 0o777 == 0o600 and list(file.parent.iterdir()) == [file]


async def test_the_first_time_makes_a_key_and_the_next_ones_use_it(engine: AsyncEngine, file: Path) -> None:
    """The file has mode 0600, and no other is left beside it."""
    key = await local_key("local", engine, NOW, file)
    assert file.read_text() == f"{key}\n"
    assert _is_private_and_alone(file)
    assert [await local_key("local", engine, NOW + timedelta(days=n), file) for n in (0, 400)] == [key, key]
    assert (await key_principal(engine, key, NOW)).user_id == "local"
    assert len(await list_keys("local", engine)) == 1


@pytest.mark.parametrize("found", [b"", b"dw_", b"\xff\x00", b"x" * 100_000, b"dw_abcdefgh_" + b"s" * 43])
async def test_what_is_no_good_key_is_replaced(engine: AsyncEngine, file: Path, found: bytes) -> None:
    """Nothing, rubbish, or a key of another database."""
    file.write_bytes(found)
    file.chmod(0o600)
    key = await local_key("local", engine, NOW, file)
    assert (await key_principal(engine, key, NOW)).user_id == "local"
    assert file.read_text() == f"{key}\n"
    assert _is_private_and_alone(file)


async def test_a_revoked_key_is_replaced(engine: AsyncEngine, file: Path) -> None:
    """So that it can be changed by revoking it."""
    key = await local_key("local", engine, NOW, file)
    await revoke_key("local", engine, key, NOW)
    assert await local_key("local", engine, NOW, file) != key


async def test_a_key_of_somebody_else_is_left_good_and_replaced(engine: AsyncEngine, file: Path) -> None:
    """The file is for this owner's."""
    theirs = (await issue_key("you", engine, NOW)).text
    file.write_text(theirs)
    key = await local_key("local", engine, NOW, file)
    assert (await key_principal(engine, key, NOW)).user_id == "local"
    assert (await key_principal(engine, theirs, NOW)).user_id == "you"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620])
async def test_a_key_that_others_could_enter_is_revoked(engine: AsyncEngine, file: Path, mode: int) -> None:
    """Another one takes its place, in a private file."""
    key = await local_key("local", engine, NOW, file)
    file.chmod(mode)
    assert await local_key("local", engine, NOW, file) != key
    assert _is_private_and_alone(file)
    with pytest.raises(Unauthenticated, match="revoked"):
        await key_principal(engine, key, NOW)


async def test_processes_that_start_together_both_get_a_good_key(engine: AsyncEngine, file: Path) -> None:
    """One of the two stays in the file."""
    keys = await asyncio.gather(*(local_key("local", engine, NOW, file) for _ in range(2)))
    assert [(await key_principal(engine, key, NOW)).user_id for key in keys] == ["local", "local"]
    assert file.read_text().strip() in keys
    assert _is_private_and_alone(file)


async def test_a_file_that_cannot_be_written_is_told_in_a_sentence(engine: AsyncEngine, tmp_path: Path) -> None:
    """A folder in its place, or no folder around it."""
    for file, reason in ((tmp_path, "Is a directory"), (tmp_path / "no" / "key", "No such file or directory")):
        with pytest.raises(StackFailed, match=rf"the key file {file} cannot be used \({reason}\): remove it, or set"):
            await local_key("local", engine, NOW, file)
    assert list(tmp_path.iterdir()) == []
