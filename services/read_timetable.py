"""Read a file of any form as the timetable of a term; a child process does it (rules IMPORT-1 to IMPORT-26)."""

import re

from domain.errors import InvalidCalendar
from domain.term.calendar import Term
from domain.timetable.assemble import timetable_of
from domain.timetable.choice import TermChoice
from domain.timetable.course import Timetable
from domain.timetable.guess import guess_term
from domain.timetable.listed import term_of_list, timetable_of_list
from services.decode_text import decoded
from services.read_calendar import MAX_BYTES, read_calendar
from services.read_csv_timetable import is_csv_timetable, read_csv_timetable
from services.read_json_timetable import read_json_timetable
from services.unfold import unfolded

_CALENDAR = b"BEGIN:VCALENDAR"
_OTHER_FORMS = (
    (re.compile(r"\s*<"), "a web page, as some sites name it .xls: open it in a spreadsheet and save its table as CSV"),
    (
        re.compile(r"[^\n]*\b(?:subject|主题)\b[^\n]*\b(?:start\s+date|开始日期)\b", re.IGNORECASE),
        "a table of events with dates, as Google and Outlook have them, which is not read: export the calendar as .ics",
    ),
)


def read_timetable(content: bytes, choice: TermChoice) -> tuple[Term, Timetable]:
    """The term that is said or guessed, and what the file means in it; what kind of file it is its text tells.

    Raises:
        InvalidCalendar: the file is of no kind that is read, breaks a bound, or names no event from which to guess the
            term.
        InvalidTerm: what is said and what is guessed make no term, or nothing says when it begins.
    """
    if len(content) > MAX_BYTES:
        raise InvalidCalendar(f"the file has {len(content)} bytes, {MAX_BYTES} are allowed: split it")
    text = decoded(unfolded(content) if _CALENDAR in content else content)
    start = text.lstrip()[:1]
    if start not in ("{", "[") and not is_csv_timetable(text):
        _refuse_other_forms(text)
        calendar = read_calendar(text)
        term = guess_term(calendar, choice)
        return term, timetable_of(calendar, term)
    listed = read_json_timetable(text) if start in ("{", "[") else read_csv_timetable(text)
    term = term_of_list(listed, choice)
    return term, timetable_of_list(listed, term)


def _refuse_other_forms(text: str) -> None:
    for form, told in _OTHER_FORMS:
        if form.match(text):
            raise InvalidCalendar(f"the file is {told}")
