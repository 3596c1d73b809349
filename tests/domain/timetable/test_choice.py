"""What may be said of the term of a file (rules IMPORT-17 and IMPORT-18)."""

from datetime import date
from typing import Any

import pytest

from domain.errors import InvalidInput, InvalidTerm
from domain.term.calendar import Term
from domain.timetable.choice import TermChoice

TERM = Term(first_monday=date(2026, 10, 5), weeks=15, zone="Asia/Tokyo")


def test_all_or_nothing_may_be_said_of_a_term() -> None:
    """What is said is taken, what is not comes from elsewhere."""
    guessed = (date(2026, 8, 31), 3, "Asia/Shanghai")
    assert TermChoice.of(TERM).completed(*guessed) == TERM
    assert TermChoice.of(None).completed(*guessed) == Term(first_monday=guessed[0], weeks=3)
    assert TermChoice(weeks=7).completed(*guessed) == Term(first_monday=guessed[0], weeks=7)


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"first_monday": date(2026, 9, 1)}, "first_monday 2026-09-01 is a Tuesday: give the Monday of week 1"),
        ({"weeks": 0}, "weeks 0 is out of range"),
        ({"zone": "Mars/Base"}, "zone 'Mars/Base' is unknown"),
        ({"zone": ""}, "zone '' is unknown"),
    ],
)
def test_what_no_term_can_be_of_is_refused_before_the_file_is_read(said: dict[str, Any], message: str) -> None:
    """There is no choice to import with (IMPORT-17)."""
    with pytest.raises(InvalidTerm, match=message):
        TermChoice(**said)


def test_nothing_is_said_of_a_term_that_is_there_already() -> None:
    """Which of the two should count, nobody could tell."""
    with pytest.raises(InvalidInput, match="leave out weeks=18, or import into a new term"):
        TermChoice(term_id="01K6F0Q2M3N4P5R6S7T8V9W0XB", weeks=18)
