import subprocess
import sys
from pathlib import Path

import pytest
import typer

from runtime.cli.commands import COMMANDS, app

ROOT = Path(__file__).parents[3]
OF_SERVERS = {"temporalio", "sqlalchemy", "asyncpg", "fastapi", "starlette", "uvicorn", "highspy", "icalendar"}
"""Libraries that take longer to load than a request takes."""
CLIENTS = [name for name, late in COMMANDS.items() if late.panel.startswith("Plan")]


def loaded_by(statement: str) -> set[str]:
    """Top-level modules that a fresh Python has loaded after the statement."""
    program = f"import sys\n{statement}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("arguments", [["--help"], ["nonsense"], *([name, "--help"] for name in CLIENTS)], ids=" ".join)
def test_no_client_loads_what_only_servers_need(arguments: list[str]) -> None:
    """The help, and every command that asks the API, come up without the libraries of the stack (CLI-8)."""
    run = f"from runtime.cli.commands import app\ntry: app({arguments!r})\nexcept SystemExit: pass"
    assert loaded_by(run) & OF_SERVERS == set()


@pytest.mark.parametrize("name", CLIENTS)
def test_no_client_module_loads_what_only_servers_need(name: str) -> None:
    """Nor do the modules behind them, settings included (CLI-8)."""
    module = COMMANDS[name].place.partition(":")[0]
    assert loaded_by(f"import {module}, runtime.cli.asking") & OF_SERVERS == set()


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
