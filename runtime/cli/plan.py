"""``daywright plan``: place tasks around a timetable (rules CLI-6 and CLI-45)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated
from zoneinfo import ZoneInfo

import typer

from api.schemas.classes import ClassView
from api.schemas.runs import PlanOrder
from api.schemas.terms import TermView
from domain.errors import InvalidInput, NotFound, NothingToPlace
from domain.refine.wording import locale_of
from domain.schedule.state import Locale
from runtime.cli.abbreviations import whole_id
from runtime.cli.asking import Json, ask
from runtime.cli.class_names import class_named
from runtime.cli.outcome import run_and_show, term_of
from runtime.cli.plan_window import WindowWish, chosen_window
from runtime.cli.render.cells import printable
from runtime.cli.screen import Screen
from runtime.client.api import Api, every
from runtime.clock import now

MOST_CLASSES = 100
LONGEST = 2000

_Words = Annotated[
    str | None,
    typer.Argument(metavar="WORDS", help="what to plan, in Chinese or English: days, classes, and what holds for them"),
]
_Term = Annotated[str | None, typer.Option("--term", metavar="ID", help="the newest if left out")]
_From = Annotated[datetime | None, typer.Option("--from", formats=["%Y-%m-%d"], help="first day of the plan")]
_To = Annotated[datetime | None, typer.Option("--to", formats=["%Y-%m-%d"], help="last day of the plan")]
_Weeks = Annotated[str | None, typer.Option("--weeks", help="weeks of the term in place of days: 5 or 5-6")]
_Classes = Annotated[
    list[str] | None,
    typer.Option("--class", metavar="NAME|ID", help="a class to place; all with waiting tasks if left out"),
]
_Session = Annotated[
    str | None, typer.Option("--session", metavar="ID", help="plan anew in this session; in a new one if left out")
]
_Locale = Annotated[
    Locale | None, typer.Option("--locale", help="language of the plan; that of the classes' names if left out")
]


@dataclass(frozen=True, slots=True)
class PlanWish:
    """What a person says about a plan; the rest is chosen."""

    window: WindowWish
    term: str | None = None
    classes: tuple[str, ...] = ()
    session: str | None = None
    locale: Locale | None = None
    words: str = ""


def plan(  # noqa: PLR0913, PLR0917 - one parameter for each option of the command
    words: _Words = None,
    term: _Term = None,
    first: _From = None,
    last: _To = None,
    weeks: _Weeks = None,
    classes: _Classes = None,
    session: _Session = None,
    locale: _Locale = None,
    as_json: Json = False,
) -> None:
    """Place the waiting tasks around the timetable, as a preview.

    It shows the stages as they happen, then the weeks and the changes. Nothing is written to the timetable. Options go
    before the words; what neither says is asked about, with a proposal that "yes" takes.
    """
    window = WindowWish(first.date() if first else None, last.date() if last else None, weeks)
    wish = PlanWish(window, term, tuple(classes or ()), session, locale, checked_words(words))
    ask(lambda api, screen: _plan(api, screen, wish), as_json)


def checked_words(words: str | None) -> str:
    """The words without space around them; none where nothing was said.

    Raises:
        InvalidInput: they are too long, or hold U+0000.
    """
    said = (words or "").strip()
    if len(said) > LONGEST or "\0" in said:
        raise InvalidInput(f"the words have {len(said)} characters: say it in at most {LONGEST:,}, without U+0000")
    return said


async def _plan(api: Api, screen: Screen, wish: PlanWish) -> None:
    term = await chosen_term(api, wish.term)
    classes = () if wish.words and not wish.classes else await chosen_classes(api, wish.classes)
    days = _days(term, wish)
    order = PlanOrder(
        kind="plan",
        session_id=await whole_id(wish.session, "session", every(api.sessions)) if wish.session else None,
        term_id=term.id,
        first=days[0] if days else None,
        last=days[1] if days else None,
        class_ids=tuple(found.id for found in classes) or None,
        message=wish.words or None,
        locale=wish.locale or locale_of(wish.words or " ".join(found.name for found in classes)),
    )
    waiting = ", ".join(f"{printable(found.name)} {pending(found)}" for found in classes)
    what = (f" {days[0]} to {days[1]}" if days else "", f": {waiting}" if waiting else "")
    screen.console.print(f"Planning{what[0]} in the term of {term.first_monday}{what[1]}.", style="dim")
    await run_and_show(api, order, screen, order.locale)


def _days(term: TermView, wish: PlanWish) -> tuple[date, date] | None:
    """First and last day; None where the words are to say."""
    window = wish.window
    if wish.words and window == WindowWish():
        return None
    return chosen_window(term_of(term), now().astimezone(ZoneInfo(term.zone)).date(), window)


async def chosen_term(api: Api, given: str | None) -> TermView:
    """The term that is named, else the newest.

    Raises:
        NotFound: there is none.
    """
    if given is not None:
        return await api.term(await whole_id(given, "term", every(api.terms)))
    newest = (await api.terms(limit=1)).items
    if not newest:
        raise NotFound("there is no timetable yet: import one with `daywright import FILE.ics`")
    return newest[0]


async def chosen_classes(api: Api, given: Sequence[str]) -> tuple[ClassView, ...]:
    """The classes that are named, else all that have waiting items, the oldest first.

    Raises:
        NothingToPlace: no class has a waiting item.
        InvalidInput: more classes have than a run takes, or a name fits several.
        NotFound: a name fits none.
    """
    known = [found async for found in every(api.classes)]
    if given:
        return tuple(dict.fromkeys(class_named(name, known) for name in given))
    waiting = tuple(found for found in reversed(known) if pending(found))
    if not waiting:
        raise NothingToPlace("no task waits for a place: add some with `daywright classes add FILE.json`")
    if len(waiting) > MOST_CLASSES:
        raise InvalidInput(f"{len(waiting)} classes have waiting tasks, {MOST_CLASSES} fit a run: name some by --class")
    return waiting


def pending(found: ClassView) -> int:
    """How many items of a class wait for a place."""
    return sum(item.status == "pending" for item in found.items)
