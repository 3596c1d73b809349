"""What holds of English times whatever words stand beside each other (rules WHEN-1, WHEN-5, WHEN-41)."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.context.when.find import find_times
from tests.domain.context.when.cases_en import cases

_ODD = [
    "13:75",
    "25:00",
    "0001",
    "9999",
    "2/30",
    "2026-02-30",
    "31st",
    "1/2",
    "Q5",
    "'",
    ",",
    ".",
    "-",
    "–",
    "@",
    "½",
    "５",
    "明天",
]
WORDS = sorted({word for case in cases() for word in case.query.split()}) + _ODD
SENTENCES = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)
MOMENTS = st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9990, 1, 1)).flatmap(
    lambda naive: st.integers(-14, 14).map(lambda hours: naive.replace(tzinfo=timezone(timedelta(hours=hours))))
)


@given(query=SENTENCES, now=MOMENTS)
@settings(max_examples=400, deadline=None)
def test_any_words_are_read_to_times_in_order(query: str, now: datetime) -> None:
    """WHEN-1 and WHEN-5: nothing fails; times are in order, apart, of the text as given, and start before they end."""
    found = find_times(query, now, "en")
    ends = 0
    for time in found.times:
        assert ends <= time.start < time.end <= len(query)
        assert time.text == query[time.start : time.end]
        ends = time.end
        if time.range is not None and time.range.start is not None and time.range.end is not None:
            assert time.range.start.timestamp() < time.range.end.timestamp(), (time.text, time.range)


@given(query=st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read(query: str) -> None:
    """WHEN-1: whatever is written, reading it does not fail."""
    find_times(query, datetime(2025, 3, 12, tzinfo=UTC), "en")


@given(query=SENTENCES, now=MOMENTS)
@settings(max_examples=100, deadline=None)
def test_reading_depends_on_nothing_else(query: str, now: datetime) -> None:
    """WHEN-5: the same words at the same moment give the same times."""
    assert find_times(query, now, "en") == find_times(query, now, "en")
