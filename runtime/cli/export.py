"""``daywright export``: a term, or a week of it, as a file (rule CLI-40)."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from api.schemas.terms import TermView
from domain.errors import InvalidInput
from domain.schedule.state import Locale
from runtime.cli.asking import ask
from runtime.cli.plan import chosen_term
from runtime.cli.screen import Screen
from runtime.cli.week import chosen_week
from runtime.client.api import Api

Form = Literal["ics", "csv", "svg", "png"]

_File = Annotated[
    bool | None,
    typer.Option("--ics/--csv", help="iCalendar with all that stands in the term, or a table of the courses"),
]
_Picture = Annotated[bool | None, typer.Option("--svg/--png", help="a picture of a week, in one form or the other")]
_Term = Annotated[str | None, typer.Option("--term", metavar="ID", help="the newest if left out")]
_Week = Annotated[int | None, typer.Option("--week", min=1, help="week of a picture; this one if left out")]
_Alarm = Annotated[
    int | None, typer.Option("--alarm", metavar="MINUTES", min=0, max=10_080, help="an alarm before each start")
]
_Out = Annotated[
    str | None, typer.Option("--out", metavar="FILE", help="a file, or - for the output; named by its term if left out")
]
_Locale = Annotated[Locale, typer.Option("--locale", help="language of what stands beside the names in a picture")]


def export(
    file: _File = None,
    picture: _Picture = None,
    term: _Term = None,
    week: _Week = None,
    alarm: _Alarm = None,
    out: _Out = None,
    locale: _Locale = "zh-CN",
) -> None:
    """Write a term, or a picture of a week, into a file.

    Without a form it is iCalendar. A file that is there already stays unless --out names it.
    """
    form = _form(file, picture)
    _check(form, week, alarm)

    async def question(api: Api, screen: Screen) -> None:
        view, number = await _term_of(api, form, term, week)
        if form in ("svg", "png"):
            content = await api.exports.week(view.id, number, form, locale)
        else:
            content = await api.exports.term(view.id, "csv" if form == "csv" else "ics", alarm)
        if out == "-":
            _to_output(content)
            return
        path = _written(out, _usual_name(view, number, form), content)
        screen.console.print(f"Written: {path} ({len(content):,} bytes)", soft_wrap=True, markup=False, highlight=False)

    ask(question)


def _form(ics: bool | None, svg: bool | None) -> Form:
    """The form that is meant; iCalendar if none is named."""
    if svg is None:
        return "csv" if ics is False else "ics"
    if ics is not None:
        raise InvalidInput("a file of the term and a picture of a week are both asked for: export one, then the other")
    return "svg" if svg else "png"


def _check(form: Form, week: int | None, alarm: int | None) -> None:
    if week is not None and form in ("ics", "csv"):
        raise InvalidInput(f"--week {week} is for pictures: leave it out, or choose --svg or --png")
    if alarm is not None and form != "ics":
        raise InvalidInput(f"--alarm {alarm} is for iCalendar: leave it out, or choose --ics")


async def _term_of(api: Api, form: Form, term: str | None, week: int | None) -> tuple[TermView, int]:
    """The term that is meant, and for a picture the week."""
    if form in ("ics", "csv"):
        return await chosen_term(api, term), 0
    term_id, number = await chosen_week(api, week, term)
    return await api.term(term_id), number


def _usual_name(view: TermView, week: int, form: Form) -> str:
    return f"timetable-{view.first_monday}{f'-week-{week}' if week else ''}.{form}"


def _written(out: str | None, usual: str, content: bytes) -> Path:
    """Where it now stands.

    Raises:
        InvalidInput: it cannot be written there, or nobody named a file that is there already.
    """
    path = Path(out or usual)
    try:
        with path.open("wb" if out else "xb") as file:
            file.write(content)
    except FileExistsError:
        raise InvalidInput(f"{path} is there already: name a file with --out") from None
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written ({error.strerror}): name another file with --out") from None
    return path


def _to_output(content: bytes) -> None:
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
