"""``daywright import``: a timetable from a file."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.files import content_of, named_in_refusals
from runtime.cli.render.import_report import show_import, show_imported
from runtime.cli.screen import Screen
from runtime.client.api import Api, TermWish, every

_File = Annotated[Path, typer.Argument(metavar="FILE", help="an iCalendar (.ics), CSV or JSON file")]
_Monday = Annotated[
    datetime | None,
    typer.Option("--first-monday", formats=["%Y-%m-%d"], help="Monday of week 1; guessed if left out"),
]
_Weeks = Annotated[int | None, typer.Option("--weeks", min=1, max=60, help="weeks of the term; guessed if left out")]
_Zone = Annotated[str | None, typer.Option("--zone", help="zone of its clock times; guessed if left out")]
_Term = Annotated[str | None, typer.Option("--term", metavar="ID", help="an empty term; a new one if left out")]
_DryRun = Annotated[bool, typer.Option("--dry-run", help="show what would be stored, and store nothing")]


def import_(
    file: _File,
    first_monday: _Monday = None,
    weeks: _Weeks = None,
    zone: _Zone = None,
    term: _Term = None,
    dry_run: _DryRun = False,
    as_json: Json = False,
) -> None:
    """Import a file as the timetable of a term.

    CSV and JSON name no dates, so they need `--first-monday` or `--term`. It
    shows what is stored, and what is left out and why.
    """

    async def question(api: Api, screen: Screen) -> None:
        content = content_of(file)
        term_id = await whole_id(term, "term", every(api.terms)) if term else None
        wish = TermWish(first_monday.date() if first_monday else None, weeks, zone, term_id)
        with named_in_refusals(file):
            report = await api.import_timetable(content, wish, dry_run)
        screen.answer(report)
        show_imported(screen.console, report)
        show_import(screen.console, report, "Would be imported" if dry_run else "Imported")
        if not dry_run:
            screen.console.print("Next: `daywright classes add FILE.json`, then `daywright plan`.", style="dim")

    ask(question, as_json)
