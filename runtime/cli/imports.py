"""``daywright import``: a timetable from a file."""

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from api.schemas.imports import ImportView
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.files import content_of, named_in_refusals
from runtime.cli.render.import_report import show_import, show_imported, show_proposed
from runtime.cli.screen import Screen
from runtime.client.api import Api, TermWish, every

_File = Annotated[Path, typer.Argument(metavar="FILE", help="an iCalendar (.ics), CSV or JSON file")]
_Monday = Annotated[
    datetime | None,
    typer.Option("--first-monday", formats=["%Y-%m-%d"], help="Monday of week 1; guessed if left out"),
]
_Weeks = Annotated[int | None, typer.Option("--weeks", min=1, max=60, help="weeks of the term; guessed if left out")]
_Zone = Annotated[str | None, typer.Option("--zone", help="zone of its clock times; guessed if left out")]
_Term = Annotated[
    str | None,
    typer.Option("--term", metavar="ID", help="a term whose courses become those of the file; a new one if left out"),
]
_Displace = Annotated[bool, typer.Option("--displace", help="let tasks wait again whose places courses now need")]
_New = Annotated[bool, typer.Option("--new", help="make a new term even where another holds the very same")]
_DryRun = Annotated[bool, typer.Option("--dry-run", help="show what would be stored, and store nothing")]


def import_(  # noqa: PLR0913, PLR0917 - one parameter for each option of the command
    file: _File,
    first_monday: _Monday = None,
    weeks: _Weeks = None,
    zone: _Zone = None,
    term: _Term = None,
    displace: _Displace = False,
    new: _New = False,
    dry_run: _DryRun = False,
    as_json: Json = False,
) -> None:
    """Import a file as the timetable of a term.

    CSV and JSON name no dates, so they need `--first-monday` or `--term`. It
    shows what is stored, and what is left out and why. In a term that holds a
    timetable it shows the difference, and placed tasks stay where they can.
    """

    async def question(api: Api, screen: Screen) -> None:
        content = content_of(file)
        term_id = await whole_id(term, "term", every(api.terms)) if term else None
        wish = TermWish(first_monday.date() if first_monday else None, weeks, zone, term_id, displace, new)
        with named_in_refusals(file):
            report = await api.import_timetable(content, wish, dry_run)
        screen.answer(report)
        show_imported(screen.console, report)
        show_import(screen.console, report, "Would be imported" if dry_run else "Imported")
        show_proposed(screen.console, report)
        if (hint := _next(report, dry_run)) is not None:
            screen.console.print(hint, style="dim")

    ask(question, as_json)


def _next(report: ImportView, dry_run: bool) -> str | None:
    if report.same_as is not None:
        return f"Term {report.same_as} holds the very same already: use that one, or make another by `--new`."
    if dry_run:
        asks = report.difference is not None and report.difference.displaced
        return "To let these tasks wait again, import with `--displace`." if asks else None
    if report.difference is None:
        return "Next: `daywright classes add FILE.json`, then `daywright plan`."
    return "Next: `daywright plan` finds them places again." if report.difference.displaced else None
