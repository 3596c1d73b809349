"""``daywright backup``, ``restore`` and ``reset`` as a person or a script runs them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import forking
from tests.e2e.test_dev import started
from tests.runtime.data.contents import files_in

DAYWRIGHT = Path(sys.executable).parent / "daywright"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where data are kept; the data folder in it does not exist yet."""
    home = tmp_path / "home"
    home.mkdir()
    return home


def daywright(
    home: Path, *arguments: str | Path, answer: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """The command, with its streams apart, on a console so narrow that wrapped sentences would show."""
    bare = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "TEMPORAL_ADDRESS")}
    whole = {**bare, "XDG_DATA_HOME": str(home), "COLUMNS": "20", **environment}
    done = forking.run(arguments, whole, answer.encode(), home.parent)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def refused(done: subprocess.CompletedProcess[str], told: str) -> None:
    assert (done.returncode, done.stdout) == (1, "")
    assert told in done.stderr
    assert "Traceback" not in done.stderr


def test_data_go_into_a_file_and_come_back(home: Path, tmp_path: Path) -> None:
    """While the stack runs a backup is taken, and restore and reset refuse; afterwards both do what they say."""
    folder, file = home / "daywright", tmp_path / "数据.backup"
    with started("dev", data=home):
        done = daywright(home, "backup", file)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == f"Backed up into {file} ({file.stat().st_size:,} bytes).\n"
        refused(daywright(home, "restore", file, "--force"), "is running: stop `daywright dev`")
        refused(daywright(home, "reset", "--yes"), "is running: stop `daywright dev`")
    before = daywright(home, "key", "list", "--json").stdout
    assert '"local"' in before
    daywright(home, "key", "create", "--user", "bert")
    refused(daywright(home, "restore", file), "holds data already: give --force")
    done = daywright(home, "restore", file, "--force")
    assert (done.returncode, done.stderr) == (0, "")
    (saved,) = (folder / "backups").iterdir()
    first, second, *rest = done.stdout.splitlines()
    assert first.startswith(f"Restored {file}, made on ")
    assert second == f"What was there before is backed up in {saved}."
    assert rest == [
        "The store of Temporal was removed, for its workflows belong to other data.",
        "Runs that were open go on from their last step at the next start.",
        "Keys are as they were then: revoke again what was revoked since.",
    ]
    assert daywright(home, "key", "list", "--json").stdout == before
    with started("dev", data=home):
        pass
    done = daywright(home, "reset", "--yes")
    assert (done.returncode, done.stderr) == (0, "")
    assert list(folder.iterdir()) == []


def test_what_was_done_as_json(home: Path, tmp_path: Path) -> None:
    """Standard output is one JSON object, whatever else is told."""
    daywright(home, "key", "create", "--user", "anna")
    (home / "daywright" / "thesis.txt").write_text("precious")
    made = json.loads(daywright(home, "backup", "a.backup", "--json").stdout)
    assert made["file"] == "a.backup"
    assert made["bytes"] == (tmp_path / "a.backup").stat().st_size
    restored = json.loads(daywright(home, "restore", "a.backup", "--force", "--json").stdout)
    assert restored["dump_sha256"] == made["dump_sha256"]
    assert Path(restored["replaced"]["file"]).parent == home / "daywright" / "backups"
    deleted = json.loads(daywright(home, "reset", "--yes", "--json").stdout)
    assert deleted == {
        "folder": str(home / "daywright"),
        "deleted": ["backups", "postgres", "temporal"],
        "kept": ["thesis.txt"],
    }


def test_a_backup_without_a_name_is_named_for_its_time(home: Path, tmp_path: Path) -> None:
    """It lies in the folder the command was started in."""
    daywright(home, "key", "create", "--user", "anna")
    done = daywright(home, "backup")
    (file,) = tmp_path.glob("daywright-*Z.backup")
    assert done.stdout.startswith(f"Backed up into {file.name} (")


def test_a_reset_asks_and_takes_nothing_but_yes(home: Path) -> None:
    """The question names the folder; no answer at all is a no."""
    (home / "daywright" / "postgres" / "data").mkdir(parents=True)
    before = files_in(home)
    for answer in ("", "n\n", "\n", "what\nn\n"):
        done = daywright(home, "reset", answer=answer)
        refused(done, "nothing was deleted: answer y, or give --yes")
        assert f"Delete all data in {home / 'daywright'} (postgres)?" in done.stderr
        assert files_in(home) == before
    done = daywright(home, "reset", "--json", answer="y\n")
    assert (done.returncode, json.loads(done.stdout)["deleted"]) == (0, ["postgres"])
    assert list((home / "daywright").iterdir()) == []


def test_nothing_to_delete_is_no_error_and_no_question(home: Path) -> None:
    """And makes no folder."""
    done = daywright(home, "reset")
    assert (done.returncode, done.stdout) == (0, f"There is nothing to delete in {home / 'daywright'}.\n")
    assert list(home.iterdir()) == []


def test_refusals_are_a_sentence_and_end_with_1(home: Path, tmp_path: Path) -> None:
    """Nothing is made by them."""
    (tmp_path / "note.txt").write_text("no backup")
    refused(daywright(home, "backup"), "holds no data to back up")
    refused(daywright(home, "restore", "note.txt"), "note.txt is no backup of Daywright")
    refused(daywright(home, "restore", "nowhere"), "nowhere cannot be read")
    refused(daywright(home, "reset", "--yes", DATABASE_URL="postgresql://a@b/c"), "DATABASE_URL is set")
    refused(daywright(home, "backup", DATABASE_URL="postgresql://a@127.0.0.1:1/c"), "DATABASE_URL does not answer")
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("command", [("restore",), ("backup", "a", "b"), ("reset", "x"), ("reset", "--now")])
def test_a_command_that_cannot_be_followed_ends_with_2(home: Path, command: tuple[str, ...]) -> None:
    """As with every other command."""
    done = daywright(home, *command)
    assert (done.returncode, done.stdout) == (2, "")
