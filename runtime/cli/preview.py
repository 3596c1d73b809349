"""``daywright preview``: the plan as it stands."""

from typing import Annotated

import typer

from domain.errors import InvalidInput
from domain.preview.body import PreviewBody
from runtime.cli.asking import Json, ask
from runtime.cli.outcome import term_of
from runtime.cli.planned_session import Session, planned_session
from runtime.cli.render.plan_pages import show_plan
from runtime.cli.screen import Screen
from runtime.client.api import Api

_Revision = Annotated[int | None, typer.Option("--revision", min=1, help="an earlier revision than the newest")]
_Week = Annotated[int | None, typer.Option("--week", min=1, help="only this week of the term")]


def preview(session: Session = None, revision: _Revision = None, week: _Week = None, as_json: Json = False) -> None:
    """Show the newest plan and what its last run changed."""
    ask(lambda api, screen: _show(api, screen, session, revision, week), as_json)


async def _show(api: Api, screen: Screen, session: str | None, revision: int | None, week: int | None) -> None:
    found = await planned_session(api, session)
    body = await api.preview(found.id, revision)
    weeks = shown_weeks(body, week)
    screen.answer(body)
    show_plan(screen.console, body, term_of(await api.term(body.term_id)), weeks)


def shown_weeks(body: PreviewBody, week: int | None) -> tuple[int, ...]:
    """The week that is asked for, else every one with a suggestion, else the first.

    Raises:
        InvalidInput: the plan has no such week.
    """
    planned = sorted({day.week for day in body.window.day_mapping})
    if week is not None and week not in planned:
        raise InvalidInput(f"week {week} is not in this plan: it has weeks {planned[0]} to {planned[-1]}")
    suggested = tuple(plan.week for plan in body.candidate_plans)
    return (week,) if week is not None else suggested or (planned[0],)
