"""Child processes: what they answer, what stops them, and that they end with whoever asked."""

import asyncio
import os
import signal
import sys
import time
from asyncio.subprocess import PIPE, create_subprocess_exec
from pathlib import Path

import pytest

from services.child_processes import Child, ChildLimits, EndedWithoutAnswer, started

ROOT = Path(__file__).parents[2]
ROOMY = ChildLimits(processor_seconds=60, memory_bytes=2**30)

_ASKS_AND_WAITS = """
import time
from services.child_processes import Child
first, second = Child.start(), Child.start()
first.connection.send((time.sleep, (600,)))
time.sleep(0.5)
print(first.process.pid, second.process.pid, flush=True)
time.sleep(600)
"""


def spin() -> None:
    """Work that never ends and takes all the time it gets."""
    while True:
        pass


def take(size: int) -> int:
    return len(bytearray(size))


def write(path: str) -> None:
    Path(path).write_text("something")


def is_running(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


async def until_gone(*pids: int) -> None:
    for _ in range(2400):
        if not any(map(is_running, pids)):
            return
        await asyncio.sleep(0.05)
    pytest.fail(f"still running: {[pid for pid in pids if is_running(pid)]}")


def test_a_child_answers_or_raises_what_its_function_raised() -> None:
    """From another process, within its limits."""
    for work, expected in ((os.getpid, None), (int, ValueError)):
        child = Child.start(ROOMY)
        if expected is None:
            assert child.work(work, ()) == child.process.pid
        else:
            with pytest.raises(expected, match="no number"):
                child.work(work, ("no number",))
        child.close()


def test_a_child_that_uses_up_its_processor_time_is_stopped_and_says_so() -> None:
    """By the kernel, whatever the asking process does meanwhile."""
    child = Child.start(ChildLimits(processor_seconds=1, memory_bytes=2**30))
    with pytest.raises(EndedWithoutAnswer) as ended:
        child.work(spin, ())
    assert ended.value.out_of_time


def test_a_child_gets_no_more_memory_than_its_limit() -> None:
    """What is within it, it gets."""
    child, other = Child.start(ROOMY), Child.start(ROOMY)
    with pytest.raises(MemoryError):
        child.work(take, (2**30,))
    assert other.work(take, (2**28,)) == 2**28


def test_a_limited_child_writes_no_file(tmp_path: Path) -> None:
    """The kernel stops the attempt; nothing of it is on the disk."""
    child, target = Child.start(ROOMY), tmp_path / "file"
    with pytest.raises((OSError, EndedWithoutAnswer)):
        child.work(write, (str(target),))
    assert not target.exists() or target.read_bytes() == b""


def test_the_wait_for_an_answer_ends_in_time() -> None:
    """The child stays until it is closed."""
    child = Child.start(ROOMY)
    with pytest.raises(TimeoutError):
        child.work(time.sleep, (600,), 0.2)
    assert child.process.is_alive()
    child.close()
    child.process.join(120)
    assert child.process.exitcode == -signal.SIGKILL


def test_a_child_that_dies_is_told_with_its_status() -> None:
    """As when the kernel ends it for want of memory."""
    child = Child.start()
    with pytest.raises(EndedWithoutAnswer, match=r"without an answer \(7\)") as ended:
        child.work(os._exit, (7,))
    assert not ended.value.out_of_time


async def test_a_child_nobody_waits_for_any_more_ends() -> None:
    """Also when the wait is cancelled while it is being started."""
    starting = asyncio.create_task(asyncio.to_thread(Child.start))
    waiting = asyncio.create_task(started(starting))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    await until_gone((await starting).process.pid or 0)


async def test_children_end_with_a_process_that_is_killed(tmp_path: Path) -> None:
    """One at work and one that waits for work, neither of which anybody else would end; they are there also where the
    folder for temporary files has too long a name for a socket in it."""
    folder = tmp_path / ("long" * 25)
    folder.mkdir()
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
    parent = await create_subprocess_exec(sys.executable, "-c", _ASKS_AND_WAITS, stdout=PIPE, env=environment)
    assert parent.stdout is not None
    pids = [int(pid) for pid in (await parent.stdout.readline()).split()]
    assert len(pids) == 2
    assert all(map(is_running, pids))
    parent.kill()
    await parent.wait()
    await until_gone(*pids)
