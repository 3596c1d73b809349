"""Python programs in processes of their own that need not load the libraries anew, which takes most of their time.

A server has everything loaded and forks for each program; where tests are shared by several processes, one server is
for all of them. That programs also start from nothing is tried by the tests of whole stacks in ``tests/e2e`` and
``tests/runtime/embedded``.
"""

import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing import forkserver, spawn
from pathlib import Path
from socketserver import BaseRequestHandler, ForkingMixIn, UnixStreamServer
from typing import Any, NoReturn

from temporalio.worker import _worker as temporal_worker

DAYWRIGHT = Path(sys.executable).parent / "daywright"
STAND_IN = Path(__file__).with_name("stand_in.py")
_SECONDS = 120
_LOADED = ("runtime.cli", "worker", "activities", "api", "runtime.worker_process", "runtime.api_process", "solvers")

_SHARED = "FORKING_SOCKET"
_started: list[tuple[tempfile.TemporaryDirectory[str], subprocess.Popen[bytes]]] = []


class Forked:
    """A program that has been started, to be waited for. It is killed when the process that started it ends.

    Args:
        streams: descriptors that become its standard input, output and error output.
    """

    def __init__(
        self, program: str | Path, arguments: Sequence[str], environment: Mapping[str, str], streams: list[int]
    ) -> None:
        order = {"program": str(program), "arguments": arguments, "environment": dict(environment)}
        body = json.dumps({**order, "folder": environment.get("PWD", os.getcwd())}).encode()
        self._server = socket.socket(socket.AF_UNIX)
        self._server.connect(_address())
        socket.send_fds(self._server, [len(body).to_bytes(4, "big")], streams)
        self._server.sendall(body)

    def wait(self, seconds: float | None = None) -> int:
        """Its exit code, negative for the signal that ended it; the time limit keeps a hanging test from staying."""
        self._server.settimeout(seconds)
        with self._server, self._server.makefile() as told:
            return int(told.readline())

    def kill(self) -> None:
        """Kill it; it is still to be waited for."""
        self._server.shutdown(socket.SHUT_WR)


def run(
    arguments: Sequence[str | Path], environment: Mapping[str, str], stdin: bytes = b"", folder: str | Path = "."
) -> subprocess.CompletedProcess[bytes]:
    """``daywright`` with these arguments, run to its end."""
    words = [os.fspath(word) for word in arguments]
    whole = {**environment, "PWD": os.path.abspath(folder)}
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        forked = Forked(DAYWRIGHT, words, whole, [given.fileno(), out.fileno(), err.fileno()])
        code = forked.wait(_SECONDS)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(["daywright", *words], code, out.read(), err.read())


def command(program: str, *arguments: str) -> tuple[str, ...]:
    """What starts a module, or the program of a file, where a command is asked for: signals that it gets are passed on.

    Modules that it starts with its own ``sys.executable`` are forked as well.
    """
    return (sys.executable, "-I", "-S", str(STAND_IN), _address(), program, *arguments)


def share() -> None:
    """Start a server that is for the processes that are started from now on too; it loads while they do."""
    os.environ[_SHARED] = _address()


def _address() -> str:
    """Where the server of this test session listens; it is started by the first who asks, unless one is shared."""
    if _SHARED in os.environ:
        return os.environ[_SHARED]
    if not _started:
        folder = tempfile.TemporaryDirectory(prefix="forking-")
        command = [sys.executable, __file__, folder.name]
        environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment)
        assert process.stdout is not None
        assert process.stdout.readline() == b"listening\n"
        _started.append((folder, process))
    return str(Path(_started[0][0].name) / "socket")


def stop() -> None:
    """End the server, if there is one."""
    while _started:
        folder, process = _started.pop()
        process.communicate()
        folder.cleanup()
        os.environ.pop(_SHARED, None)


class _Program(BaseRequestHandler):
    """One program, in a child of the process that answers for it."""

    def handle(self) -> None:
        head, streams, _, _ = socket.recv_fds(self.request, 4, 3)
        order = json.loads(self.request.makefile("rb", buffering=0).read(int.from_bytes(head, "big")))
        child = os.fork()
        if child == 0:
            _become(order, streams)
        ended = os.pidfd_open(child)
        while ended not in select.select([ended, self.request], [], [])[0]:
            # A byte is the number of a signal; whoever has gone, or will send nothing more, wants it killed.
            told = self.request.recv(1)
            signal.pidfd_send_signal(ended, told[0] if told else signal.SIGKILL)
            if not told:
                break
        _, status = os.waitpid(child, 0)
        with suppress(OSError):
            self.request.sendall(f"{os.waitstatus_to_exitcode(status)}\n".encode())


def _become(order: dict[str, Any], streams: list[int]) -> NoReturn:
    """Be the program, as far as it can tell."""
    code = 1
    try:
        os.chdir(order["folder"])
        os.environ.clear()
        os.environ.update(order["environment"])
        time.tzset()
        tempfile.tempdir = None
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        buffering = 1 if "PYTHONUNBUFFERED" in os.environ else -1
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w", buffering), open(2, "w", 1)  # noqa: SIM115
        signal.signal(signal.SIGINT, signal.default_int_handler)
        # The one of the server serves its children too, which only its parent can wait for.
        forkserver._forkserver.ensure_running = lambda: None  # type: ignore[method-assign]
        spawn.get_preparation_data = _without_main(spawn.get_preparation_data)  # type: ignore[assignment]
        sys.argv = [order["program"], *order["arguments"]]
        code = _exit_code(order["program"])
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def _without_main(prepared: Callable[[str], dict[str, Any]]) -> Callable[[str], dict[str, Any]]:
    """Solver processes would load the program anew, with all that it loads; programs of the product load nothing."""
    return lambda name: {key: value for key, value in prepared(name).items() if not key.startswith("init_main_from_")}


def _exit_code(program: str) -> int:
    try:
        if program.endswith(".py") or os.sep in program:
            runpy.run_path(program, run_name="__main__")
        else:
            runpy.run_module(program, run_name="__main__", alter_sys=True)
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
    max_children = 400
    request_queue_size = 100


def _serve(folder: str) -> None:
    """Answer until standard input is closed, which it is when the session of tests has ended in whatever way."""
    address = Path(folder) / "socket"
    with _Server(str(address), _Program) as server:
        os.write(1, b"listening\n")
        os.dup2(2, 1)
        sys.executable = str(_forking_python(address))
        # Whoever asks before everything is loaded waits.
        _load()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        while True:
            ready, _, _ = select.select([server.fileno(), 0], [], [])
            if 0 in ready:
                return
            server.handle_request()


def _forking_python(address: Path) -> Path:
    """A Python that has modules forked by the server, and else is the real one."""
    real, program = shlex.quote(sys.executable), address.with_name("python")
    stand_in = f'shift && exec {real} -I -S {shlex.quote(str(STAND_IN))} {shlex.quote(str(address))} "$@"'
    program.write_text(f'#!/bin/sh\ntest "$1" != -m || {{ {stand_in}; }}\nexec {real} "$@"\n')
    program.chmod(0o700)
    return program


def _load() -> None:
    for name in _LOADED:
        package = importlib.import_module(name)
        for module in pkgutil.walk_packages(getattr(package, "__path__", []), f"{name}."):
            importlib.import_module(module.name)
    importlib.import_module("sqlalchemy.dialects.postgresql.asyncpg")
    # Left to itself every worker would read the code of everything that is loaded for it.
    temporal_worker._default_build_id = "forked"
    forkserver.ensure_running()
    # What is there for good shall not be looked through, and so copied, in every child.
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    # The folder of this file must not hide packages of the product from programs.
    sys.path.remove(str(Path(__file__).parent))
    _serve(sys.argv[1])
