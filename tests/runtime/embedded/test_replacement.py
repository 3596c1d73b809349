"""Data are exchanged so that a cut at any moment leaves one of the two whole."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from runtime.embedded.postgres import PostgresServer
from runtime.embedded.replacement import finish_replacement, holds_data, replace_data, set_aside, staging_folder


class Killed(BaseException):
    """The process was killed at this point."""


def made(folder: Path, mark: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "PG_VERSION").write_text(mark)
    return folder


def kept(folder: Path) -> str:
    return (folder / "data" / "PG_VERSION").read_text()


def dying_at(call: int, real: Callable[..., None]) -> Callable[..., None]:
    calls = iter(range(call))

    def step(*arguments: object, **options: object) -> None:
        if next(calls, None) is None:
            raise Killed
        real(*arguments, **options)

    return step


def test_new_data_take_the_place_of_old_ones(tmp_path: Path) -> None:
    """And of none; nothing else is left."""
    for mark in ("first", "second"):
        replace_data(tmp_path, made(staging_folder(tmp_path) / "data", mark))
        staging_folder(tmp_path)
        assert kept(tmp_path) == mark
        assert [path.name for path in tmp_path.iterdir()] == ["data"]


@pytest.mark.parametrize("call", range(3))
def test_a_cut_between_any_two_renames_leaves_old_or_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: list[str], call: int
) -> None:
    """The next start finishes what was begun, and says so where the data changed by it."""
    made(tmp_path / "data", "old")
    new = made(staging_folder(tmp_path) / "data", "new")
    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", dying_at(call, os.rename))
        with pytest.raises(Killed):
            replace_data(tmp_path, new)
    assert holds_data(tmp_path)
    finish_replacement(tmp_path, said.append)
    assert kept(tmp_path) == ("old" if call < 2 else "new")
    assert len(said) == (1 if call == 2 else 0)
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


async def test_a_server_starts_on_data_whose_replacement_was_cut_short(tmp_path: Path, said: list[str]) -> None:
    """It does not take the folder for an empty one."""
    server = PostgresServer(tmp_path, said.append, durable=False)
    await server.start()
    connection = await server.connect()
    await connection.execute("CREATE TABLE kept ()")
    await connection.close()
    await server.stop()
    (tmp_path / "data").rename(tmp_path / "data.restored")
    made(tmp_path / "data.replaced", "18")
    await server.start()
    connection = await server.connect()
    assert await connection.fetchval("SELECT to_regclass('kept') IS NOT NULL")
    await connection.close()
    await server.stop()
    assert said == ["A restore was cut short: it is complete now."]
    assert not (tmp_path / "data.replaced").exists()


def test_files_set_aside_are_gone_after_the_work_and_back_after_a_failure(tmp_path: Path) -> None:
    """Other files are not touched."""
    names = ["temporal.db", "temporal.db-wal"]
    for name in (*names, "temporal.log"):
        (tmp_path / name).write_text(name)
    with suppress(ZeroDivisionError), set_aside(tmp_path, "temporal.db*"):
        assert not (tmp_path / "temporal.db").exists()
        raise ZeroDivisionError
    assert {path.name for path in tmp_path.iterdir()} == {*names, "temporal.log"}
    for expected in (True, False):
        with set_aside(tmp_path, "temporal.db*") as any_file:
            assert any_file is expected
    assert {path.name for path in tmp_path.iterdir()} == {"temporal.log"}
