"""A run, shown stage by stage until it has ended (rule CLI-4)."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager

from api.schemas.runs import RunAccepted, RunEventView, RunView
from domain.errors import DaywrightError
from domain.refine.wording import locale_of
from domain.schedule.state import Locale
from runtime.cli.render.stages import StagePrinter
from runtime.cli.running import console
from runtime.cli.screen import Screen
from runtime.client.api import Api


def _unheard(event: RunEventView) -> None:
    """Nobody keeps the event."""


async def follow_to_end(
    api: Api,
    run: RunAccepted,
    screen: Screen,
    locale: Locale,
    keep: Callable[[RunEventView], None] = _unheard,
) -> RunView:
    """Show the stages of a run as they happen, and give each event to ``keep``; the run as it ended."""
    stages = StagePrinter(screen.console, locale)
    with _goes_on(run):
        async with aclosing(api.follow(run.id)) as events:
            async for event in events:
                stages.show(event)
                keep(event)
    return await api.run(run.id)


def check_completed(run: RunView) -> None:
    """Raise, as the reason with its code, how a run ended that has no preview to show."""
    if run.status != "completed":
        error = DaywrightError(run.detail or f"run {run.id} ended as {run.status}: start it again")
        error.code = run.code or error.code
        raise error


def language_of(run: RunView) -> Locale:
    """The language in which the run was asked for."""
    message = run.request.get("message")
    if isinstance(message, str):
        return locale_of(message)
    return "en" if run.request.get("locale") == "en" else "zh-CN"


@contextmanager
def _goes_on(run: RunAccepted) -> Iterator[None]:
    """Whoever stops watching is told that the run does not stop with it."""
    try:
        yield
    except asyncio.CancelledError:
        console(stderr=True).print(
            f"Run {run.id} goes on. See it with `daywright runs watch {run.id}`, stop it with "
            f"`daywright runs cancel {run.id}`.",
            soft_wrap=True,
        )
        raise
