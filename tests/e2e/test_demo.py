"""The command that a newcomer runs first, as they run it."""

import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests import forking

ROOT = Path(__file__).parents[2]
DAY = "2031-09-01"


def demo(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """``daywright demo`` in a process of its own; the time limit only keeps a hanging test from staying."""
    command = (str(Path(sys.executable).parent / "daywright"), "demo", *arguments)
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "120", **environment},
        capture_output=True,
        text=True,
        timeout=180,
    )


def refused(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """The same where it ends before it starts anything, so that it need not be a process that begins with nothing."""
    done = forking.run(["demo", *arguments], {**os.environ, "COLUMNS": "120", **environment}, folder=ROOT)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def test_another_calendar_and_sentence_go_through_the_same_code(tmp_path: Path) -> None:
    """An English export without section texts, its own tasks, an English request, and a name that is no markup."""
    calendar = tmp_path / "calendar.ics"
    example = (ROOT / "examples" / "exchange.ics").read_bytes()
    calendar.write_bytes(example.replace(b"SUMMARY:Culture Day", b"STATUS:CANCELLED\r\nSUMMARY:Dentist [/red] :smile:"))
    files = ("--file", str(calendar), "--tasks", "examples/exchange-tasks.json")
    # Sockets lie in it, so its name must be short.
    with tempfile.TemporaryDirectory() as temporary:
        shown = demo(*files, "--say", "move the tasks on Friday of week 5 to Monday", TMPDIR=temporary)
        assert list(Path(temporary).iterdir()) == []
    assert shown.returncode == 0, shown.stderr
    assert shown.stderr == ""
    assert "Dentist [/red] :smile:" in shown.stdout
    assert "Week 5" in shown.stdout
    assert re.search(r"Fri of week 5 \d+–\d+ → Mon \d+–\d+", shown.stdout)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--file", "nowhere.ics"), "nowhere.ics cannot be read"),
        (("--file", "README.md"), "calendar"),
        (("--tasks", "README.md"), "no JSON"),
        (("--say", ""), "--say '' has 0 characters"),
        (("--say", "x" * 3000), "has 3000 characters"),
    ],
)
def test_wrong_input_is_one_sentence(arguments: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    """Exit code 1 and a sentence that says what to do, no stack trace; nothing was started."""
    shown = refused(*arguments, TMPDIR=str(tmp_path))
    assert shown.returncode == 1
    assert shown.stdout == ""
    assert sentence in " ".join(shown.stderr.split())
    assert "Traceback" not in shown.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_calendar_that_misses_the_term_is_refused_before_anything_starts(tmp_path: Path) -> None:
    """Also one that can be read, and a window that the guessed term does not have."""
    tasks = tmp_path / "tasks.json"
    for stated in ({"term": {"first_monday": DAY, "weeks": 4}}, {"window": {"first": DAY, "last": DAY}}):
        tasks.write_text(json.dumps({"classes": [{"name": "a", "items": ["b"]}], **stated}))
        shown = refused("--tasks", str(tasks))
        assert (shown.returncode, shown.stdout) == (1, "")
        assert DAY in shown.stderr


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DAYWRIGHT_LOG_LEVEL", "loud", "DAYWRIGHT_LOG_LEVEL is 'loud'"),
        ("DAYWRIGHT_CODEC_KEYS", "bad", "codec key number 1"),
        ("DATABASE_URL", "hello", "DATABASE_URL has the scheme 'hello'"),
        ("TEMPORAL_ADDRESS", "http://nowhere:1", "TEMPORAL_ADDRESS is 'http://nowhere:1'"),
    ],
)
def test_a_wrong_setting_is_one_sentence(name: str, value: str, sentence: str) -> None:
    """Before anything is started, and without a trace."""
    shown = refused(**{name: value})
    assert shown.returncode == 1
    assert shown.stdout == ""
    assert sentence in shown.stderr
    assert "Traceback" not in shown.stderr


def test_the_name_of_a_file_is_no_markup() -> None:
    """Brackets in it are shown as they are."""
    shown = refused("--tasks", "nowhere[/red][bold].json")
    assert "nowhere[/red][bold].json cannot be read" in shown.stderr


@pytest.mark.parametrize("seconds", ["0.1", "0.4", "0.8"])
def test_ctrl_c_is_quiet_however_early_it_comes(seconds: str, tmp_path: Path) -> None:
    """Also while the program is still loading."""
    program = str(Path(sys.executable).parent / "daywright")
    command = ["env", "--default-signal=INT", "timeout", "--signal=INT", seconds, program, "demo"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    shown = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert "Traceback" not in shown.stderr
    assert list(tmp_path.iterdir()) == []
