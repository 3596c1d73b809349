"""``daywright dev`` as a person runs it: up until Ctrl-C, with the data kept."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runtime.embedded.ports import free_port
from tests import forking

ROOT = Path(__file__).parents[2]
DAYWRIGHT = Path(sys.executable).parent / "daywright"


@contextmanager
def started(
    *arguments: str, data: Path, end: signal.Signals = signal.SIGINT, forked: bool = True
) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The command with its lines up to the one that says how to end it; ended by that, Ctrl-C, or another signal.

    Forked unless it is to begin with nothing, as for a person; so are the worker and the API that it starts.
    """
    environment = {**os.environ, "XDG_DATA_HOME": str(data), "TMPDIR": str(data), "COLUMNS": "120"}
    # Other tests may have a stack up at the usual place at the same time.
    environment.setdefault("DAYWRIGHT_API_PORT", str(free_port()))
    # What runs in the background of a script is started with Ctrl-C ignored, and these tests may run there.
    program = forking.command(str(DAYWRIGHT)) if forked else [str(DAYWRIGHT)]
    command = ["env", "--default-signal=INT", *program, *arguments]
    process = subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    lines = []
    try:
        for line in process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        yield process, lines
        process.send_signal(end)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 128 + end, errors
        assert "Traceback" not in errors
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


def left_running(mark: Path) -> list[str]:
    """Command lines of processes that still name the folder."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if str(mark) in command:
            found.append(command)
    return found


def test_dev_keeps_its_data_and_leaves_nothing_running(tmp_path: Path) -> None:
    """It says where everything is, and is alone; the next start finds the same data folder and starts as well."""
    for end in (signal.SIGINT, signal.SIGTERM):
        with started("dev", data=tmp_path, end=end, forked=end == signal.SIGTERM) as (_, lines):
            shown = "".join(lines)
            assert str(tmp_path / "daywright") in shown
            assert "Temporal Web UI: http://127.0.0.1:" in shown
            if end == signal.SIGINT:
                a_second_dev_is_refused(tmp_path)
        assert left_running(tmp_path) == []
    assert (tmp_path / "daywright" / "postgres").is_dir()
    assert (tmp_path / "daywright").stat().st_mode & 0o077 == 0


def a_second_dev_is_refused(data: Path) -> None:
    """It names the first, which stays as it is: commands find it as before."""
    environment = {**os.environ, "XDG_DATA_HOME": str(data), "TMPDIR": str(data), "COLUMNS": "200"}
    file = data / "daywright" / "client.json"
    before = file.read_text()
    second = forking.run(["dev"], environment, folder=ROOT)
    told = second.stderr.decode()
    assert second.returncode == 1
    assert "runs already" in told
    assert json.loads(before)["url"] in told
    assert file.read_text() == before


def test_a_demo_shows_the_example_and_a_kept_one_stays_up_until_it_is_told_to_end(tmp_path: Path) -> None:
    """Stages of both runs, the week before and after, the changes with reasons, and the run's address.

    ``--keep`` waits then; Ctrl-C stops everything and removes the demo's folder.
    """
    with started("demo", "--keep", data=tmp_path) as (process, lines):
        assert process.poll() is None
        shown = "".join(lines)
        for words in ("Imported: 11 courses", "» 把第5周周四到周五的任务均匀分散到周一到周三", "终审通过"):
            assert words in shown
        assert shown.count("第 5 周") == 2
        assert re.search(r"第5周周[四五] \d+–\d+ → 周[一二三] \d+–\d+", shown)
        assert re.search(r"http://127\.0\.0\.1:\d+/namespaces/default/workflows/refine%3A", shown)
        assert left_running(tmp_path) != []
    assert left_running(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
