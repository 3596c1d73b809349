"""Merging sections into weekly meetings (rule IMPORT-8)."""

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.timetable.course import Cell, Course, Meeting, meetings_of

cells = st.builds(Cell, st.integers(1, 20), st.integers(1, 7), st.integers(1, 12))


def test_weeks_of_one_place_become_one_meeting() -> None:
    """Week by week is the same as a list of weeks."""
    given_cells = [Cell(week, 4, section) for week in (2, 4, 6) for section in (5, 6)]
    [meeting] = meetings_of(given_cells)
    assert meeting == Meeting(day_of_week=4, slot_start=5, slot_end=6, weeks=(2, 4, 6))


def test_a_hole_makes_two_meetings() -> None:
    """Consecutive sections are one run; a free one between them ends it."""
    found = meetings_of([Cell(1, 1, section) for section in (1, 2, 4)])
    assert [(m.slot_start, m.slot_end) for m in found] == [(1, 2), (4, 4)]


def test_a_meeting_reads_as_a_place() -> None:
    """The wording of reports: day, sections, and weeks as ranges."""
    meeting = Meeting(day_of_week=2, slot_start=3, slot_end=4, weeks=(1, 2, 3, 5))
    assert str(meeting) == "Tuesday sections 3-4 of weeks 1-3, 5"
    assert str(Meeting(day_of_week=7, slot_start=3, slot_end=3, weeks=(9,))) == "Sunday section 3 of week 9"


@settings(deadline=None)
@given(st.lists(cells))
def test_merging_keeps_every_section_and_adds_none(given_cells: list[Cell]) -> None:
    """The meetings stand for exactly the sections they were made of, each once, runs as long as they can be."""
    meetings = meetings_of(given_cells)
    expanded = list(Course(name="x", location="", embeddable=False, meetings=meetings).cells())
    assert sorted(expanded) == sorted(set(given_cells))
    ends = {(week, m.day_of_week, m.slot_end + 1) for m in meetings for week in m.weeks}
    assert not ends & set(given_cells)
