"""Read a calendar file as the timetable of a term; a child process does it (rules IMPORT-1 to IMPORT-11)."""

from domain.term.calendar import Term
from domain.timetable.assemble import timetable_of
from domain.timetable.choice import TermChoice
from domain.timetable.course import Timetable
from domain.timetable.guess import guess_term
from services.read_calendar import read_calendar


def read_timetable(content: bytes, choice: TermChoice) -> tuple[Term, Timetable]:
    """The term that is said or guessed, and what the file means in it.

    Raises:
        InvalidCalendar: the file is no calendar, breaks a bound, or names no event from which to guess the term.
        InvalidTerm: what is said and what is guessed make no term.
    """
    calendar = read_calendar(content)
    term = guess_term(calendar, choice)
    return term, timetable_of(calendar, term)
