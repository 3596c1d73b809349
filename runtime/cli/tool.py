"""``daywright tool``: one tool on a state file, without a stack (rule STATE-12)."""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Never

import typer

from domain.errors import InvalidInput
from domain.schedule.state import ScheduleState
from domain.schedule.state_file import format_state, parse_state
from domain.tools.arguments import quoted
from domain.tools.context import ToolContext
from domain.tools.registry import run_tool
from domain.tools.results import ToolResult
from runtime.cli.running import console
from runtime.whole_file import whole_file
from solvers.spread import HighsSpreadSolver

_STDIN = "-"

_Name = Annotated[str, typer.Argument(help="name of the tool, such as get_overview")]
_State = Annotated[str, typer.Option("--state", help="a state file in JSON, - for standard input", metavar="FILE")]
_Args = Annotated[
    str, typer.Option("--args", help="the tool's arguments: a JSON object, @FILE or -", metavar="JSON|@FILE|-")
]
_Write = Annotated[bool, typer.Option("--write", help="put the new state back into the file")]
_Json = Annotated[bool, typer.Option("--json", help="print the whole result as JSON")]


def tool(name: _Name, state: _State, args: _Args = "{}", write: _Write = False, as_json: _Json = False) -> None:
    """Run one tool on a state file.

    Exit code 0: it succeeded. 1: it refused; the text says why. 2: the file or the arguments cannot be read.
    """
    try:
        result = _run(name, state, args, write)
    except InvalidInput as error:
        console(stderr=True).print(f"daywright: {error}", style="red", soft_wrap=True)
        raise typer.Exit(2) from None
    text = json.dumps(result.model_dump(mode="json"), ensure_ascii=False) if as_json else result.text
    sys.stdout.write(f"{text}\n")
    raise typer.Exit(0 if result.ok else 1)


def _run(name: str, source: str, args: str, write: bool) -> ToolResult:
    if source == _STDIN and (write or args == _STDIN):
        raise InvalidInput("--state - is standard input: give a file for --write, and --args another way")
    before = _state(source)
    after, result = run_tool(before, name, _arguments(args), ToolContext(spread_solver=HighsSpreadSolver()))
    if write and after != before:
        _replace(Path(source), format_state(after))
    return result


def _state(source: str) -> ScheduleState:
    try:
        return parse_state(_read(source))
    except InvalidInput as error:
        raise InvalidInput(f"--state {source}: {error.message}") from None


def _arguments(given: str) -> dict[str, Any]:
    try:
        text = _read(given.removeprefix("@")) if given == _STDIN or given.startswith("@") else given
        arguments = json.loads(text, parse_constant=_refuse_constant)
    except InvalidInput as error:
        raise InvalidInput(f"--args {given}: {error.message}") from None
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"--args is not JSON ({error}): give an object such as {{}}") from None
    if not isinstance(arguments, dict):
        raise InvalidInput(f"--args is {quoted(arguments)}, which is no object: give one such as {{}}")
    return arguments


def _refuse_constant(name: str) -> Never:
    raise ValueError(f"{name} is no number of JSON")


def _read(source: str) -> str:
    """The text of a file; a byte order mark is no part of it."""
    try:
        content = sys.stdin.buffer.read() if source == _STDIN else Path(source).read_bytes()
        return content.decode("utf-8-sig")
    except OSError as error:
        raise InvalidInput(f"it cannot be read ({error.strerror}): give the path of a readable file") from None
    except UnicodeDecodeError as error:
        raise InvalidInput(f"byte {error.start} is not UTF-8: save the file as UTF-8") from None


def _replace(path: Path, text: str) -> None:
    """Put the text in the place of a file in one step, so that nobody ever meets half of it."""
    # A link stays a link; what it points at is replaced.
    target = path.resolve()
    try:
        if not (target.is_file() and os.access(target, os.W_OK)):
            raise PermissionError(0, "not a file that may be written")
        with whole_file(target, replace=True) as sink:
            sink.write(text.encode())
            _copy_access(target, sink.fileno())
    except OSError as error:
        raise InvalidInput(f"--write: {path} cannot be replaced ({error.strerror}): nothing was changed") from None


def _copy_access(source: Path, descriptor: int) -> None:
    """The owner is kept where that is permitted, the mode always."""
    status = source.stat()
    with suppress(PermissionError):
        os.fchown(descriptor, status.st_uid, status.st_gid)
    os.fchmod(descriptor, status.st_mode & 0o7777)
