"""What an import shows on the terminal (rule IMPORT-12)."""

from datetime import date
from io import StringIO

from rich.cells import cell_len
from rich.console import Console

from api.schemas.imports import ImportCounts, ImportedTerm, ImportView
from domain.term.calendar import Term
from domain.timetable.course import Course, Meeting
from runtime.cli.render.import_report import show_import, show_imported, show_proposed

WEEKLY = Meeting(day_of_week=1, slot_start=1, slot_end=2, weeks=(1,))


def shown(name: str, width: int = 80) -> list[str]:
    """The lines of an import of one course that meets once."""
    report = ImportView(
        term=ImportedTerm.of(Term(first_monday=date(2026, 8, 31), weeks=1), id=None),
        counts=ImportCounts(courses=1, section_rows=2, timed_events=0, tasks=0, skipped=0),
        courses=(Course(name=name, location="", embeddable=False, meetings=(WEEKLY,)),),
        timed_events=(),
        tasks=(),
        skipped=(),
        proposals=1,
    )
    console = Console(file=StringIO(), width=width)
    show_imported(console, report)
    show_import(console, report)
    show_proposed(console, report)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue().splitlines()


def test_a_name_however_long_leaves_room_for_its_times() -> None:
    """It is cut, and marked so."""
    for name in ("a" * 300, "高" * 300, "a b " * 75):
        lines = shown(name)
        [row] = [line for line in lines if "Monday sections 1-2 of week 1" in line]
        assert "…" in row
        assert all(cell_len(line) <= 80 for line in lines)


def test_one_of_something_is_told_as_one() -> None:
    """In every line."""
    text = "\n".join(shown("Maths"))
    assert "A new term: 1 week from 2026-08-31" in text
    assert "Imported: 1 course, 2 sections, 0 timed events, 0 skipped." in text
    assert "would change 1 day:" in text
