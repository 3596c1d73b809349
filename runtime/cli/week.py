"""``daywright week``: what stands in a week of the timetable."""

from typing import Annotated
from zoneinfo import ZoneInfo

import typer

from domain.errors import NoTermToday, OutOfTerm
from runtime.cli.asking import Json, ask
from runtime.cli.outcome import term_of
from runtime.cli.plan import chosen_term
from runtime.cli.render.day_page import show_day
from runtime.cli.screen import Screen
from runtime.client.api import Api
from runtime.clock import now

_Week = Annotated[int | None, typer.Argument(metavar="WEEK", min=1, help="week of the term; this one if left out")]
_Term = Annotated[
    str | None, typer.Option("--term", metavar="ID", help="the one that holds today if left out, else the newest")
]


def week(number: _Week = None, term: _Term = None, as_json: Json = False) -> None:
    """Show what stands in a week, day by day, and what of it is done."""
    ask(lambda api, screen: _show(api, screen, number, term), as_json)


async def _show(api: Api, screen: Screen, number: int | None, term: str | None) -> None:
    term_id, week = await chosen_week(api, number, term)
    if number is not None:
        await _check(api, term_id, week)
    found = await api.week(term_id, week)
    screen.answer(found)
    for day in found.days:
        if day.entries or day.timed_events:
            show_day(screen.console, day)
            screen.console.print()
    if not any(day.entries or day.timed_events for day in found.days):
        screen.console.print(f"Nothing stands in week {found.week}.")


async def _check(api: Api, term_id: str, week: int) -> None:
    """Refuse a week that the term does not have, however large its number, in the words of people."""
    weeks = (await api.term(term_id)).weeks
    if not 1 <= week <= weeks:
        raise OutOfTerm(f"week {week} is not in this term: it has weeks 1 to {weeks}")


async def chosen_week(api: Api, number: int | None, term: str | None) -> tuple[str, int]:
    """The term and the week that are meant.

    Raises:
        NoTermToday: neither is given, and no term holds today.
        OutOfTerm: the term that is given does not hold today, and no week is.
    """
    if term is not None:
        view = await chosen_term(api, term)
        return view.id, number or term_of(view).position(now().astimezone(ZoneInfo(view.zone)).date())[0]
    try:
        today = await api.today()
    except NoTermToday:
        if number is None:
            raise
        return (await chosen_term(api, None)).id, number
    return today.term_id, number or today.week
