"""The session whose plan is meant (rule CLI-5)."""

from typing import Annotated

import typer

from api.schemas.sessions import SessionView
from domain.errors import PreviewNotFound
from runtime.cli.abbreviations import whole_id
from runtime.client.api import Api, every

Session = Annotated[
    str | None,
    typer.Option("--session", metavar="ID", help="a session by the end of its id; the newest with a plan if left out"),
]


async def planned_session(api: Api, given: str | None) -> SessionView:
    """The session that is named, else the newest that has a plan.

    Raises:
        PreviewNotFound: no session has a plan yet.
    """
    if given is not None:
        return await api.session(await whole_id(given, "session", every(api.sessions)))
    async for session in every(api.sessions):
        if session.revision is not None:
            return session
    raise PreviewNotFound("there is no plan yet: make one with `daywright plan`")
