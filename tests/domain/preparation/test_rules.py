"""What is recommended without a model (rules PREP-18, PREP-19 and PREP-21)."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.preparation.clamping import clamp
from domain.preparation.keys import KEYS, RANGES
from domain.preparation.readings import Readings, Weather, usable
from domain.preparation.rules import RULES, Rule, recommend
from domain.preparation.rules_page import conditions, page, rule_lines
from domain.preparation.values import Value
from runtime.preparation_rules import PAGE
from tests.domain.preparation.cases import AS_OF, RECOMMENDED


def test_the_page_is_what_the_table_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "docs/preparation-rules.md is not the table: run make docs"


def test_a_hot_day_is_recommended_what_the_example_shows() -> None:
    assert recommend(Readings(outdoor_temp=35)) == RECOMMENDED


@pytest.mark.parametrize(
    ("readings", "expected"),
    [
        (Readings(outdoor_temp=33, occupancy=10), {"hvac_target_temp": 23, "light_brightness": 90}),
        (Readings(outdoor_temp=32.9), {"hvac_target_temp": 25, "curtain_position": 100}),
        (Readings(outdoor_temp=25.9), {"hvac_power": False, "hvac_mode": "送风"}),
        (Readings(outdoor_temp=15.9), {"hvac_power": True, "hvac_mode": "制热", "hvac_target_temp": 21}),
        (Readings(outdoor_temp=4), {"hvac_mode": "制热", "hvac_target_temp": 22}),
        (Readings(indoor_temp=27), {"hvac_power": True, "hvac_mode": "制冷"}),
        (Readings(indoor_temp=25), {"hvac_power": False}),
        (Readings(indoor_temp=25, state={"hvac_power": True}), {"hvac_power": True}),
        (Readings(occupancy=0), {"light_power": True}),
        (Readings(illuminance=500), {"light_brightness": 50}),
        (Readings(), {"hvac_power": False, "hvac_target_temp": 24, "light_brightness": 80}),
    ],
)
def test_weather_people_and_the_state_of_the_room_decide(readings: Readings, expected: dict[str, Value]) -> None:
    recommended = recommend(readings)
    assert {key: recommended[key] for key in expected} == expected


def test_every_key_has_a_last_rule_without_conditions_and_no_rule_behind_it() -> None:
    for key in KEYS:
        rules = [rule for rule in RULES if rule.key == key.name]
        assert [not rule.bands and not rule.state for rule in rules] == [False] * (len(rules) - 1) + [True]


_TEMP = st.none() | st.floats(-60, 60)


@given(st.builds(Readings, outdoor_temp=_TEMP, indoor_temp=_TEMP, occupancy=st.none() | st.integers(0, 50)))
def test_whatever_is_read_every_key_has_a_value_of_its_range(readings: Readings) -> None:
    recommended = recommend(readings)
    assert list(recommended) == list(RANGES)
    assert clamp(recommended) == (recommended, ())


def test_a_room_is_recommended_nothing_for_devices_that_it_does_not_have() -> None:
    assert recommend(Readings(), {"light_power": RANGES["light_power"]}) == {"light_power": True}


def test_both_languages_have_every_condition() -> None:
    for rule in RULES:
        chinese, english = conditions(rule, "zh-CN"), conditions(rule, "en")
        assert english.replace("°C", "").isascii()
        assert [part for part in chinese if part.isdigit()] == [part for part in english if part.isdigit()]
    assert conditions(Rule("light_power", True), "en") == "otherwise"
    assert len(list(rule_lines("zh-CN"))) == len(list(rule_lines("en"))) == len(RULES)


def test_weather_that_is_older_than_six_hours_counts_as_none() -> None:
    def read(age: timedelta) -> Weather:
        return Weather(temp=30, read_at=AS_OF - age)

    assert usable(read(timedelta(hours=6)), AS_OF) == read(timedelta(hours=6))
    assert usable(read(timedelta(hours=6, microseconds=1)), AS_OF) is None
    assert usable(None, AS_OF) is None
