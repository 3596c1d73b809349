"""What an import stored and what it left out, on the terminal (rule IMPORT-12)."""

from rich.console import Console

from api.schemas.imports import ImportView
from domain.timetable.calendar import Skipped
from runtime.cli.render.cells import printable
from runtime.cli.render.import_difference import counted, show_difference
from runtime.cli.render.lists import listing, moment


def show_import(console: Console, report: ImportView, verb: str = "Imported") -> None:
    """Print how much was stored, and everything that was left out with its reason."""
    counts = report.counts
    stored = f"{counts.courses} courses, {counts.section_rows} sections, {counts.timed_events} timed events"
    stored += f", {counts.tasks} tasks" if counts.tasks else ""
    left: tuple[Skipped, ...] = ()
    if report.difference is not None:
        stored = f"{counted(report.difference)}; the file has {stored}"
        left = report.difference.tasks_left
    console.print(f"{verb}: {stored}, {counts.skipped + len(left)} skipped.")
    for skipped in (*report.skipped, *left):
        console.print(f"  – {printable(skipped.name or skipped.uid)}: {printable(skipped.reason)}", style="yellow")


def show_imported(console: Console, report: ImportView) -> None:
    """Print the term and everything that stands in it, or what changed of that."""
    term = report.term
    named = f"Term {term.id}" if term.id else "A new term"
    console.print(f"{named}: {term.weeks} weeks from {term.first_monday}, {term.zone}.")
    if report.difference is not None:
        show_difference(console, report.difference, term.zone)
        return
    rows = [(course.name, str(meeting)) for course in report.courses for meeting in course.meetings]
    rows += [(task.name, f"{meeting}, a task") for task in report.tasks for meeting in task.meetings]
    for event in report.timed_events:
        rows.append((event.name, f"{moment(event.starts_at, term.zone)} to {moment(event.ends_at, term.zone)}"))
    console.print(listing(("name", "when"), rows))
