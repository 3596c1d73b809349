"""A reset deletes what a stack has made, and nothing else."""

import errno
import os
from pathlib import Path

import pytest

from domain.errors import Conflict, DataFolderInUse, StackFailed
from runtime.data.reset import contents, delete_data
from runtime.embedded.folder_lock import FolderLock
from runtime.settings import Settings
from tests.runtime.data.contents import files_in


@pytest.fixture
def folder(settings: Settings) -> Path:
    """A data folder with data and keys of its own, and a file of somebody else."""
    for name in ("postgres/data/base/1", "temporal/temporal.db", "api/api.log", "local.key", "backups/a.backup"):
        path = settings.data_dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    (settings.data_dir / "thesis.txt").write_text("precious")
    return settings.data_dir


def test_what_a_stack_made_goes_and_the_rest_stays(folder: Path, settings: Settings, said: list[str]) -> None:
    """Also what an earlier reset or an interrupted write has left."""
    (folder / ".deleted-x").mkdir()
    (folder / ".local.key.x").write_text("half")
    done = delete_data(settings, said.append)
    assert [path.name for path in folder.iterdir()] == ["thesis.txt"]
    assert [path.name for path in done.foreign] == ["thesis.txt"]
    assert {path.name for path in done.ours} >= {"postgres", "temporal", "api", "local.key", "backups", ".deleted-x"}


def test_links_are_removed_and_not_followed(folder: Path, settings: Settings, tmp_path: Path, said: list[str]) -> None:
    """Neither where an entry is one nor where one lies deeper."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "precious").write_text("precious")
    (folder / "api" / "link").symlink_to(elsewhere)
    (folder / "worker").symlink_to(elsewhere)
    delete_data(settings, said.append)
    assert (elsewhere / "precious").read_text() == "precious"
    assert [path.name for path in folder.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("part", ["postgres/postgresql.lock", "temporal/temporal.lock"])
def test_a_folder_that_something_runs_on_is_refused(
    folder: Path, settings: Settings, said: list[str], part: str
) -> None:
    """Nothing was deleted."""
    lock = FolderLock.acquire(folder / part)
    assert lock is not None
    before = files_in(folder)
    with pytest.raises(DataFolderInUse, match="is running: stop `daywright dev`"):
        delete_data(settings, said.append)
    assert files_in(folder) == before
    lock.release()


def test_a_database_of_ones_own_is_not_touched(folder: Path, settings: Settings, said: list[str]) -> None:
    """Nor is the folder then: which of the two is meant would be a guess."""
    before = files_in(folder)
    with pytest.raises(Conflict, match="a reset never touches a database of your own server"):
        delete_data(settings.model_copy(update={"database_url": "postgresql://x"}), said.append)
    assert files_in(folder) == before


def test_looking_changes_nothing(folder: Path, settings: Settings, said: list[str]) -> None:
    """What would be deleted can be told before anybody agrees to it."""
    before = files_in(folder)
    assert [path.name for path in contents(settings, said.append).ours] == [
        *("api", "backups", "local.key", "postgres", "temporal"),
    ]
    assert files_in(folder) == before


def test_a_missing_folder_holds_nothing_and_is_not_made(settings: Settings, said: list[str]) -> None:
    """There is nothing to delete."""
    done = delete_data(settings, said.append)
    assert (done.ours, done.foreign) == ((), ())
    assert not settings.data_dir.exists()


def test_what_cannot_be_deleted_is_named(
    folder: Path, settings: Settings, said: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the system's reason."""

    def refuse(path: Path, _: Path) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(StackFailed, match=r"/api cannot be deleted \(Permission denied\)"):
        delete_data(settings, said.append)
