import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from domain.errors import DiskFull, StackFailed
from runtime.embedded.process import Child, tied, until_healthy

PYTHON = sys.executable


async def _spawn(tmp_path: Path, script: str) -> Child:
    command = tied([PYTHON, "-uc", script], signal.SIGKILL)
    return await Child.spawn("The part", command, tmp_path / "log", signal.SIGTERM)


async def _until_output(child: Child, text: str) -> None:
    async def said() -> bool:
        return text in child.output()

    await until_healthy(child, said, 30)


def _is_alive(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


async def test_child_that_ignores_the_stop_signal_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runtime.embedded.process._STOP_GRACE_S", 0.1)
    child = await _spawn(
        tmp_path, "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('deaf'); signal.pause()"
    )
    await _until_output(child, "deaf")
    await child.stop()
    assert await child.wait() == -signal.SIGKILL


async def test_grandchildren_in_the_group_end_with_the_child(tmp_path: Path) -> None:
    child = await _spawn(
        tmp_path, "import subprocess, signal; print(subprocess.Popen(['sleep', '600']).pid, 'child'); signal.pause()"
    )
    await _until_output(child, "child")
    grandchild = int(child.output().split()[0])
    os.kill(child.pid, signal.SIGKILL)
    await child.wait()
    async with asyncio.timeout(120):
        while _is_alive(grandchild):
            await asyncio.sleep(0.01)


async def test_what_a_child_writes_before_its_parent_goes_on_counts_as_its_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log, start = tmp_path / "log", asyncio.create_subprocess_exec
    log.write_text("of an earlier child\n")
    size = log.stat().st_size

    async def start_and_wait(*command: Any, **options: Any) -> asyncio.subprocess.Process:
        process = await start(*command, **options)
        async with asyncio.timeout(120):
            while log.stat().st_size == size:
                await asyncio.sleep(0.01)
        return process

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start_and_wait)
    child = await _spawn(tmp_path, "print('early')")
    await child.wait()
    assert child.output() == "early\n"


async def test_child_whose_parent_is_not_the_supervisor_gives_up(tmp_path: Path) -> None:
    command = ["sh", "-c", '"$@"; exit $?', "sh", *tied([PYTHON, "-c", "print('ran')"], signal.SIGKILL)]
    child = await Child.spawn("The part", command, tmp_path / "log", signal.SIGTERM)
    assert await child.wait() == 1
    assert child.output() == ""


async def test_failure_quotes_the_end_of_the_log_of_this_start_only(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("yesterday's trouble\n")
    child = await _spawn(tmp_path, "raise SystemExit('no such planet: Vulcan')")

    async def never() -> bool:
        return False

    with pytest.raises(StackFailed, match=r"The part ended with code 1; .*no such planet: Vulcan") as caught:
        await until_healthy(child, never, 30)
    assert "yesterday" not in caught.value.message


async def test_child_that_never_answers_is_stopped(tmp_path: Path) -> None:
    child = await _spawn(tmp_path, "import signal; signal.pause()")

    async def never() -> bool:
        return False

    with pytest.raises(StackFailed, match="The part does not answer"):
        await until_healthy(child, never, 0.2)
    assert child.ended


async def test_full_disk_is_told_in_a_sentence(tmp_path: Path) -> None:
    child = await _spawn(tmp_path, "raise OSError(28, 'No space left on device')")
    await child.wait()
    failure = child.failure()
    assert isinstance(failure, DiskFull)
    assert failure.message == f"no space left for The part in {tmp_path}: free some and start again"


def test_missing_setpriv_is_told_with_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(StackFailed, match="install the package util-linux"):
        tied(["true"], signal.SIGKILL)
