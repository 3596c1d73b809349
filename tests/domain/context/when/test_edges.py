"""Half-open ranges at midnight, at the ends of months and years, and where a clock changes (WHEN-5 to WHEN-7)."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.domain.context.when.cases_zh import first_range

NEW_YORK = ZoneInfo("America/New_York")


@pytest.mark.parametrize(
    ("now", "query", "start", "end"),
    [
        ("2026-01-01T00:00", "昨天", "2025-12-31T00:00", "2026-01-01T00:00"),
        ("2025-12-31T23:59", "明天", "2026-01-01T00:00", "2026-01-02T00:00"),
        ("2025-12-31T23:59", "今晚十二点", "2026-01-01T00:00", "2026-01-01T01:00"),
        ("2025-12-31T12:00", "这周", "2025-12-29T00:00", "2026-01-05T00:00"),
        ("2026-01-04T23:59", "下周一", "2026-01-05T00:00", "2026-01-06T00:00"),
        ("2026-01-05T00:00", "上周日", "2026-01-04T00:00", "2026-01-05T00:00"),
        ("2026-01-31T08:00", "一个月后", "2026-02-28T00:00", "2026-03-01T00:00"),
        ("2024-02-29T08:00", "去年的今天", "2023-02-28T00:00", "2023-03-01T00:00"),
        ("2026-03-31T08:00", "上个月", "2026-02-01T00:00", "2026-03-01T00:00"),
        ("2025-12-15T08:00", "下个月底", "2026-01-25T00:00", "2026-02-01T00:00"),
        ("2025-12-15T08:00", "下季度", "2026-01-01T00:00", "2026-04-01T00:00"),
        ("2025-12-20T08:00", "12月30号到1月2号", "2025-12-30T00:00", "2026-01-03T00:00"),
        ("2026-02-10T08:00", "30号", "2026-03-30T00:00", "2026-03-31T00:00"),
        ("2025-12-28T08:00", "元旦", "2026-01-01T00:00", "2026-01-02T00:00"),
        ("2026-06-20T08:00", "元旦", "2026-01-01T00:00", "2026-01-02T00:00"),
    ],
)
def test_ranges_meet_at_midnight(now: str, query: str, start: str, end: str) -> None:
    found = first_range(query, datetime.fromisoformat(f"{now}:00+08:00"))
    assert found == tuple(datetime.fromisoformat(f"{each}:00+08:00") for each in (start, end))


def hours_of(query: str, now: datetime) -> float:
    """The real length of the range that is named."""
    found = first_range(query, now)
    assert found is not None
    start, end = found
    assert start is not None
    assert end is not None
    return (end.astimezone(UTC) - start.astimezone(UTC)) / timedelta(hours=1)


@pytest.mark.parametrize(
    ("now", "query", "hours"),
    [
        ("2026-03-07T12:00", "明天", 23),
        ("2026-10-31T12:00", "明天", 25),
        ("2026-03-07T12:00", "明天凌晨", 5),
        ("2026-10-31T12:00", "明天凌晨", 7),
        ("2026-03-07T12:00", "明天1点到4点", 2),
        ("2026-03-07T12:00", "明天2点", 1),
        ("2026-03-07T12:00", "明天2点半", 1 / 60),
        ("2026-11-01T12:00", "过去24小时", 24),
        ("2026-11-01T12:00", "过去1天", 25),
        ("2026-03-07T12:00", "这周", 7 * 24 - 1),
        ("2026-10-15T12:00", "下个月", 30 * 24 + 1),
    ],
)
def test_days_are_of_the_calendar_and_hours_are_real_where_a_clock_changes(now: str, query: str, hours: float) -> None:
    """WHEN-6: on 8 March 2026 New York has no 2 o'clock, on 1 November it has 1 o'clock twice."""
    assert hours_of(query, datetime.fromisoformat(now).replace(tzinfo=NEW_YORK)) == pytest.approx(hours)


def test_a_length_from_the_second_of_two_equal_hours_ends_in_the_first() -> None:
    """An hour before the second 1:30 is the first 1:30, told apart by its offset."""
    now = datetime(2026, 11, 1, 1, 30, tzinfo=NEW_YORK, fold=1)
    found = first_range("过去1小时", now)
    assert found is not None
    assert [end and end.isoformat() for end in found] == ["2026-11-01T01:30:00-04:00", "2026-11-01T01:30:00-05:00"]


def test_a_moment_is_as_fine_as_now() -> None:
    """WHEN-9: a minute at a whole minute, else a second."""
    found = [first_range("5分钟后", datetime.fromisoformat(f"2026-05-06T08:00:{s}+08:00")) for s in ("00", "07")]
    assert [each and each[1] and each[0] and (each[1] - each[0]).total_seconds() for each in found] == [60, 1]
