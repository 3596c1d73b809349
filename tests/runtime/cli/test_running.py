"""How commands are run: each test in a process of its own, because a command sets up the log of its process."""

import subprocess
import sys

import pytest

_BEGIN = """
import asyncio, os, signal
from domain.errors import Conflict, InvalidInput, NotFound, RunInProgress
from runtime.cli.running import console, run_command
codes = {NotFound: 4, Conflict: 5, RunInProgress: 6}
"""
_FAILING = """
async def command(settings, out):
    out.print("before")
    raise {error}("wrong [bold]")
run_command(command{codes})
"""
_STOPPED = """
async def command(settings, out):
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.sleep(60)
    finally:
        out.print("given back")
run_command(command)
"""


def _run(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", _BEGIN + script], capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("error", "codes", "expected"),
    [
        ("NotFound", "", 1),
        ("RunInProgress", ", codes", 6),
        ("RunInProgress", ", {Conflict: 5}", 5),
        ("InvalidInput", ", codes", 1),
    ],
)
def test_an_error_ends_with_its_own_code_or_that_of_the_nearest_kind(error: str, codes: str, expected: int) -> None:
    """And with its sentence on standard error."""
    done = _run(_FAILING.format(error=error, codes=codes))
    assert (done.returncode, done.stdout, done.stderr) == (expected, "before\n", "daywright: wrong [bold]\n")


def test_a_command_that_is_told_to_end_ends_in_order() -> None:
    """What it holds is given back, and the exit code says why."""
    done = _run(_STOPPED)
    assert (done.returncode, done.stdout, done.stderr) == (143, "given back\n", "")


def test_a_console_takes_every_text_as_it_is() -> None:
    """Names are no markup and no emoji codes."""
    assert _run('console().print("[bold]:smile:[/bold]")').stdout == "[bold]:smile:[/bold]\n"
