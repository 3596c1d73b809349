"""What an import stored and what it left out, on the terminal (rule IMPORT-12)."""

from rich.console import Console

from api.schemas.imports import ImportView
from domain.timetable.calendar import Skipped
from runtime.cli.render.cells import printable, wrapped
from runtime.cli.render.import_difference import counted, show_difference
from runtime.cli.render.lists import listing, moment


def show_import(console: Console, report: ImportView, verb: str = "Imported") -> None:
    """Print how much was stored, and everything that was left out with its reason."""
    counts = report.counts
    stored = f"{_some(counts.courses, 'course')}, {_some(counts.section_rows, 'section')}"
    stored += f", {_some(counts.timed_events, 'timed event')}"
    stored += f", {_some(counts.tasks, 'task')}" if counts.tasks else ""
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
    console.print(f"{named}: {_some(term.weeks, 'week')} from {term.first_monday}, {term.zone}.")
    if report.difference is not None:
        show_difference(console, report.difference, term.zone)
        return
    rows = [(course.name, str(meeting)) for course in report.courses for meeting in course.meetings]
    rows += [(task.name, f"{meeting}, a task") for task in report.tasks for meeting in task.meetings]
    for event in report.timed_events:
        rows.append((event.name, f"{moment(event.starts_at, term.zone)} to {moment(event.ends_at, term.zone)}"))
    most = console.width // 2
    console.print(listing(("name", "when"), [(_cut(name, most), when) for name, when in rows]))


def show_proposed(console: Console, report: ImportView) -> None:
    """Print on how many days the public calendar would change courses, if on any."""
    if report.proposals:
        told = f"The public calendar would change {_some(report.proposals, 'day')}: see `daywright overrides propose`."
        console.print(told, style="dim")


def _cut(name: str, width: int) -> str:
    """A name that leaves room for when it is."""
    return next(iter(wrapped(printable(name), width, 1)), "")


def _some(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"
