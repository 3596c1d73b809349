"""``daywright revisions`` and ``back``: the revisions of a plan, and stepping back to one (rule PREVIEW-19)."""

from typing import Annotated

import typer

from api.schemas.previews import RevisionView
from runtime.cli.asking import Json, ask
from runtime.cli.edit import show_revision
from runtime.cli.planned_session import Session, planned_session
from runtime.cli.render.lists import listing, moment
from runtime.cli.screen import Screen
from runtime.client.api import Api

_Limit = Annotated[int, typer.Option("--limit", min=1, max=200, help="how many at most")]
_Cursor = Annotated[str | None, typer.Option("--cursor", help="next_cursor of the page before")]
_Revision = Annotated[int, typer.Argument(metavar="REVISION", min=1, help="number of an earlier revision")]


def revisions(session: Session = None, limit: _Limit = 20, cursor: _Cursor = None, as_json: Json = False) -> None:
    """List the revisions of a plan, newest first."""

    async def question(api: Api, screen: Screen) -> None:
        page = await api.revisions((await planned_session(api, session)).id, cursor, limit)
        screen.answer(page)
        rows = [(f"{r.revision}", moment(r.created_at), _maker(r), f"{r.changes}", r.summary) for r in page.items]
        screen.console.print(listing(("revision", "made", "by", "changes", "what"), rows))
        if page.next_cursor is not None:
            more = f"There are more: daywright revisions --cursor {page.next_cursor}"
            screen.console.print(more, style="dim", soft_wrap=True)

    ask(question, as_json)


def back(revision: _Revision, session: Session = None, as_json: Json = False) -> None:
    """Make an earlier revision of a plan the newest again."""

    async def question(api: Api, screen: Screen) -> None:
        found = await planned_session(api, session)
        before = await api.preview(found.id)
        await show_revision(api, screen, before, await api.step_back(found.id, revision, before.revision))

    ask(question, as_json)


def _maker(revision: RevisionView) -> str:
    maker = "a run" if revision.run_id else "hand"
    return f"{maker}, written" if revision.commit_id else maker
