"""A terminal: commands as a person or a program runs them."""

import asyncio
import json
import os
import signal
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests import forking
from tests.runtime.client.place import Place

DAYWRIGHT = str(Path(sys.executable).parent / "daywright")
_SECONDS = 120


@dataclass(frozen=True)
class Ran:
    """A command that has ended."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """The one document that it printed."""
        assert self.code == 0, self.err
        assert self.err == ""
        return json.loads(self.out)

    def refused(self) -> str:
        """The one sentence with which it ended."""
        assert (self.code, self.out) == (1, ""), self
        assert self.err.startswith("daywright: "), self
        assert self.err.count("\n") == 1, self
        return self.err.removeprefix("daywright: ").strip()


@dataclass
class Shell:
    """Runs commands against the API of a place.

    Attributes:
        environment: what differs from the environment of the tests.
    """

    place: Place
    folder: Path
    environment: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.environment = {
            "DAYWRIGHT_URL": self.place.served.url,
            "DAYWRIGHT_KEY": self.place.key,
            "DAYWRIGHT_DATA_DIR": str(self.folder / "data"),
            "COLUMNS": "120",
            "TZ": "UTC",
        }

    async def start(self, *arguments: str) -> asyncio.subprocess.Process:
        """A command that is left running; it takes Ctrl-C even where the tests ignore it."""
        return await self._left_running(*forking.command(DAYWRIGHT, *arguments))

    async def start_anew(self, *arguments: str) -> asyncio.subprocess.Process:
        """The same by a Python that has nothing loaded yet."""
        return await self._left_running(DAYWRIGHT, *arguments)

    async def _left_running(self, *command: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *("env", "--default-signal=INT", *command),
            env=self._surroundings(),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async def run(self, *arguments: str) -> Ran:
        """A command, run to its end."""
        done = await asyncio.to_thread(forking.run, arguments, self._surroundings())
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    def _surroundings(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "BROWSER")}
        return kept | self.environment

    async def ended(self, process: asyncio.subprocess.Process) -> Ran:
        """What a command had printed when it ended; the time limit only keeps a hanging test from staying."""
        try:
            out, err = await asyncio.wait_for(process.communicate(), _SECONDS)
        except TimeoutError:
            process.send_signal(signal.SIGKILL)
            raise
        assert process.returncode is not None
        return Ran(process.returncode, out.decode(), err.decode())

    async def asked(self, path: str) -> Any:
        """What the API answers to a program that asks it without the command line."""
        async with self.place.served.client(self.place.key) as client:
            return (await client.get(f"/api/v1/{path}")).raise_for_status().json()
