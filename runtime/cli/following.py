"""A run, shown stage by stage until it has ended (rules CLI-4 and CLI-11)."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import aclosing, contextmanager

from api.schemas.runs import RunAccepted, RunEventView, RunView
from domain.errors import DaywrightError
from domain.refine.wording import locale_of
from domain.schedule.state import Locale
from runtime.cli.questions import answer_needed, answer_on_terminal, can_be_asked, how_to_answer, waiting_after
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
    *,
    after: int = 0,
    stays: bool = False,
) -> RunView:
    """The same as ``show_stages``; whoever interrupts it is told that the run goes on."""
    watch, cancel = (f"`daywright runs {verb} {run.id}`" for verb in ("watch", "cancel"))
    with told_when_interrupted(f"Run {run.id} goes on. See it with {watch}, stop it with {cancel}."):
        return await show_stages(api, run, screen, locale, keep, after=after, stays=stays)


async def show_stages(
    api: Api,
    run: RunAccepted,
    screen: Screen,
    locale: Locale,
    keep: Callable[[RunEventView], None] = _unheard,
    *,
    after: int = 0,
    stays: bool = False,
) -> RunView:
    """Show the stages of a run as they happen, and give each event to ``keep``; the run as it ended.

    What the run asks meanwhile the person answers on the terminal (rule CLI-11). Without one the answer is the run as
    it waits, unless ``stays`` is set: then it is followed on, whoever answers it.

    Args:
        after: number of the event behind which to begin.
    """
    stages = StagePrinter(screen.console, locale)
    while True:
        waiting = None
        async with aclosing(api.follow(run.id, after)) as events:
            async for event in events:
                stages.show(event)
                keep(event)
                after = event.seq
                waiting = await waiting_after(api, event)
                if waiting is not None:
                    break
        if waiting is None:
            return await api.run(run.id)
        is_answered = can_be_asked(screen) and await answer_on_terminal(api, waiting, screen, locale)
        if not is_answered and not stays:
            return waiting
        if not is_answered:
            screen.console.print(f"Run {run.id} waits: {how_to_answer(run)}.", soft_wrap=True)


def check_completed(run: RunView) -> None:
    """Raise, as the reason with its code, how a run ended that has no preview to show, or that it waits."""
    if run.status == "paused":
        raise answer_needed(run)
    if run.status != "completed":
        error = DaywrightError(run.detail or f"run {run.id} ended as {run.status}: start it again")
        error.code = run.code or error.code
        raise error


def language_of(run: RunView) -> Locale:
    """The language in which the run was asked for."""
    message = run.request.get("message")
    if run.kind == "refine" and isinstance(message, str):
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
