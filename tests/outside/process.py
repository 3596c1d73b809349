"""Servers outside, each a process of its own."""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from standardwebhooks import Webhook

_PROGRAM = Path(__file__).with_name("server.py")
_SECONDS = 120


@dataclass(frozen=True)
class OutsideServer:
    """One server; it may misbehave, and remembers what came."""

    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def behave(self, *faults: str, answer: dict[str, Any] | None = None) -> None:
        """Forget what came; misbehave so in turn, then behave and answer this."""
        body = json.dumps({"faults": faults, "answer": answer or {}}).encode()
        self._ask("/-/faults", body)

    @property
    def came(self) -> Sequence[dict[str, Any]]:
        """The requests, in the order in which they came."""
        found: list[dict[str, Any]] = self._ask("/-/came")["came"]
        return found

    @property
    def taken(self) -> dict[str, int]:
        """How often the message of each id was taken."""
        found: dict[str, int] = self._ask("/-/came")["taken"]
        return found

    def messages(self, secret: str) -> dict[str, Any]:
        """What the message of each id said, which is the same and signed however often it came."""
        said: dict[str, Any] = {}
        for one in self.came:
            body = Webhook(secret).verify(one["body"], one["headers"])
            assert said.setdefault(one["headers"]["webhook-id"], body) == body
        return said

    def _ask(self, path: str, body: bytes | None = None) -> dict[str, Any]:
        with urllib.request.urlopen(self.url + path, body, timeout=_SECONDS) as told:
            answered: dict[str, Any] = json.load(told)
            return answered


@contextmanager
def outside_server() -> Iterator[OutsideServer]:
    """A server that ends with the context, or with the process that asked for it."""
    command = [sys.executable, "-I", "-S", str(_PROGRAM)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield OutsideServer(int(process.stdout.readline()))
        process.communicate(timeout=_SECONDS)
