"""A command at a terminal of its own."""

import asyncio
import os
import pty
from dataclasses import dataclass, field

from tests import forking
from tests.runtime.cli.shell import DAYWRIGHT, Ran, Shell


@dataclass
class Terminal:
    """A command at a terminal of its own, so that it takes the tests for a person."""

    process: asyncio.subprocess.Process
    master: int
    _out: bytearray = field(default_factory=bytearray)
    _more: asyncio.Event = field(default_factory=asyncio.Event)
    _is_closed: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    async def started(cls, shell: Shell, *arguments: str) -> "Terminal":
        master, end = pty.openpty()
        process = await asyncio.create_subprocess_exec(
            *("setsid", "--ctty", "env", "--default-signal=INT", *forking.command(DAYWRIGHT, *arguments)),
            env={**os.environ, **shell.environment, "TERM": "dumb"},
            stdin=end,
            stdout=end,
            stderr=end,
        )
        os.close(end)
        terminal = cls(process, master)
        asyncio.get_running_loop().add_reader(master, terminal._read)
        return terminal

    def _read(self) -> None:
        try:
            self._out += os.read(self.master, 65536)
        except OSError:
            # That is how the end of the other side shows.
            asyncio.get_running_loop().remove_reader(self.master)
            self._is_closed.set()
        self._more.set()

    def types(self, text: str) -> None:
        os.write(self.master, text.encode())

    async def shows(self, text: str, times: int = 1) -> None:
        """Wait until it has shown the text so many times."""
        while self._out.decode(errors="ignore").count(text) < times:
            self._more.clear()
            await self._more.wait()

    async def ended(self) -> Ran:
        """What it had shown when it ended."""
        code = await self.process.wait()
        await self._is_closed.wait()
        os.close(self.master)
        return Ran(code, self._out.decode(), "")
