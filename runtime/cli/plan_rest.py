"""``daywright plan-rest``: what was not done today is planned again (rule READ-8)."""

from datetime import date, datetime, timedelta
from typing import Annotated

import typer

from api.schemas.runs import PlanRestOrder
from domain.refine.wording import locale_of
from domain.schedule.state import Locale
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.outcome import start_and_show
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

_LOOKED_BACK = timedelta(days=7)

_To = Annotated[
    datetime | None, typer.Option("--to", formats=["%Y-%m-%d"], help="last day of the plan; in six days if left out")
]
_Session = Annotated[str | None, typer.Option("--session", metavar="ID", help="plan in this session, not in a new one")]
_Locale = Annotated[
    Locale | None, typer.Option("--locale", help="language of the plan; that of the classes' names if left out")
]


def plan_rest(last: _To = None, session: _Session = None, locale: _Locale = None, as_json: Json = False) -> None:
    """Plan what was not done today again, from now on, as a preview.

    Tasks that stand in the timetable stay; say first which were not done with `daywright not-done`.
    """
    day = last.date() if last else None
    ask(lambda api, screen: _plan(api, screen, day, session, locale), as_json)


async def _plan(api: Api, screen: Screen, last: date | None, session: str | None, locale: Locale | None) -> None:
    language = locale or await _language(api)
    session_id = await whole_id(session, "session", every(api.sessions)) if session else None
    order = PlanRestOrder(session_id=session_id, last=last, locale=language)
    await start_and_show(api, api.plan_rest(order), screen, language)


async def _language(api: Api) -> Locale:
    """That of the classes of what was not done today; of all that wait, where nothing is known of that."""
    waiting = {i.id: one.name async for one in every(api.classes) for i in one.items if i.status == "pending"}
    names = {waiting[item_id] for item_id in await _undone_today(api) if item_id in waiting}
    return locale_of(" ".join(names or waiting.values()))


async def _undone_today(api: Api) -> set[str]:
    """Items of which it was said today, or which stood today when it was said, that they were not done."""
    today = await api.today()
    found: set[str] = set()
    async for commit in every(api.commits):
        if commit.created_at < today.at - _LOOKED_BACK:
            break
        said_today = commit.created_at.astimezone(today.at.tzinfo).date() == today.date
        for change in commit.changes if (commit.kind, commit.status) == ("not_done", "applied") else ():
            days = {(place.week, place.day_of_week) for place in change.before.places}
            if change.item_id and (said_today or (today.week, today.day_of_week) in days):
                found.add(change.item_id)
    return found
