"""``daywright tool``: one tool on a state file, without a stack (rules STATE-12 and CLI-13)."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Never

import typer

from domain.errors import InvalidInput
from domain.schedule.state import Locale, ScheduleState
from domain.schedule.state_file import format_state
from domain.tools.arguments import quoted
from domain.tools.context import ToolContext
from domain.tools.registry import TOOLS, find_tool, run_tool
from domain.tools.results import ToolResult
from runtime.cli.running import console
from runtime.cli.state_text import STDIN, replace_text, state_of, text_of
from solvers.spread import HighsSpreadSolver

_Name = Annotated[str | None, typer.Argument(help="name of the tool, such as get_overview; without it all are listed")]
_State = Annotated[str | None, typer.Option("--state", help="a state file in JSON, or -", metavar="FILE")]
_Args = Annotated[
    str, typer.Option("--args", help="the tool's arguments: a JSON object, @FILE or -", metavar="JSON|@FILE|-")
]
_Write = Annotated[bool, typer.Option("--write", help="put the new state back into the file")]
_Reorder = Annotated[
    bool, typer.Option("--allow-reorder", help="the order of the tasks may be given up in this call; never written")
]
_Locale = Annotated[
    Locale | None, typer.Option("--locale", help="language of what is printed; that of the state if left out")
]
_Json = Annotated[bool, typer.Option("--json", help="print the whole result as JSON")]
_Schema = Annotated[bool, typer.Option("--schema", help="print the JSON schema of its arguments, and run nothing")]


@dataclass(frozen=True, slots=True)
class _Call:
    """What is to be run and what becomes of it, as the options say."""

    name: str
    source: str
    args: str
    write: bool
    allow_reorder: bool
    locale: Locale | None


def tool(
    name: _Name = None,
    state: _State = None,
    args: _Args = "{}",
    write: _Write = False,
    allow_reorder: _Reorder = False,
    locale: _Locale = None,
    as_json: _Json = False,
    schema: _Schema = False,
) -> None:
    """Run one tool on a state file, or list the tools.

    Exit code 0: it succeeded. 1: it refused; the text says why. 2: the file or the arguments cannot be read.
    """
    try:
        if name is None and state is None and not schema:
            return _print(_listing(locale or "en", as_json))
        if schema:
            return _print(_schema(_given("the name of a tool", name)))
        call = _Call(_given("the name of a tool", name), _given("--state", state), args, write, allow_reorder, locale)
        result = _run(call)
    except InvalidInput as error:
        console(stderr=True).print(f"daywright: {error}", style="red", soft_wrap=True)
        raise typer.Exit(2) from None
    _print(json.dumps(result.model_dump(mode="json"), ensure_ascii=False) if as_json else result.text)
    raise typer.Exit(0 if result.ok else 1)


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _given(what: str, value: str | None) -> str:
    if value is None:
        raise InvalidInput(f"{what} is missing: give NAME --state FILE, or nothing at all to see the tools")
    return value


def _listing(locale: Locale, as_json: bool) -> str:
    """Every tool with one sentence; as JSON with its kind and the schema of its arguments too."""
    if as_json:
        rows = [
            {"name": t.name, "kind": t.kind, "description": t.description(locale), "schema": t.schema()}
            for t in TOOLS.values()
        ]
        return json.dumps(rows, ensure_ascii=False)
    width = max(map(len, TOOLS))
    return "\n".join(f"{t.name:<{width}}  {t.description(locale)}" for t in TOOLS.values())


def _schema(name: str) -> str:
    found = find_tool(name)
    if found is None:
        raise InvalidInput(f"{quoted(name)} is no tool: choose from {', '.join(TOOLS)}")
    return json.dumps(found.schema(), ensure_ascii=False, indent=2)


def _run(call: _Call) -> ToolResult:
    if call.source == STDIN and (call.write or call.args == STDIN):
        raise InvalidInput("--state - is standard input: give a file for --write, and --args another way")
    stored = state_of(call.source)
    before = stored.model_copy(update={"locale": call.locale or stored.locale})
    after, result = run_tool(before, call.name, _arguments(call.args), _context(call))
    if call.write and after != before:
        replace_text(Path(call.source), _as_stored(after, stored))
    return result


def _context(call: _Call) -> ToolContext:
    return ToolContext(spread_solver=HighsSpreadSolver(), reorder_allowed=call.allow_reorder)


def _as_stored(after: ScheduleState, stored: ScheduleState) -> str:
    """The text of the new state. Language and released order of one call are none of the state."""
    return format_state(after.model_copy(update={"locale": stored.locale, "reorder_allowed": stored.reorder_allowed}))


def _arguments(given: str) -> dict[str, Any]:
    try:
        text = text_of(given.removeprefix("@")) if given == STDIN or given.startswith("@") else given
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
