"""A supervisor to kill, and a look at what is left of it."""

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from runtime.embedded.postgres import PostgresServer
from tests import forking

PROGRAM = Path(__file__).with_name("supervisor.py")
# Root inside has a plain user's number, so that code takes the path it takes for a plain user.
AS_PLAIN_USER = ("unshare", "--user", "--map-user=1000", "--map-group=1000")


class Supervisor:
    """The program ``supervisor.py`` on a data folder, in a process of its own."""

    def __init__(self, folder: Path, process: asyncio.subprocess.Process) -> None:
        self.folder = folder
        self.process = process
        self.said: list[str] = []

    async def addresses(self) -> dict[str, str]:
        """Its addresses, once its stack is up."""
        assert self.process.stdout is not None
        async with asyncio.timeout(60):
            async for line in self.process.stdout:
                self.said.append(line.decode().rstrip())
                if line.startswith(b"{"):
                    return dict(json.loads(line))
        raise AssertionError(f"the stack did not come up: {self.said}")

    async def kill(self) -> None:
        """Kill it with no chance to clean up."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.communicate()


@contextlib.asynccontextmanager
async def supervisor(folder: Path, *prefix: str, ephemeral: bool = False) -> AsyncIterator[Supervisor]:
    """Start one; on leaving it is killed and nothing of it may be left.

    It is forked unless something stands before it, which the forked would not have before it.
    """
    program = (*prefix, sys.executable, str(PROGRAM)) if prefix else forking.command(str(PROGRAM))
    command = (*program, str(folder), *(["ephemeral"] if ephemeral else []))
    started = Supervisor(folder, await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE))
    try:
        yield started
    finally:
        await started.kill()
        await until_gone(folder)
        remove_socket_folder(folder / "postgres")


def remove_socket_folder(folder: Path) -> None:
    """Remove what a killed owner of a PostgreSQL folder leaves under ``/tmp``: an empty folder."""
    with contextlib.suppress(FileNotFoundError):
        PostgresServer(folder, print).socket_folder.rmdir()


def processes_of(folder: Path) -> Iterator[str]:
    """Processes whose command, environment or working folder names ``folder``."""
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            command = (process / "cmdline").read_bytes()
            shown = command.replace(b"\0", b" ").decode(errors="replace")
            traces = command + (process / "environ").read_bytes() + str((process / "cwd").readlink()).encode()
            if str(folder).encode() in traces:
                yield f"{process.name}: {shown}"


async def until_gone(folder: Path) -> None:
    """Wait until no process of ``folder`` is left."""
    left: list[str] = []
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(120):
            while left := list(processes_of(folder)):
                await asyncio.sleep(0.05)
    assert not left
