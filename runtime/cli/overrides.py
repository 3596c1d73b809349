"""``daywright overrides``: days of a term that are held as other days, or without classes (rule CLI-42)."""

import re
from collections.abc import Callable, Coroutine, Sequence
from datetime import date, datetime
from typing import Annotated, Any

import typer

from api.schemas.overrides import (
    DatedOverrideDraft,
    OverridesChangedView,
    OverridesDraft,
    OverrideView,
    ProposalView,
)
from api.schemas.terms import TermView
from domain.errors import InvalidInput, NotFound
from domain.schedule.state import Locale
from domain.term.overrides import TermDay
from domain.term.overrides_wording import day_text
from runtime.cli.asking import Json, ask
from runtime.cli.plan import chosen_term
from runtime.cli.render.import_difference import show_difference
from runtime.cli.render.lists import listing
from runtime.cli.screen import Screen
from runtime.client.api import Api

overrides = typer.Typer(help="List, propose, accept and remove days that are held as other days (调休).")

_Term = Annotated[str | None, typer.Option("--term", metavar="ID", help="the newest if left out")]
_Days = Annotated[list[datetime] | None, typer.Argument(metavar="DAY...", formats=["%Y-%m-%d"], help="dates")]
_All = Annotated[bool, typer.Option("--all", help="every day")]
_As = Annotated[
    str | None, typer.Option("--as", metavar="WEEK-DAY", help="hold the day as this one, such as 6-2; 1 is Monday")
]
_NoClasses = Annotated[bool, typer.Option("--no-classes", help="hold the day without classes")]
_Displace = Annotated[bool, typer.Option("--displace", help="let tasks wait again that stand in the way")]
_DryRun = Annotated[bool, typer.Option("--dry-run", help="show what would change, and change nothing")]
_Locale = Annotated[Locale, typer.Option("--locale", help="language of the reasons")]

_WEEK_DAY = re.compile(r"(\d{1,2})-([1-7])", re.ASCII)
_Deciding = Callable[[Api, TermView], Coroutine[Any, Any, OverridesDraft]]


@overrides.callback(invoke_without_command=True)
def index(context: typer.Context, term: _Term = None, as_json: Json = False) -> None:
    """List the days that are held otherwise; or propose, accept or remove some."""
    if context.invoked_subcommand is None:
        list_(term, as_json)


@overrides.command("list")
def list_(term: _Term = None, as_json: Json = False) -> None:
    """List the days of a term that are held otherwise."""

    async def question(api: Api, screen: Screen) -> None:
        view = await chosen_term(api, term)
        page = await api.overrides.standing(view.id)
        screen.answer(page)
        if not page.items:
            screen.console.print("Every day is held as itself: see `daywright overrides propose`.")
            return
        screen.console.print(listing(("day", "", "held as"), map(_row, page.items)))

    ask(question, as_json)


@overrides.command()
def propose(term: _Term = None, locale: _Locale = "zh-CN", as_json: Json = False) -> None:
    """Show what the public calendar proposes; nothing is changed."""

    async def question(api: Api, screen: Screen) -> None:
        view = await chosen_term(api, term)
        page = await api.overrides.proposals(view.id, locale)
        screen.answer(page)
        if not page.items:
            screen.console.print("The public calendar proposes nothing for this term.")
            return
        heads = ("day", "", "held as", "", "courses", "reason")
        screen.console.print(listing(heads, (_proposed(one, locale) for one in page.items)))
        if any(one.standing is None for one in page.items):
            hint = "Accept with `daywright overrides accept DAY...`, or `--all` that are not provisional."
            screen.console.print(hint, style="dim")

    ask(question, as_json)


@overrides.command()
def accept(
    days: _Days = None,
    every_one: _All = False,
    as_day: _As = None,
    no_classes: _NoClasses = False,
    displace: _Displace = False,
    dry_run: _DryRun = False,
    term: _Term = None,
    as_json: Json = False,
) -> None:
    """Hold days as they are proposed, or as you say with --as or --no-classes.

    --all accepts every proposal for a day that is not decided yet, apart from
    provisional ones, which are accepted by their dates.
    """
    dates, chosen = _dates(days), _said(as_day, no_classes)
    if bool(dates) == every_one or (every_one and chosen is not None):
        raise InvalidInput("say which days: give dates, or --all for what is proposed, not both")

    async def decided(api: Api, view: TermView) -> OverridesDraft:
        if chosen is not None:
            return OverridesDraft(overrides=tuple(_draft(day, chosen[0]) for day in dates))
        proposed = (await api.overrides.proposals(view.id, "en")).items
        return OverridesDraft(overrides=tuple(_meant(proposed, dates)))

    _change(decided, term, displace=displace, dry_run=dry_run, as_json=as_json)


@overrides.command()
def remove(
    days: _Days = None,
    every_one: _All = False,
    displace: _Displace = False,
    dry_run: _DryRun = False,
    term: _Term = None,
    as_json: Json = False,
) -> None:
    """Hold days as themselves again, with their own courses."""
    dates = _dates(days)
    if bool(dates) == every_one:
        raise InvalidInput("say which days: give dates, or --all, not both")

    async def decided(api: Api, view: TermView) -> OverridesDraft:
        standing = (await api.overrides.standing(view.id)).items
        return OverridesDraft(removed=dates or tuple(one.day for one in standing))

    _change(decided, term, displace=displace, dry_run=dry_run, as_json=as_json)


def _change(deciding: _Deciding, term: str | None, *, displace: bool, dry_run: bool, as_json: bool) -> None:
    async def question(api: Api, screen: Screen) -> None:
        view = await chosen_term(api, term)
        draft = await deciding(api, view)
        changed = await api.overrides.change(view.id, draft, displace=displace, dry_run=dry_run)
        screen.answer(changed)
        _show(screen, draft, changed, view.zone, dry_run)

    ask(question, as_json)


def _show(screen: Screen, draft: OverridesDraft, changed: OverridesChangedView, zone: str, dry_run: bool) -> None:
    console = screen.console
    for one in draft.accepted:
        console.print(f"{_dated(one.day)}: {day_text('en', one.source)}", highlight=False)
    for day in draft.removed:
        console.print(f"{_dated(day)}: held as itself", highlight=False)
    if changed.difference.is_empty:
        console.print("No course changes by that.")
    else:
        show_difference(console, changed.difference, zone)
    if dry_run:
        console.print("Nothing was changed: this was a dry run.", style="dim")
    elif changed.difference.displaced:
        console.print("Next: `daywright plan` finds these tasks places again.", style="dim")


def _dates(days: Sequence[datetime] | None) -> tuple[date, ...]:
    return tuple(day.date() for day in days or ())


def _said(as_day: str | None, no_classes: bool) -> tuple[TermDay | None] | None:
    """What the person says a day is held as; None where that is left to the proposals.

    Raises:
        InvalidInput: it is no day, or both are said.
    """
    if as_day is None:
        return (None,) if no_classes else None
    found = _WEEK_DAY.fullmatch(as_day.strip())
    if found is None or no_classes:
        raise InvalidInput(f"--as {as_day!r} is no WEEK-DAY such as 6-2, or --no-classes stands beside it: give one")
    return (TermDay(int(found[1]), int(found[2])),)


def _draft(day: date, source: TermDay | None) -> DatedOverrideDraft:
    if source is None:
        return DatedOverrideDraft(day=day)
    return DatedOverrideDraft(day=day, as_week=source.week, as_day_of_week=source.day_of_week)


def _meant(proposed: Sequence[ProposalView], dates: Sequence[date]) -> list[DatedOverrideDraft]:
    """The proposals of these dates; all that are open and certain if there are none.

    Raises:
        NotFound: nothing is proposed for a date, or nothing is open.
    """
    known = {one.day: one for one in proposed}
    unknown = [day for day in dates if day not in known]
    if unknown:
        raise NotFound(f"nothing is proposed for {unknown[0]}: say what it is held as, with --as or --no-classes")
    meant = [known[day] for day in dates] or [one for one in proposed if one.standing is None and not one.provisional]
    if not meant:
        raise NotFound("no proposal is open that is certain: see `daywright overrides propose`")
    return [_draft(one.day, _source(one)) for one in meant]


def _source(view: OverrideView) -> TermDay | None:
    if view.as_week is None or view.as_day_of_week is None:
        return None
    return TermDay(view.as_week, view.as_day_of_week)


def _dated(day: date) -> str:
    return f"{day} {day:%a}"


def _row(view: OverrideView) -> tuple[str, str, str]:
    return str(view.day), f"{view.day:%a}", day_text("en", _source(view))


def _proposed(view: ProposalView, locale: Locale) -> tuple[str, ...]:
    courses = [*(f"-{name}" for name in view.goes), *(f"+{name}" for name in view.comes)]
    held = day_text(locale, _source(view))
    return str(view.day), f"{view.day:%a}", held, _state(view), ", ".join(courses), view.reason


def _state(view: ProposalView) -> str:
    if view.standing is None:
        return "provisional" if view.provisional else ""
    return "accepted" if _source(view.standing) == _source(view) else "decided otherwise"
