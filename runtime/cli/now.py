"""``daywright now``: what goes on, and what comes next."""

from rich.console import Console

from domain.schedule.today import NowView
from domain.schedule.week import DayView
from runtime.cli.asking import Json, ask
from runtime.cli.render.cells import printable
from runtime.cli.render.day_page import by_start, day_title, held_by, spoken
from runtime.cli.screen import Screen
from runtime.client.api import Api


def now(as_json: Json = False) -> None:
    """Show what goes on at this moment, and what comes next."""

    async def question(api: Api, screen: Screen) -> None:
        found = await api.now()
        screen.answer(found)
        _show(screen.console, found)

    ask(question, as_json)


def _show(console: Console, found: NowView) -> None:
    if found.now is None:
        console.print("No term holds this day.")
    else:
        _show_present(console, found.now)
    if found.next is None:
        console.print("Next: nothing, in this term and the one after it.")
        return
    there = "" if found.now and found.now.date == found.next.date else f" on {day_title(found.next)}"
    console.print(f"Next, {found.next.starts_at:%H:%M}{there}: {', '.join(map(spoken, by_start(found.next)))}.")


def _show_present(console: Console, day: DayView) -> None:
    present = by_start(day)
    if not present:
        console.print("Now: nothing.")
    for event in present:
        where = f", {printable(held_by(event))}" if held_by(event) else ""
        console.print(f"Now, until {event.ends_at:%H:%M}: {spoken(event)}{where}.")
