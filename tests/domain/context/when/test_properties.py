"""What holds for any words at any moment (rules WHEN-1 and WHEN-5)."""

from datetime import UTC, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.context.when.expression import Impossible, TimeExpression, TimesFound
from domain.context.when.find import find_times
from tests.domain.context.when.cases_zh import cases

_PIECES = sorted({case.query for case in cases()})[::3]
_BITS = [
    *"上下这前后初底月日号点时分周年天第到至和、-:的0123456789一二三十半两零每内",
    *"闰除夕节假",
    "季度",
    "春节",
    "最近",
    "早",
    "晚",
    " to ",
    "next ",
    "May ",
]
_WORDS = st.one_of(
    st.lists(st.sampled_from(_BITS), max_size=14).map("".join),
    st.lists(st.sampled_from(_PIECES), min_size=1, max_size=4).map("".join),
    st.text(max_size=40),
)
_ZONES = st.sampled_from([ZoneInfo(name) for name in ("Asia/Shanghai", "America/New_York", "Pacific/Apia", "UTC")])
_MOMENTS = st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31), timezones=_ZONES)
_NEAR = st.datetimes(datetime(2024, 1, 1), datetime(2028, 12, 31), timezones=_ZONES)


def check(query: str, found: TimesFound) -> None:
    words: list[TimeExpression | Impossible] = [*found.times, *found.impossible]
    places = sorted((one.start, one.end) for one in words)
    assert all(end <= start for (_, end), (start, _) in pairwise(places))
    assert all(query[one.start : one.end] == one.text and one.text for one in words)
    assert [time.start for time in found.times] == sorted(time.start for time in found.times)
    for time in found.times:
        assert (time.range is None) == (time.kind in ("recurring", "filter"))
        assert time.label == time.label.lower().replace(" ", "_")
        if time.range is not None and time.range.start is not None and time.range.end is not None:
            assert time.range.start.astimezone(UTC) < time.range.end.astimezone(UTC), time


@given(query=_WORDS, now=_NEAR, locale=st.sampled_from(["zh-CN", "en"]))
@settings(max_examples=250)
def test_times_are_apart_where_they_are_said_and_not_empty(query: str, now: datetime, locale: str) -> None:
    check(query, find_times(query, now, "en" if locale == "en" else "zh-CN"))


@given(query=_WORDS, now=_MOMENTS)
@settings(max_examples=120)
def test_no_words_at_any_moment_raise(query: str, now: datetime) -> None:
    find_times(query, now)


@given(query=_WORDS, now=_NEAR)
@settings(max_examples=25)
def test_the_same_words_at_the_same_moment_name_the_same_times(query: str, now: datetime) -> None:
    assert find_times(query, now) == find_times(query, now)
