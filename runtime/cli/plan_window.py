"""Which days a plan is made for when a person does not say, or says it in weeks (rule CLI-6)."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

from domain.errors import InvalidInput
from domain.term.calendar import Term
from domain.term.window import Window

USUAL_DAYS = 14
_WEEKS = re.compile(r"(\d{1,2})(?:-(\d{1,2}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class WindowWish:
    """What a person says about the days.

    Attributes:
        first, last: days by date.
        weeks: days by weeks of the term, such as ``5`` or ``5-6``; no day is then given by date.
    """

    first: date | None = None
    last: date | None = None
    weeks: str | None = None


def chosen_window(term: Term, today: date, wish: WindowWish) -> tuple[date, date]:
    """First and last day of the plan.

    Raises:
        InvalidInput: weeks and dates are both given, the weeks cannot be read, or the term is over.
        OutOfTerm: the term has no such week or day.
        InvalidWindow: the last day lies before the first.
    """
    first, last = _days(term, today, wish) if wish.weeks is None else _weeks(term, wish)
    Window.between(term, first, last)
    return first, last


def _days(term: Term, today: date, wish: WindowWish) -> tuple[date, date]:
    first = wish.first or _usual_first(term, today)
    return first, wish.last or max(first, min(first + timedelta(days=USUAL_DAYS - 1), term.last_day))


def _weeks(term: Term, wish: WindowWish) -> tuple[date, date]:
    if wish.first or wish.last:
        raise InvalidInput("--weeks is given with --from or --to: give the weeks or the days")
    found = _WEEKS.fullmatch((wish.weeks or "").strip())
    if not found:
        raise InvalidInput(f"--weeks is {wish.weeks!r}: give a week of the term or two, such as 5 or 5-6")
    first, last = int(found[1]), int(found[2] or found[1])
    return term.date_of(first, 1), term.date_of(last, 7)


def _usual_first(term: Term, today: date) -> date:
    if today > term.last_day:
        raise InvalidInput(
            f"the term ended on {term.last_day}: import the next timetable, or name days with --from and --to"
        )
    return max(today, term.first_monday)
