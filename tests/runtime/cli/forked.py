"""Commands in processes of their own that need not load Python and the libraries anew, which takes most of their time.

A server has everything loaded and forks for each command. That a command also starts from nothing is tried by those
tests that leave one running, and by the whole stacks.
"""

import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from socketserver import BaseRequestHandler, ForkingMixIn, UnixStreamServer
from typing import Any, NoReturn

_SECONDS = 120
_LONGEST_ORDER = 1_000_000


def run(
    arguments: Sequence[str | Path], environment: Mapping[str, str], stdin: bytes = b"", folder: str | Path = "."
) -> subprocess.CompletedProcess[bytes]:
    """``daywright`` with these arguments, run to its end; the time limit only keeps a hanging test from staying."""
    words = [os.fspath(word) for word in arguments]
    order = {"arguments": words, "environment": dict(environment), "folder": os.path.abspath(folder)}
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        code = _ordered(order, [given.fileno(), out.fileno(), err.fileno()])
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(["daywright", *words], code, out.read(), err.read())


def _ordered(order: dict[str, Any], streams: list[int]) -> int:
    with socket.socket(socket.AF_UNIX) as asked:
        asked.settimeout(_SECONDS)
        asked.connect(_address())
        body = json.dumps(order).encode()
        socket.send_fds(asked, [len(body).to_bytes(4, "big")], streams)
        asked.sendall(body)
        return int(asked.makefile().readline())


def _address() -> str:
    """Where the server of this test session listens; it is started by the first who asks."""
    if not _started:
        folder = tempfile.TemporaryDirectory(prefix="commands-")
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, folder.name], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        _started.append((folder, process))
    return str(Path(_started[0][0].name) / "socket")


_started: list[tuple[tempfile.TemporaryDirectory[str], subprocess.Popen[bytes]]] = []


def stop() -> None:
    """End the server, if there is one."""
    while _started:
        folder, process = _started.pop()
        process.communicate()
        folder.cleanup()


class _Command(BaseRequestHandler):
    """One command, in a child of the process that answers for it."""

    def handle(self) -> None:
        head, streams, _, _ = socket.recv_fds(self.request, 4, 3)
        order = json.loads(self.request.makefile("rb").read(int.from_bytes(head, "big")))
        child = os.fork()
        if child == 0:
            _become(order, streams)
        _, status = os.waitpid(child, 0)
        self.request.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())


def _become(order: dict[str, Any], streams: list[int]) -> NoReturn:
    """Be the command, as far as it can tell."""
    code = 1
    try:
        os.chdir(order["folder"])
        os.environ.clear()
        os.environ.update(order["environment"])
        time.tzset()
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115
        sys.argv = ["daywright", *order["arguments"]]
        code = _exit_code()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _exit_code() -> int:
    from runtime.cli import main

    try:
        main()
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        sys.stderr.write(f"{end.code}\n")
        return 1
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


class _Server(ForkingMixIn, UnixStreamServer):
    max_children = 100


def _serve(folder: str) -> None:
    """Answer until standard input is closed, which it is when the session of tests has ended in whatever way."""
    import runtime.cli

    for module in pkgutil.walk_packages(runtime.cli.__path__, "runtime.cli."):
        importlib.import_module(module.name)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Else usage texts would name this module as the program.
    sys.modules["__main__"].__package__ = None
    with _Server(str(Path(folder) / "socket"), _Command) as server:
        server.timeout = _SECONDS
        os.write(1, b"ready\n")
        os.dup2(2, 1)
        while True:
            ready, _, _ = select.select([server.fileno(), 0], [], [])
            if 0 in ready:
                return
            server.handle_request()


if __name__ == "__main__":
    _serve(sys.argv[1])
