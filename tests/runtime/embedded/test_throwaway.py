"""Temporary data folders and what killed owners leave (rule STACK-11)."""

import tempfile
from pathlib import Path

import pytest

from runtime.embedded.folder_lock import FolderLock
from runtime.embedded.throwaway import throwaway_folder


@pytest.fixture(autouse=True)
def _own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.fixture
def abandoned(tmp_path: Path) -> Path:
    """What an owner leaves that is killed: the lock files are there and nobody holds them."""
    folder = tmp_path / "daywright-abandoned"
    (folder / "postgres" / "data").mkdir(parents=True)
    for lock in ("owner.lock", "postgres/postgresql.lock"):
        (folder / lock).touch()
    return folder


def test_abandoned_folder_is_removed_and_said(abandoned: Path, said: list[str]) -> None:
    with throwaway_folder(said.append):
        assert not abandoned.exists()
    assert said == [f"{abandoned} was left by a run that was killed: it was removed."]


@pytest.mark.parametrize("lock", ["owner.lock", "postgres/postgresql.lock"])
def test_folder_is_kept_while_its_owner_or_a_server_of_it_lives(abandoned: Path, lock: str, said: list[str]) -> None:
    held = FolderLock.acquire(abandoned / lock)
    assert held is not None
    with throwaway_folder(said.append):
        assert (abandoned / "postgres" / "data").exists()
    held.release()
    assert said == []


def test_folders_of_others_are_kept(tmp_path: Path, abandoned: Path, said: list[str]) -> None:
    """One without the lock of an owner is none of ours, and a link may lead anywhere."""
    elsewhere = abandoned.rename(tmp_path / "elsewhere")
    abandoned.symlink_to(elsewhere)
    unmarked = tmp_path / "daywright-unmarked"
    unmarked.mkdir()
    with throwaway_folder(said.append):
        pass
    assert elsewhere.exists()
    assert unmarked.exists()
    assert said == []


def test_folder_of_another_user_is_kept(abandoned: Path, said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    uid = abandoned.stat().st_uid
    monkeypatch.setattr("os.geteuid", lambda: uid + 1)
    with throwaway_folder(said.append):
        assert abandoned.exists()
    assert said == []


def test_folders_side_by_side_keep_each_other_and_go_with_their_owners(tmp_path: Path, said: list[str]) -> None:
    with throwaway_folder(said.append) as first, throwaway_folder(said.append) as second:
        assert first.exists()
        assert second.exists()
        assert first != second
        assert first.stat().st_mode & 0o777 == 0o700
    assert list(tmp_path.iterdir()) == []
    assert said == []
