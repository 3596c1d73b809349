"""``daywright refine``: change a plan in plain words."""

from typing import Annotated

import typer
from pydantic import ValidationError

from api.schemas.runs import RefineOrder
from domain.errors import InvalidInput
from domain.refine.wording import locale_of
from runtime.cli.asking import Json, ask
from runtime.cli.outcome import run_and_show
from runtime.cli.planned_session import Session, planned_session
from runtime.cli.screen import Screen
from runtime.client.api import Api

_SHOWN = 40

_Words = Annotated[str, typer.Argument(metavar="WORDS", help="what should change, in Chinese or English")]


def refine(words: _Words, session: Session = None, as_json: Json = False) -> None:
    """Change the newest plan in plain words, as a preview.

    It shows the stages as they happen, each week before and after, and every change with its reason.

    Exit code 0: the run came to its end, even where the request was met only in part or nothing was changed; its last
    sentence says so. 1: there is no plan to change, the run failed or left no plan, or it waits for an answer. 2: wrong
    usage.
    """
    ask(lambda api, screen: _refine(api, screen, words, session), as_json)


def refine_order(words: str, session_id: str | None, name: str = "the request") -> RefineOrder:
    """The order for a refine run.

    Args:
        name: what the words are called where they cannot be used.

    Raises:
        InvalidInput: there are none, only blanks, or too many.
    """
    try:
        return RefineOrder(kind="refine", message=words, session_id=session_id)
    except ValidationError:
        shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
        raise InvalidInput(
            f"{name} {shown!r} has {len(words)} characters: say it in 1 to 2,000, not all of them blank, without U+0000"
        ) from None


async def _refine(api: Api, screen: Screen, words: str, session: str | None) -> None:
    refine_order(words, None)
    order = refine_order(words, (await planned_session(api, session)).id)
    await run_and_show(api, order, screen, locale_of(words))
