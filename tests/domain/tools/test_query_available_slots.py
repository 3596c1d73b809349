"""Candidate slots are the legal places, all of them, in order."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.schedule.occupancy import positions
from domain.schedule.state import ScheduleState
from domain.tools.registry import run_tool
from tests.domain.schedule.states import course, state, task
from tests.domain.tools.arrangements import arrangements

HOST = course(10, "思政", (1, 1, 2), (2, 3, 6), can_embed=True)


def found(before: ScheduleState, **arguments: Any) -> dict[str, Any]:
    after, result = run_tool(before, "query_available_slots", arguments)
    assert after is before
    assert result.data is not None, result.text
    return result.data


def ranges(before: ScheduleState, **arguments: Any) -> list[tuple[int, int, int, str]]:
    rows = found(before, **arguments)["slots"]
    return [(row["day"], row["slot_start"], row["slot_end"], row["slot_type"]) for row in rows]


def test_candidates_start_with_a_segment() -> None:
    assert [start for _, start, _, _ in ranges(state(days=1))] == [1, 3, 5, 7, 9, 11]
    assert [start for _, start, _, _ in ranges(state(days=1), span=3)] == [1, 3, 5, 7, 9]


def test_a_day_without_an_aligned_candidate_offers_any_start() -> None:
    """Other days keep to the segments."""
    before = state(course(1, "a", (1, 1, 3), (1, 6, 12)), course(2, "b", (2, 1, 8)), days=2)
    assert ranges(before) == [(1, 4, 5, "empty"), (2, 9, 10, "empty"), (2, 11, 12, "empty")]


def test_embeddable_slots_fill_up_what_is_missing() -> None:
    before = state(HOST, course(1, "a", (1, 3, 12), (2, 9, 12)), days=2)
    assert [r[:2] for r in ranges(before)] == [(2, 1), (2, 7), (1, 1), (2, 3), (2, 5)]
    assert [r[:2] for r in ranges(before, limit=3)] == [(2, 1), (2, 7), (1, 1)]
    assert [r[:2] for r in ranges(before, limit=2)] == [(2, 1), (2, 7)]
    assert not found(before, limit=2)["fallback_used"]
    assert found(before)["fallback_used"]


@pytest.mark.parametrize(
    "arguments", [{"allow_embed": False}, {"slot_type": "pure"}, {"slot_types": ["strict"]}, {"slot_type": "empty"}]
)
def test_pure_queries_return_no_embeddable_slot(arguments: dict[str, Any]) -> None:
    data = found(state(HOST, days=2), limit=200, **arguments)
    assert (data["embedded_count"], data["allow_embed"]) == (0, False)


def test_a_taken_host_occurrence_is_no_candidate() -> None:
    before = state(HOST, task(2, "a", (2, 3, 4), embed_host=10), days=2)
    assert [r[:2] for r in ranges(before, limit=200) if r[0] == 2] == [(2, 1), (2, 7), (2, 9), (2, 11)]


@pytest.mark.parametrize(
    ("arguments", "days"),
    [
        ({"day": 3}, [3]),
        ({"day_start": 12}, [12, 13]),
        ({"day_end": 2}, [1, 2]),
        ({"day_start": 4, "day_end": 4}, [4]),
        ({"day_scope": "weekend"}, [6, 7, 13]),
        ({"day_scope": "workday", "week": 6}, [8, 9, 10, 11, 12]),
        ({"day_of_week": [1, 3]}, [1, 3, 8, 10]),
        ({"week": 6, "day_of_week": [6, 7]}, [13]),
        ({"week_filter": [6], "week": 5, "day_of_week": 2}, [2, 9]),
        ({"week_from": 6, "day_end": 9}, [8, 9]),
        ({"week_to": 5, "day_start": 6}, [6, 7]),
        ({"week_filter": [9]}, []),
        ({"day_scope": "weekend", "day_of_week": [1]}, []),
    ],
)
def test_day_filters_all_hold(arguments: dict[str, Any], days: list[int]) -> None:
    assert [r[0] for r in ranges(state(), limit=200, section_from=1, section_to=2, **arguments)] == days


@pytest.mark.parametrize(
    ("arguments", "starts"),
    [
        ({"after_section": 8}, [9, 11]),
        ({"before_section": 5}, [1, 3]),
        ({"before_section": 4}, [1]),
        ({"exclude_sections": [1, 4, 9, 12]}, [5, 7]),
        ({"after_section": 4, "before_section": 9, "exclude_sections": 5}, [7]),
        ({"section_from": 4, "section_to": 6}, [4]),
        ({"section_from": 4, "section_to": 6, "span": 1}, [4]),
        ({"after_section": 11}, []),
    ],
)
def test_section_filters_all_hold(arguments: dict[str, Any], starts: list[int]) -> None:
    assert [r[1] for r in ranges(state(days=1), **arguments)] == starts


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, ([], None, None)),
        ({"week": 5}, ([5], 5, 5)),
        ({"week_filter": [6, 5]}, ([5, 6], 5, 6)),
        ({"week_from": 6}, ([], 6, None)),
        ({"week_filter": [5, 6], "week_to": 6}, ([5, 6], None, 6)),
    ],
)
def test_weeks_are_reported_as_understood(
    arguments: dict[str, Any], told: tuple[list[int], int | None, int | None]
) -> None:
    data = found(state(), **arguments)
    assert (data["week_filter"], data["week_from"], data["week_to"]) == told


@given(arrangements(), st.integers(1, 6), st.booleans())
def test_the_candidates_are_the_legal_places(before: ScheduleState, span: int, allow_embed: bool) -> None:
    """Each candidate is legal and aligned, or its day has no aligned one of its kind; nothing legal is left out."""
    legal = {(p.day, p.start, p.host is None) for p in positions(before, span, allow_embed=allow_embed)}
    rows = found(before, span=span, allow_embed=allow_embed, limit=200)["slots"]
    told = [(row["day"], row["slot_start"], row["slot_type"] == "empty") for row in rows]
    aligned = {place for place in legal if place[1] % 2}
    loose = {place for place in legal if not any(p[0] == place[0] and p[2] == place[2] for p in aligned)}
    assert set(told) == aligned | loose
    assert told == sorted(told, key=lambda place: (not place[2], *place[:2]))
