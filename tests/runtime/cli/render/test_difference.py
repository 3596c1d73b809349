from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from domain.preview.body import preview_body
from domain.schedule.state import Locale
from runtime.cli.render.difference import difference_table
from tests.domain.preview.schedules import Plan, examples, plans
from tests.domain.preview.test_body import HEADER, noted
from tests.runtime.cli.render.sample_week import CLAUSE, WINDOW, preview, printed

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("width", [80, 120])
@pytest.mark.parametrize("locale", ["zh-CN", "en"])
def test_the_table_looks_as_it_should(locale: Locale, width: int) -> None:
    """The changes as a person saw and approved them, in both languages and sizes (PREVIEW-12)."""
    text = printed(difference_table(preview(locale).diff.previous, WINDOW, locale), width)
    assert text == (GOLDEN / f"difference_{locale}_{width}.txt").read_text()


def test_shared_grounds_stand_once() -> None:
    """The clause that moved six tasks is not repeated six times (PREVIEW-12)."""
    assert printed(difference_table(preview().diff.previous, WINDOW, "zh-CN"), 120).count(CLAUSE) == 1


@examples
@given(plans(names=st.text(max_size=30)), st.integers(52, 160), st.sampled_from(["zh-CN", "en"]))
def test_the_table_fits_and_numbers_every_change(plan: Plan, width: int, locale: Locale) -> None:
    """No line is wider than the console, and each change has a row with who decided it (PREVIEW-12)."""
    changes = preview_body(HEADER, plan.before, plan.after, noted(plan, "move", CLAUSE)).diff.previous
    table = difference_table(changes, plan.after.window, locale)
    console = Console(width=width)
    # The lines as the table gives them: the console would break one that is too wide.
    lines = [str(line) for line in table.__rich_console__(console, console.options)]
    assert all(cell_len(line) <= width for line in lines)
    assert sum(line.startswith(tuple("❶❷❸❹❺❻")) for line in lines) == len(changes)


def test_changes_stand_stacked_where_the_columns_do_not_fit() -> None:
    """Name, way with who decided, and reason below each other (PREVIEW-12)."""
    lines = printed(difference_table(preview("en").diff.previous, WINDOW, "en"), 60).splitlines()
    at = lines.index("❶  推断·习题 3")
    assert lines[at + 1 : at + 3] == ["   Thu 5–6 → Mon 5–6 · rules", "   Thu 6→0 sections, Mon 2→6"]


def test_no_change_is_said_in_words() -> None:
    """An empty table would look like a fault (PREVIEW-12)."""
    assert printed(difference_table((), WINDOW, "zh-CN"), 80) == "没有改动。\n"
