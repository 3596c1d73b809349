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
    """The same as ``show_stages``; whoever interrupts it is told that the run goes on."""
    watch, cancel = (f"`daywright runs {verb} {run.id}`" for verb in ("watch", "cancel"))
    with told_when_interrupted(f"Run {run.id} goes on. See it with {watch}, stop it with {cancel}."):
        return await show_stages(api, run, screen, locale, keep)


async def show_stages(
    api: Api,
    run: RunAccepted,
    screen: Screen,
    locale: Locale,
    keep: Callable[[RunEventView], None] = _unheard,
) -> RunView:
    """Show the stages of a run as they happen, and give each event to ``keep``; the run as it ended."""
    stages = StagePrinter(screen.console, locale)
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
def told_when_interrupted(sentence: str) -> Iterator[None]:
    """Say on standard error, where the command is interrupted in the body, what does not end with it."""
    try:
        yield
    except asyncio.CancelledError:
        console(stderr=True).print(sentence, soft_wrap=True)
        raise
