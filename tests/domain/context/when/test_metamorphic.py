"""What changes nothing about a time: where it is said, how it is written, and in which zone (WHEN-5, WHEN-20)."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from domain.context.when.find import find_times
from tests.domain.context.when.cases_zh import Case, Ends, cases, first_range

_FULL_WIDTH = str.maketrans("0123456789:/-.", "".join(chr(ord(char) + 0xFEE0) for char in "0123456789:/-."))
_TRADITIONAL = str.maketrans(
    "周礼个点钟时后号这两来过内从间节国庆圣阳农历腊闰劳动现当开几阵岁处惊里会为与还总见头",
    "週禮個點鐘時後號這兩來過內從間節國慶聖陽農曆臘閏勞動現當開幾陣歲處驚裡會為與還總見頭",
)
CASES = [case for case in cases() if case.kind != "none"]


def changed(case: Case, query: str) -> tuple[str, Ends | None] | None:
    """The query with its range if that is another than the case has."""
    found = first_range(query, case.now)
    return None if found == case.range else (query, found)


def test_a_sentence_around_a_time_changes_nothing() -> None:
    """The words before and after are no part of it, and positions are those of the sentence."""
    assert [bad for case in CASES if (bad := changed(case, f"麻烦你，{case.query}，谢谢"))] == []
    for case in CASES:
        query = f"嗯嗯，{case.query}。"
        assert all(query[time.start : time.end] == time.text for time in find_times(query, case.now).times)


def test_digits_and_signs_of_full_width_change_nothing() -> None:
    assert [bad for case in CASES if (bad := changed(case, case.query.translate(_FULL_WIDTH)))] == []


def test_traditional_characters_change_nothing() -> None:
    assert [bad for case in CASES if (bad := changed(case, case.query.translate(_TRADITIONAL)))] == []


def test_another_zone_moves_every_range_with_it() -> None:
    """The same clock elsewhere gives the same clocks there."""
    zone = ZoneInfo("Asia/Kolkata")
    for case in CASES:
        there = first_range(case.query, case.now.replace(tzinfo=zone))
        expected = case.range and tuple(end and end.replace(tzinfo=zone) for end in case.range)
        assert there == expected, case.query


def test_another_now_by_whole_weeks_moves_what_is_told_by_days_and_weeks() -> None:
    weeks = timedelta(weeks=5)
    told_by_days = [case for case in CASES if case.kind in ("day", "week", "clock ranges", "rolling")]
    told_by_days = [case for case in told_by_days if not set("月年号工作") & set(case.query)]
    assert len(told_by_days) > 40
    for case in told_by_days:
        expected = case.range and tuple(end and end + weeks for end in case.range)
        assert first_range(case.query, case.now + weeks) == expected, case.query


def test_the_language_asked_for_first_does_not_change_what_only_one_reads() -> None:
    for case in CASES:
        assert find_times(case.query, case.now, "en") == find_times(case.query, case.now, "zh-CN"), case.query
