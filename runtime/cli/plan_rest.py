"""``daywright plan-rest``: what was not done today is planned again (rule READ-8)."""

from datetime import date, datetime
from typing import Annotated

import typer

from api.schemas.runs import PlanRestOrder
from domain.refine.wording import locale_of
from domain.schedule.state import Locale
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.outcome import start_and_show
from runtime.cli.plan import pending
from runtime.cli.screen import Screen
from runtime.client.api import Api, every

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
    language = locale or locale_of(" ".join([one.name async for one in every(api.classes) if pending(one)]))
    session_id = await whole_id(session, "session", every(api.sessions)) if session else None
    order = PlanRestOrder(session_id=session_id, last=last, locale=language)
    await start_and_show(api, api.plan_rest(order), screen, language)
