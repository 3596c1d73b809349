"""``daywright backup``, ``restore`` and ``reset``: the data of a stack as a whole (rules STACK-14 to STACK-16)."""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from runtime.cli.running import console, run_command
from runtime.clock import now
from runtime.data.backup import Backup, back_up, usual_name
from runtime.data.reset import Contents, contents, delete_data
from runtime.data.restore import Restored, bring_back
from runtime.embedded.server import Report
from runtime.settings import Settings

_Target = Annotated[Path | None, typer.Argument(metavar="FILE", help="what to write; named for the time by default")]
_Source = Annotated[Path, typer.Argument(metavar="FILE", help="a file that `daywright backup` has made")]
_Overwrite = Annotated[bool, typer.Option("--force", help="replace the file if it exists")]
_Replace = Annotated[bool, typer.Option("--force", help="replace present data, once they are backed up")]
_Yes = Annotated[bool, typer.Option("--yes", help="do not ask")]
_Json = Annotated[bool, typer.Option("--json", help="print what was done as JSON")]


def backup(file: _Target = None, force: _Overwrite = False, as_json: _Json = False) -> None:
    """Write all data into one file, whether or not the stack runs."""

    async def command(settings: Settings, _: Console) -> None:
        moment = now()
        done = await back_up(settings, file or Path(usual_name(moment)), moment, _report(), force=force)
        _show([f"Backed up into {done.file} ({done.size:,} bytes)."], _facts(done), as_json)

    run_command(command)


def restore(file: _Source, force: _Replace = False, as_json: _Json = False) -> None:
    """Bring back the data of a backup."""

    async def command(settings: Settings, _: Console) -> None:
        done = await bring_back(settings, file, now(), _report(), force=force)
        replaced = _facts(done.replaced) if done.replaced else None
        facts = {"file": str(file), "into": _place(settings), "replaced": replaced}
        _show(_restored(done, file, settings), facts | done.manifest.model_dump(mode="json"), as_json)

    run_command(command)


def reset(yes: _Yes = False, as_json: _Json = False) -> None:
    """Delete all data of the embedded stack."""
    found: list[Contents] = []

    async def look(settings: Settings, _: Console) -> None:
        found.append(contents(settings, _report()))

    async def command(settings: Settings, _: Console) -> None:
        done = delete_data(settings, _report())
        names = {"deleted": [path.name for path in done.ours], "kept": [path.name for path in done.foreign]}
        _show(_deleted(done), {"folder": str(done.folder), **names}, as_json)

    # The question is asked outside of what handles signals, so that Ctrl-C ends it at once.
    run_command(look)
    if not yes and found[0].ours:
        _confirm(found[0])
    run_command(command)


def _confirm(found: Contents) -> None:
    """Ask on standard error, which leaves standard output to what was done; anything but a yes is a no."""
    errors = console(stderr=True)
    names = ", ".join(path.name for path in found.ours)
    errors.print(f"Delete all data in {found.folder} ({names})? [y/N]", end=" ", soft_wrap=True)
    if sys.stdin.buffer.readline().strip().lower() not in (b"y", b"yes"):
        errors.print("daywright: nothing was deleted: answer y, or give --yes", style="red", soft_wrap=True)
        raise typer.Exit(1)


def _place(settings: Settings) -> str:
    return "the database of DATABASE_URL" if settings.database_url else str(settings.data_dir)


def _restored(done: Restored, file: Path, settings: Settings) -> list[str]:
    made = f"{done.manifest.created_at:%Y-%m-%d %H:%M} UTC"
    lines = [f"Restored {file}, made on {made}, into {_place(settings)}."]
    if done.replaced is not None:
        lines.append(f"What was there before is backed up in {done.replaced.file}.")
    if done.store_removed:
        lines.append("The store of Temporal was removed, for its workflows belong to other data.")
    if settings.temporal_address is not None:
        lines.append(
            f"The Temporal at {settings.temporal_address} is as it was: end its workflows of other data there."
        )
    lines.append("Runs that were open go on from their last step at the next start.")
    lines.append("Keys are as they were then: revoke again what was revoked since.")
    return lines


def _deleted(done: Contents) -> list[str]:
    if not done.ours:
        lines = [f"There is nothing to delete in {done.folder}."]
    else:
        lines = [f"Deleted all data in {done.folder} ({', '.join(path.name for path in done.ours)})."]
    if done.foreign:
        lines.append(f"Left there, for Daywright did not make it: {', '.join(path.name for path in done.foreign)}.")
    return lines


def _facts(done: Backup) -> dict[str, Any]:
    return {"file": str(done.file), "bytes": done.size, **done.manifest.model_dump(mode="json")}


def _show(lines: list[str], facts: dict[str, Any], as_json: bool) -> None:
    out = console()
    for line in [json.dumps(facts, ensure_ascii=False)] if as_json else lines:
        out.print(line, soft_wrap=True)


def _report() -> Report:
    """Standard output is for what was done."""
    return partial(console(stderr=True).print, soft_wrap=True)
