"""``daywright today``: what stands today."""

from runtime.cli.asking import Json, ask
from runtime.cli.render.day_page import show_day
from runtime.cli.screen import Screen
from runtime.client.api import Api


def today(as_json: Json = False) -> None:
    """Show what stands today, and what of it is done."""

    async def question(api: Api, screen: Screen) -> None:
        found = await api.today()
        screen.answer(found)
        show_day(screen.console, found, found.at)

    ask(question, as_json)
