"""What may be reported of a room (rules PREP-4 to PREP-7)."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.preparation.errors import InvalidPreparation, SnapshotInvalid
from domain.preparation.keys import Range
from domain.preparation.sessions import check_times, checked_weather
from domain.preparation.snapshots import (
    SOURCES,
    checked_instant,
    checked_name,
    checked_snapshot,
    checked_values,
    content_key,
)
from tests.domain.preparation.cases import RECOMMENDED, at


@pytest.mark.parametrize(
    ("text", "zone", "instant"),
    [
        ("2026-07-14 13:50", "Asia/Shanghai", "2026-07-14T05:50:00"),
        ("2026-07-14T13:50:30.25", "America/New_York", "2026-07-14T17:50:30.250000"),
        ("2026-07-14T13:50Z", "Asia/Shanghai", "2026-07-14T13:50:00"),
        ("2026-07-14t13:50:00z", "Asia/Shanghai", "2026-07-14T13:50:00"),
        ("2026-07-14T13:50+0530", "Asia/Shanghai", "2026-07-14T08:20:00"),
        ("2026-11-01 01:30", "America/New_York", "2026-11-01T05:30:00"),
        ("2026-03-08 02:30", "America/New_York", "2026-03-08T07:30:00"),
    ],
    ids=["room", "fraction", "utc", "small", "offset", "twice", "skipped"],
)
def test_a_time_without_an_offset_is_of_the_room(text: str, zone: str, instant: str) -> None:
    assert checked_instant(text, zone) == datetime.fromisoformat(instant).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "now",
        "2026-07-14",
        "20260714T1350",
        "2026-02-30 10:00",
        "2026-07-14 24:30",
        "2026-07-14 13:50 ",
        "２026-07-14 13:50",
        "0001-01-01 00:00",
        "9999-12-31T23:59-23:00",
        "1969-12-31 10:00",
        "2026-07-14T13:50+25:00",
        "x" * 5000,
    ],
)
def test_what_is_no_time_is_refused_with_what_was_written(text: str) -> None:
    with pytest.raises(SnapshotInvalid) as refused:
        checked_instant(text, "Asia/Shanghai")
    assert repr(text)[:40] in refused.value.message
    assert len(refused.value.message) < 250


def test_an_unknown_zone_is_refused() -> None:
    with pytest.raises(SnapshotInvalid, match="Mars/Olympus"):
        checked_instant("2026-07-14 13:50", "Mars/Olympus")


def test_a_report_is_kept_as_a_row() -> None:
    kept = checked_snapshot("2026-07-14 13:50", "user_adjust", "u_zhangsan", dict(RECOMMENDED), "Asia/Shanghai")
    assert (kept.recorded_at, kept.source, kept.operator_id, kept.values) == (
        at("13:50"),
        "user_adjust",
        "u_zhangsan",
        RECOMMENDED,
    )


@pytest.mark.parametrize("source", ["", "user", "USER_ADJUST", "llm_recommend "])
def test_a_source_that_is_not_known_is_refused_with_those_that_are(source: str) -> None:
    with pytest.raises(SnapshotInvalid) as refused:
        checked_snapshot("2026-07-14 13:50", source, None, dict(RECOMMENDED), "Asia/Shanghai")
    assert all(known in refused.value.message for known in (repr(source), *SOURCES))


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("hvac_target_temp", 99, "16 to 30"),
        ("hvac_target_temp", 15.9, "16 to 30"),
        ("hvac_target_temp", "22", "16 to 30"),
        ("hvac_target_temp", True, "16 to 30"),
        ("hvac_power", 1, "true or false"),
        ("hvac_mode", "睡眠", "制冷"),
        ("light_brightness", -1, "0 to 100"),
        ("curtain_position", 101, "0 to 100"),
        ("aroma", None, "cannot be kept"),
        ("aroma", ["rose"], "cannot be kept"),
        ("aroma", {}, "cannot be kept"),
        ("aroma", float("nan"), "cannot be kept"),
        ("aroma", float("inf"), "cannot be kept"),
        ("aroma", 10**400, "cannot be kept"),
        ("aroma", "x" * 201, "cannot be kept"),
    ],
)
def test_a_value_out_of_range_is_refused_with_the_range(key: str, value: object, said: str) -> None:
    with pytest.raises(SnapshotInvalid, match=said) as refused:
        checked_values({key: value})
    assert key in refused.value.message
    assert len(refused.value.message) < 300


@pytest.mark.parametrize("key", ["", "1st", "a b", "键" * 65, "a\n", "a=b", "\ud800"])
def test_a_key_that_is_no_word_is_refused(key: str) -> None:
    with pytest.raises(SnapshotInvalid, match="cannot be used"):
        checked_values({key: 1})


@pytest.mark.parametrize("count", [0, 65])
def test_a_row_has_1_to_64_keys(count: int) -> None:
    with pytest.raises(SnapshotInvalid, match=f"holds {count} keys"):
        checked_values({f"key_{number}": number for number in range(count)})


def test_unknown_keys_are_kept_and_whole_numbers_are_one_value() -> None:
    kept = checked_values({"香氛": "玫\x00瑰", "fan.speed": 2.0, "hvac_target_temp": 22.5, "hvac_mode": "Cooling"})
    assert repr(kept) == repr({"香氛": "玫瑰", "fan.speed": 2, "hvac_target_temp": 22.5, "hvac_mode": "制冷"})


def test_a_room_may_have_ranges_of_its_own() -> None:
    ranges = {
        "hvac_target_temp": Range(kind="number", least=20, most=26),
        "hvac_mode": Range(kind="choice", choices=("cool", "heat")),
    }
    assert checked_values({"hvac_target_temp": 26, "hvac_mode": "cool"}, ranges)["hvac_mode"] == "cool"
    with pytest.raises(SnapshotInvalid, match="20 to 26"):
        checked_values({"hvac_target_temp": 27}, ranges)


def test_a_row_that_says_the_same_is_the_same_however_it_is_written() -> None:
    def key(time: str, person: str | None = "u", temp: float = 22, preparation: str = "p") -> str:
        values: dict[str, object] = {"hvac_target_temp": temp, "light_power": True}
        return content_key(preparation, checked_snapshot(time, "user_adjust", person, values, "Asia/Shanghai"))

    first = key("2026-07-14 13:50")
    assert {first, key("2026-07-14T05:50:00Z"), key("2026-07-14 13:50:00.000", temp=22.0)} == {first}
    others = [
        key("2026-07-14 13:51"),
        key("2026-07-14 13:50", None),
        key("2026-07-14 13:50", temp=23),
        key("2026-07-14 13:50", preparation="q"),
    ]
    assert len({first, *others}) == 5


@pytest.mark.parametrize("text", ["", "\n", "x" * 65])
def test_a_name_is_short_and_can_be_written(text: str) -> None:
    with pytest.raises(SnapshotInvalid, match="booker_id"):
        checked_name("booker_id", text)
    assert checked_name("booker_id", "u_\x00zhang\n") == "u_zhang"


def test_a_meeting_ends_after_it_starts_and_is_prepared_before_its_end() -> None:
    start, end = at("14:00"), at("15:00")
    check_times(start, end, at("13:45"))
    check_times(start, end, end - timedelta(seconds=1))
    for times in ((start, start, start - timedelta(hours=1)), (end, start, start), (start, end, end)):
        with pytest.raises(InvalidPreparation, match=r" 2026-07-14 1[345]:00:00\+08:00"):
            check_times(*times, "Asia/Shanghai")


def test_a_temperature_is_kept_in_whole_degrees_and_is_one_of_this_earth() -> None:
    assert [checked_weather(temp) for temp in (None, 34.6, -3)] == [None, 35, -3]
    for temp in (-91.0, 71.0, float("nan"), float("inf")):
        with pytest.raises(InvalidPreparation):
            checked_weather(temp)
