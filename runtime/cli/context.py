"""``daywright context``: what would be looked up before words are answered, without a stack (CONTEXT-35, CLI-13)."""

import sys
from typing import Annotated

import typer

from domain.context.plan.account import account
from domain.context.plan.answer import answer_text
from domain.context.plan.moment import read_now
from domain.context.plan.planner import make_plan
from domain.errors import DaywrightError
from domain.refine.wording import locale_of
from domain.schedule.state import Locale
from runtime.cli.running import tell_error
from runtime.clock import now as read_clock

_Query = Annotated[str, typer.Argument(help="what was said, in plain words")]
_Now = Annotated[
    str | None,
    typer.Option("--now", help="when it was said, with its offset; this moment if left out", metavar="ISO"),
]
_Locale = Annotated[Locale, typer.Option("--locale", help="whose words about time are tried first")]
_Json = Annotated[bool, typer.Option("--json", help="print the plan as the API answers it")]


def context(query: _Query, now: _Now = None, locale: _Locale = "zh-CN", as_json: _Json = False) -> None:
    """Show what would be looked up before words are answered, and why.

    Exit code 0: there is a plan. 2: there is none for these words or this moment.
    """
    try:
        moment = read_clock().astimezone() if now is None else read_now(now)
        plan = make_plan(query, moment, locale)
    except DaywrightError as error:
        tell_error(error)
        raise typer.Exit(2) from None
    lines = (answer_text(plan),) if as_json else account(plan, locale_of(query))
    sys.stdout.write("\n".join(lines) + "\n")
