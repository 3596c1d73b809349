"""A whole plan on the terminal: its weeks, its changes and its summary (rules PREVIEW-11 and PREVIEW-12)."""

from collections.abc import Iterable

from rich.console import Console

from domain.preview.body import PreviewBody
from domain.schedule.state import Locale
from domain.term.calendar import Term
from runtime.cli.render.cells import printable
from runtime.cli.render.difference import difference_table
from runtime.cli.render.week_grid import week_grid

_BEFORE: dict[Locale, str] = {"zh-CN": "之前", "en": "before"}
_AFTER: dict[Locale, str] = {"zh-CN": "之后", "en": "after"}


def show_plan(
    console: Console, body: PreviewBody, term: Term, weeks: Iterable[int], before: PreviewBody | None = None
) -> None:
    """Print weeks of a plan, what its last run changed, and the summary.

    Args:
        before: the plan that was changed; each week is then shown before and after.
    """
    changes = body.diff.previous
    pages = ((before, _BEFORE[body.locale]), (body, _AFTER[body.locale])) if before else ((body, ""),)
    for week in weeks:
        for page, caption in pages:
            console.print()
            console.print(week_grid(page, week, term=term, changes=changes, caption=caption))
    # Where a hand only pinned, the summary says so, and that nothing changed would be no truth.
    if changes or body.run is not None:
        console.print()
        console.print(difference_table(changes, body.window, body.locale))
    console.print(f"\n{printable(body.summary)}\n")
