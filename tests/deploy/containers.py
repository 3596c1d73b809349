"""The services of the compose file as processes: the same command and environment, and nothing of this session's."""

import asyncio
import os
import re
import signal
import socket
import sys
import urllib.request
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from runtime.embedded.process import tied
from tests import forking
from tests.deploy.compose import ROOT, SERVICES, environment

# Where containers find each other by name and have ports of their own, processes are told addresses.
PLACES = {"DATABASE_URL", "TEMPORAL_ADDRESS", "DAYWRIGHT_TEMPORAL_NAMESPACE", "TEMPORAL_NAMESPACE"}
LISTENING = {"api": 8787, "codec": 8788}


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@dataclass(frozen=True)
class Containers:
    """What stands in for a container engine.

    Attributes:
        folder: working folder and log of every process.
        places: addresses that differ from those in the compose file, by variable.
        ports: where a service listens, in place of its own port.
    """

    folder: Path
    places: Mapping[str, str]
    ports: Mapping[str, int]

    def url(self, service: str) -> str:
        return f"http://127.0.0.1:{self.ports[service]}"

    def told(self, service: str) -> dict[str, str]:
        """The environment of a service: the one of the compose file and the image, at the places of the test."""
        told = environment(service)
        moved = {name: value for name, value in self.places.items() if name in told}
        if service in self.ports:
            name = f"DAYWRIGHT_{service.upper()}"
            assert (told[f"{name}_HOST"], told[f"{name}_PORT"]) == ("0.0.0.0", str(LISTENING[service]))
            moved |= {f"{name}_HOST": "127.0.0.1", f"{name}_PORT": str(self.ports[service])}
        path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        of_image = {"PATH": path, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        return {**told, **moved, **of_image}

    async def run(self, service: str, *command: str, forked: bool = False) -> tuple[int, str]:
        """Exit code and output of a command in a service's container; of its own command if none is given."""
        process = await asyncio.create_subprocess_exec(
            *_command(command or SERVICES[service]["command"], forked),
            env=self.told(service),
            cwd=self.folder,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        output, errors = await asyncio.wait_for(process.communicate(), 120)
        assert process.returncode is not None
        return process.returncode, (output if process.returncode == 0 else output + errors).decode()

    @asynccontextmanager
    async def started(self, service: str, forked: bool = False) -> AsyncIterator["Container"]:
        """A service's process, until the context is left; it then ends in order when it is told to."""
        log = self.folder / f"{service}-{free_port()}.log"
        with log.open("wb") as sink:
            process = await asyncio.create_subprocess_exec(
                *tied(_command(SERVICES[service]["command"], forked), signal.SIGKILL),
                env=self.told(service),
                cwd=self.folder,
                stdout=sink,
                stderr=sink,
            )
        container = Container(self, service, process, log)
        try:
            yield container
            process.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(process.wait(), 120) in (0, -signal.SIGTERM), log.read_text()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


def _command(command: Sequence[str], forked: bool) -> Sequence[str]:
    """The command, or what forks the same program, which then need not be able to begin with nothing."""
    if not forked:
        return command
    program, *arguments = command[2:] if command[:2] == ["python", "-m"] else command
    return forking.command(str(forking.DAYWRIGHT) if program == "daywright" else program, *arguments)


@dataclass(frozen=True)
class Container:
    """A running service."""

    containers: Containers
    service: str
    process: asyncio.subprocess.Process
    log: Path

    async def healthy(self) -> None:
        """Return once its health check says so; a service without one has then said that it is ready."""
        async with asyncio.timeout(90):
            while not await self._is_healthy():
                assert self.process.returncode is None, self.log.read_text()
                await asyncio.sleep(0.2)

    async def _is_healthy(self) -> bool:
        check = SERVICES[self.service]["healthcheck"]
        if check.get("disable"):
            return "ready" in self.log.read_text().splitlines()
        kind, *command = check["test"]
        assert kind == "CMD"
        port = self.containers.ports[self.service]
        # The check is a program that begins with nothing: while nobody would answer it, it need not be started.
        if not await asyncio.to_thread(_answers, f"{self.containers.url(self.service)}/health/ready"):
            return False
        moved = [re.sub(f":{LISTENING[self.service]}/", f":{port}/", word) for word in command]
        code, _ = await self.containers.run(self.service, *moved)
        return code == 0


def _answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=4).close()
    except OSError:
        return False
    return True
