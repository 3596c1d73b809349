"""Recommended values in the ranges of the devices (rule PREP-9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from domain.preparation.clamping import Clamp, check_settable, clamp
from domain.preparation.errors import SnapshotInvalid
from domain.preparation.keys import KEYS, RANGES, Range
from domain.preparation.snapshots import checked_values
from domain.preparation.values import Value
from tests.domain.preparation.cases import RECOMMENDED


def test_values_in_their_ranges_are_left_alone() -> None:
    assert clamp(RECOMMENDED) == (RECOMMENDED, ())


@pytest.mark.parametrize(
    ("key", "given_value", "used"),
    [
        ("hvac_target_temp", 99, 30),
        ("hvac_target_temp", -5, 16),
        ("hvac_target_temp", 22.3, 22.5),
        ("light_brightness", 59.5, 60),
        ("light_brightness", "60", None),
        ("light_power", 1, None),
        ("hvac_mode", "睡眠", None),
        ("curtain_position", True, None),
        ("curtain_position", float("inf"), None),
    ],
)
def test_a_value_out_of_range_is_brought_in_or_left_out_and_recorded(
    key: str, given_value: Value, used: Value | None
) -> None:
    values, clamps = clamp({key: given_value, "aroma": "rose"})
    assert values == ({"aroma": "rose"} if used is None else {key: used, "aroma": "rose"})
    assert clamps == (Clamp(key=key, given=given_value, used=used),)


def test_an_english_mode_is_no_clamp() -> None:
    assert clamp({"hvac_mode": "heat"}) == ({"hvac_mode": "制热"}, ())


def test_a_device_that_the_room_does_not_have_is_left_out() -> None:
    values, clamps = clamp({"curtain_power": True, "light_power": True}, {"light_power": RANGES["light_power"]})
    assert values == {"light_power": True}
    assert clamps == (Clamp(key="curtain_power", given=True, used=None),)


def test_the_nearest_step_is_never_above_the_most() -> None:
    ranges = {"fan": Range(kind="number", least=1, most=4.5, step=2)}
    assert [clamp({"fan": given_value}, ranges)[0]["fan"] for given_value in (1, 2, 4.4, 9)] == [1, 3, 3, 3]


@pytest.mark.parametrize(
    "facts",
    [
        {"kind": "number", "step": 0},
        {"kind": "number", "least": 5, "most": 4},
        {"kind": "number", "most": float("inf")},
        {"kind": "choice"},
        {"kind": "dial"},
    ],
)
def test_a_range_that_takes_nothing_is_refused(facts: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Range.model_validate(facts)


_ANY = st.booleans() | st.integers(-(10**6), 10**6) | st.floats() | st.text(max_size=8) | st.just("制冷")


@given(st.dictionaries(st.sampled_from([*RANGES, "aroma"]), _ANY, max_size=8))
def test_what_was_clamped_is_taken_by_the_devices_and_clamped_no_more(values: dict[str, Value]) -> None:
    used, clamps = clamp(values)
    known = {key: value for key, value in used.items() if key in RANGES}
    assert not known or checked_values(dict(known)) == known
    assert clamp(known) == (known, ())
    changed = {each.key for each in clamps}
    assert all(key in changed or key in used for key in values)


def test_the_keys_are_those_of_the_table_in_its_order() -> None:
    assert [key.name for key in KEYS] == [
        "hvac_power",
        "hvac_mode",
        "hvac_target_temp",
        "light_power",
        "light_brightness",
        "curtain_power",
        "curtain_position",
    ]


@pytest.mark.parametrize(
    ("key", "ordered", "said"),
    [
        ("hvac_target_temp", 22.3, "hvac_target_temp 22.3 lies between the steps of the device: give 22.5"),
        ("light_brightness", 55.5, "give 56"),
        ("curtain_position", 30, "the room has no curtain_position"),
    ],
)
def test_what_the_devices_would_not_take_as_it_is_cannot_be_ordered(key: str, ordered: Value, said: str) -> None:
    """It is told what they take; what would be left as it is can be ordered."""
    ranges = {name: device for name, device in RANGES.items() if name != "curtain_position"}
    with pytest.raises(SnapshotInvalid, match=said):
        check_settable({"light_power": True, key: ordered}, ranges)
    values, _ = clamp({key: ordered, "aroma": "rose"}, ranges)
    check_settable(values, ranges)
