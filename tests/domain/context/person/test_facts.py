"""How what programs tell is merged (rules MEMORY-12, MEMORY-13 and MEMORY-18)."""

from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.context.person.facts import (
    MOST_FACTS,
    Fact,
    check_profile,
    locale_told,
    merged,
    values_of,
    zone_told,
)
from domain.context.person.snapshot import FactValue
from domain.errors import InvalidInput

NOON = datetime(2026, 9, 28, 12, tzinfo=UTC)
VALUES: st.SearchStrategy[FactValue | None] = st.none() | st.integers(0, 3) | st.sampled_from(["a", "b"])
TOLD = st.dictionaries(st.sampled_from("xyz"), VALUES, max_size=3)


@given(st.lists(TOLD, min_size=1, max_size=4))
def test_what_is_known_does_not_depend_on_the_order_of_arrival(told: list[dict[str, FactValue | None]]) -> None:
    """By key it is what was told as of the latest instant, whichever request arrived first; null is nothing."""
    instants = [NOON + timedelta(minutes=number) for number in range(len(told))]
    expected: dict[str, FactValue | None] = {}
    for each in told:
        expected.update(each)
    for order in permutations(range(len(told))):
        known: dict[str, Fact] = {}
        for number in order:
            known = merged(known, told[number], instants[number])
        assert values_of(known) == {key: value for key, value in expected.items() if value is not None}


def test_of_one_instant_the_later_to_arrive_counts() -> None:
    """Also where it takes back."""
    known = merged({}, {"x": 1}, NOON)
    assert values_of(merged(known, {"x": 2}, NOON)) == {"x": 2}
    assert values_of(merged(known, {"x": None}, NOON)) == {}


def test_what_was_taken_back_is_not_brought_back_by_what_arrives_late() -> None:
    known = merged({}, {"x": None}, NOON)
    assert values_of(merged(known, {"x": 1}, NOON - timedelta(seconds=1))) == {}
    assert values_of(merged(known, {"x": 1}, NOON + timedelta(seconds=1))) == {"x": 1}


def test_a_section_is_bounded() -> None:
    """As many values as there is room for and no more; of what was taken back the newest are remembered."""
    full = merged({}, {f"k{number}": number for number in range(MOST_FACTS)}, NOON)
    with pytest.raises(InvalidInput, match="201 keys would be known, 200 are allowed"):
        merged(full, {"more": 1}, NOON)
    assert values_of(merged(full, {"k0": None, "more": 1}, NOON))["more"] == 1
    later = NOON + timedelta(seconds=1)
    gone = merged(merged({}, {"first": None}, NOON), {f"k{number}": None for number in range(MOST_FACTS)}, later)
    assert len(gone) == MOST_FACTS
    assert "first" not in gone


@pytest.mark.parametrize(
    ("profile", "named"),
    [
        ({"zone": "Mars/Olympus"}, "profile.zone is 'Mars/Olympus'"),
        ({"zone": 8}, "profile.zone is '8'"),
        ({"zone": "x" * 500}, "profile.zone is 'xxx"),
        ({"locale": "la"}, "profile.locale is 'la'"),
        ({"locale": ("en",)}, "profile.locale is"),
    ],
)
def test_a_zone_or_language_that_is_none_is_refused(profile: dict[str, FactValue | None], named: str) -> None:
    """The message quotes it."""
    with pytest.raises(InvalidInput, match=named):
        check_profile(profile)


def test_zone_and_language_are_read_from_a_profile() -> None:
    """None where nothing is told of them."""
    told: dict[str, FactValue | None] = {"zone": "Europe/Paris", "locale": "en"}
    check_profile(told)
    known = merged({}, told, NOON)
    assert (zone_told(known), locale_told(known)) == ("Europe/Paris", "en")
    assert (zone_told({}), locale_told({})) == (None, None)
    check_profile({"zone": None, "locale": None})
