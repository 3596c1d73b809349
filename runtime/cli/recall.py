"""``daywright recall``: what was said, written and planned, found by plain words (rules RECALL-26 and CLI-32)."""

from typing import Annotated

import typer

from domain.context.recall.account import account
from domain.context.recall.item import MOST_ITEMS
from domain.refine.wording import locale_of
from runtime.cli.asking import Json, ask
from runtime.cli.render.cells import printable
from runtime.cli.screen import Screen
from runtime.client.api import Api

_Query = Annotated[str, typer.Argument(help="what is asked for, in plain words")]
_Now = Annotated[
    str | None,
    typer.Option("--now", help="when it is asked, with its offset; this moment if left out", metavar="ISO"),
]
_Limit = Annotated[int, typer.Option("--limit", min=1, max=MOST_ITEMS, help="how many items at most")]


def recall(query: _Query, now: _Now = None, limit: _Limit = 20, as_json: Json = False) -> None:
    """Find what you said, wrote and planned: where, when, and why it is shown."""

    async def question(api: Api, screen: Screen) -> None:
        locale = locale_of(query)
        planned = await api.plan_context(query, (await api.me()).user_id, now, locale)
        found = await api.recall(planned, limit)
        screen.answer(found)
        for line in account(found, planned.plan, locale):
            screen.console.print(line[: len(line) - len(line.lstrip())] + printable(line), markup=False, soft_wrap=True)

    ask(question, as_json)
