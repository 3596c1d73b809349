import json
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import typer

from runtime.cli.commands import COMMANDS, app

ROOT = Path(__file__).parents[3]
OF_SERVERS = {"temporalio", "sqlalchemy", "asyncpg", "fastapi", "starlette", "uvicorn", "highspy", "icalendar"}
"""Libraries that take longer to load than a request takes."""
CLIENTS = [name for name, late in COMMANDS.items() if late.panel.startswith("Plan")]


USED = [["--help"], ["nonsense"], *([name, "--help"] for name in CLIENTS)]
# What all of them load together holds what each loads by itself, and one Python is enough to see it.
_PROGRAM = """
import json, os, sys
answers = os.dup(1)
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
for statement in json.load(sys.stdin):
    exec(statement, {})
    names = [*{name.partition(".")[0] for name in sys.modules}]
    os.write(answers, json.dumps([statement, names]).encode() + b"\\n")
"""


def using(arguments: list[str]) -> str:
    return f"from runtime.cli.commands import app\ntry: app({arguments!r})\nexcept SystemExit: pass"


def importing(name: str) -> str:
    return f"import {COMMANDS[name].place.partition(':')[0]}, runtime.cli.asking"


@cache
def loaded() -> dict[str, set[str]]:
    """Top-level modules that a fresh Python has loaded after each statement and those before it."""
    statements = [*map(using, USED), *map(importing, CLIENTS)]
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM], cwd=ROOT, input=json.dumps(statements), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return {statement: set(names) for statement, names in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("arguments", USED, ids=" ".join)
def test_no_client_loads_what_only_servers_need(arguments: list[str]) -> None:
    """The help, and every command that asks the API, come up without the libraries of the stack (CLI-8)."""
    assert loaded()[using(arguments)] & OF_SERVERS == set()


@pytest.mark.parametrize("name", CLIENTS)
def test_no_client_module_loads_what_only_servers_need(name: str) -> None:
    """Nor do the modules behind them, settings included (CLI-8)."""
    assert loaded()[importing(name)] & OF_SERVERS == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_they_say_themselves(name: str) -> None:
    """Each is there under its name, and its line is the first of its own help."""
    command = COMMANDS[name].load(name)
    assert command.help.strip().splitlines()[0] == COMMANDS[name].help
    assert typer.main.get_group(app).commands[name].help == COMMANDS[name].help


@pytest.mark.parametrize(("redirection", "code"), [(">&-", 0), ("2>&-", 0), (">&- 2>&-", 0), (">/dev/full", 1)])
def test_an_output_that_takes_nothing_is_no_traceback(redirection: str, code: int) -> None:
    """A closed one is done without; where writing fails, one sentence says so."""
    command = f"{Path(sys.executable).parent / 'daywright'} --help {redirection}"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    assert done.returncode == code
    assert ("cannot be written" in done.stderr) == bool(code)
