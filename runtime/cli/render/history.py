"""What was written into the timetable, on the terminal: a list, and one commit with its changes (rule CLI-10)."""

from collections.abc import Iterator

from rich.console import Console
from rich.text import Text

from api.schemas.commits import CommitView
from domain.commit.wording import standing_text
from domain.refine.wording import locale_of
from runtime.cli.render.cells import padded, printable
from runtime.cli.render.lists import moment

_INDENT = "  "
_STYLES = {"applied": "", "undone": "dim", "refused": "red"}


def show_history(out: Console, commits: tuple[CommitView, ...]) -> None:
    """Print two lines for each commit: which, when and by whom; and what became of it, cut where it is too long."""
    for commit in commits:
        out.print(Text(f"{commit.id}  {moment(commit.created_at)}  by {printable(commit.actor)}"), soft_wrap=True)
        line = f"{_INDENT}{_became(commit)}: {printable(commit.summary)}"
        out.print(Text(padded(line, out.width).rstrip(), _STYLES[commit.status]))


def show_commit(out: Console, commit: CommitView) -> None:
    """Print a commit with each of its changes, or with all that was in its way."""
    out.print(Text(f"{commit.id}  {moment(commit.created_at)}  by {printable(commit.actor)}"), soft_wrap=True)
    out.print(Text(f"{_became(commit)}: {printable(commit.summary)}", _STYLES[commit.status]), soft_wrap=True)
    for line in (*_changes(commit), *_in_the_way(commit)):
        out.print(line, soft_wrap=True)


def _became(commit: CommitView) -> str:
    if commit.undone_at is None:
        return commit.status
    by = f" by {printable(commit.undone_by)}" if commit.undone_by else ""
    return f"undone {moment(commit.undone_at)}{by}"


def _changes(commit: CommitView) -> Iterator[Text]:
    locale = locale_of(commit.summary)
    for change in commit.changes:
        way = " → ".join(standing_text(locale, standing) for standing in (change.before, change.after))
        yield Text.assemble("- ", (printable(change.task), "bold"), "  ", printable(way))


def _in_the_way(commit: CommitView) -> Iterator[Text]:
    facts = (commit.problem or {}).get("facts", {})
    for one in facts.get("conflicts", ()):
        yield Text(f"- {printable(str(one['message']))}")
