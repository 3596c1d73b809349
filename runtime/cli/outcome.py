"""A run from its order to the plan it leaves, shown as it happens (rules CLI-4 and PREVIEW-12)."""

from collections.abc import Awaitable

from api.schemas.imports import TermForm
from api.schemas.previews import PreviewView
from api.schemas.runs import PlanOrder, RefineOrder, RunAccepted, RunView
from api.schemas.terms import TermView
from domain.preview.difference import touched_weeks
from domain.schedule.state import Locale
from domain.term.calendar import SectionTime, Term
from runtime.cli.following import check_completed, follow_to_end, told_when_interrupted
from runtime.cli.render.plan_pages import show_plan
from runtime.cli.screen import Screen
from runtime.client.api import Api


async def run_and_show(api: Api, order: PlanOrder | RefineOrder, screen: Screen, locale: Locale) -> None:
    """Start a run, show its stages, and the plan as it then is.

    Raises:
        DaywrightError: the run left no plan; the message is its reason.
    """
    await start_and_show(api, api.start_run(order), screen, locale)


async def start_and_show(api: Api, starting: Awaitable[RunAccepted], screen: Screen, locale: Locale) -> None:
    """The same for a run that is started in another way."""
    with told_when_interrupted("It may have been started: see `daywright runs`."):
        accepted = await starting
    await follow_and_show(api, accepted, screen, locale)


async def follow_and_show(api: Api, accepted: RunAccepted, screen: Screen, locale: Locale, after: int = 0) -> None:
    """The same for a run that was started before, from behind the event of this number."""
    run = await follow_to_end(api, accepted, screen, locale, after=after)
    preview = await result_of(api, run) if run.status == "completed" else None
    screen.answer({"run": run, "preview": preview})
    check_completed(run)
    if preview is not None:
        await _show(api, run, preview, screen)


async def result_of(api: Api, run: RunView) -> PreviewView:
    """The revision that a completed run saved."""
    return await api.preview(run.session_id, (run.base_revision or 0) + 1)


async def before(api: Api, run: RunView) -> PreviewView | None:
    """The revision that a refine run changed; None for a plan run."""
    return await api.preview(run.session_id, run.base_revision) if run.kind == "refine" else None


def term_of(view: TermView | TermForm) -> Term:
    """The term that the API shows."""
    sections = tuple(SectionTime(start=section.start, end=section.end) for section in view.sections)
    return Term(first_monday=view.first_monday, weeks=view.weeks, zone=view.zone, sections=sections)


async def _show(api: Api, run: RunView, preview: PreviewView, screen: Screen) -> None:
    term = term_of(await api.term(preview.term_id))
    weeks = touched_weeks(preview.window, preview.diff.previous)
    show_plan(screen.console, preview, term, weeks, await before(api, run))
    named = f"Revision {preview.revision} of session {run.session_id}."
    then = "Change it with `daywright refine`, see it with `daywright preview`."
    screen.console.print(f"{named} {then}", style="dim", soft_wrap=True)
