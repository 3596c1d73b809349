"""Names of zones as programs write them (rule IMPORT-4)."""

from zoneinfo import ZoneInfo

import pytest

from services.calendar_zones import zone_named


@pytest.mark.parametrize(
    ("name", "zone"),
    [
        ("(UTC+08:00) Beijing, Chongqing, Hong Kong, Urumqi", "Asia/Shanghai"),
        ("(UTC+08:00) Beijing\\, Chongqing\\, Hong Kong\\, Urumqi", "Asia/Shanghai"),
        ("(UTC+08:00) 北京，重庆，香港特别行政区，乌鲁木齐", "Asia/Shanghai"),
        ("(GMT-05:00) Eastern Time (US & Canada)", "America/New_York"),
        ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Amsterdam"),
        ("(UTC+00:00) Dublin, Edinburgh, Lisbon, London", "Europe/Dublin"),
        ("(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Kolkata"),
        ("(UTC) Coordinated Universal Time", "UTC"),
        ("中国标准时间", "Asia/Shanghai"),
        ("/example.org/20260101/Asia/Shanghai", "Asia/Shanghai"),
        ("W. Europe Standard Time", "Europe/Berlin"),
        ("UTC+8", "Etc/GMT-8"),
    ],
)
def test_a_name_means_its_zone(name: str, zone: str) -> None:
    """Of a name that is shown the first place counts that has the offset it tells."""
    assert zone_named(name) == ZoneInfo(zone)


@pytest.mark.parametrize("name", ["(UTC+03:00) Berlin", "(UTC+99:99) Berlin", "(UTC+08:00) Atlantis", "(UTC+08:00) ,"])
def test_a_name_that_contradicts_itself_means_none(name: str) -> None:
    """Nor one of no place that is known."""
    assert zone_named(name) is None
