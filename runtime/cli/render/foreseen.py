"""What a confirm would write, as a person reads it before saying yes (rule CONFIRM-9)."""

from collections.abc import Iterator

from rich.console import Group
from rich.text import Text

from api.schemas.commits import ForeseenConfirmView
from domain.commit.changes import TaskChange
from domain.commit.wording import standing_text
from domain.schedule.state import Locale
from runtime.cli.render.cells import printable


def foreseen_page(foreseen: ForeseenConfirmView) -> Group:
    """A line for each change, or for each thing in the way."""
    return Group(*_lines(foreseen))


def _lines(foreseen: ForeseenConfirmView) -> Iterator[Text]:
    yield Text(f"Revision {foreseen.revision} of session {foreseen.session_id}:")
    for change in foreseen.changes:
        yield _change(foreseen.locale, change)
    for conflict in foreseen.conflicts:
        yield Text(f"- {printable(conflict.message)}", style="red")
    if not foreseen.conflicts:
        yield Text(printable(foreseen.summary), style="bold")


def _change(locale: Locale, change: TaskChange) -> Text:
    way = " → ".join(standing_text(locale, standing) for standing in (change.before, change.after))
    return Text.assemble("- ", (printable(change.task), "bold"), "  ", printable(way))
