"""Times in Chinese words: what is found, how it is meant, and what is none (rules WHEN-1 to WHEN-33)."""

from datetime import datetime

import pytest

from domain.context.when.find import find_times
from tests.domain.context.when.cases_zh import cases, first_range

NOW = datetime.fromisoformat("2025-11-19T16:40:00+08:00")


def test_every_case_has_the_range_that_is_written_beside_it() -> None:
    found = [(case.query, first_range(case.query, case.now)) for case in cases()]
    assert [each for each, case in zip(found, cases(), strict=True) if each[1] != case.range] == []


def test_what_is_no_time_is_not_even_impossible() -> None:
    """WHEN-23: two points of advice are neither two o'clock nor a time that cannot be."""
    queries = [case.query for case in cases() if case.kind == "none"]
    assert len(queries) > 20
    assert [query for query in queries if find_times(query, NOW).times or find_times(query, NOW).impossible] == []


@pytest.mark.parametrize(
    ("query", "times"),
    [
        ("每周二、周四上午九点", [("每周二、周四上午九点", "recurring", "hour")]),
        ("每天晚上散步", [("每天晚上", "recurring", "part")]),
        ("每周一到周五早上", [("每周一到周五早上", "recurring", "part")]),
        ("每周日8:00-9:30", [("每周日8:00-9:30", "recurring", "minute")]),
        ("下午安排数学", [("下午", "filter", "part")]),
        ("周日前交", [("周日前", "deadline", "day")]),
        ("两周内完成", [("两周内", "deadline", "week")]),
        ("月底之前", [("月底之前", "deadline", "third")]),
        ("下周五之前提醒我", [("下周五之前", "deadline", "day")]),
        ("明天四点", [("明天四点", "point", "hour")]),
        ("4:05开会", [("4:05", "point", "minute")]),
        ("上个季度和去年的", [("上个季度", "range", "quarter"), ("去年", "range", "year")]),
        ("昨天和前天说的", [("昨天", "range", "day"), ("前天", "range", "day")]),
        ("下周二和周五", [("下周二", "range", "day"), ("周五", "range", "day")]),
        ("从周一到周三，每天下午", [("从周一到周三", "range", "day"), ("每天下午", "recurring", "part")]),
        ("明年春节假期", [("明年春节假期", "range", "holiday")]),
        ("周三下午第5-6节", [("周三下午", "range", "part")]),
        ("周五前台值班", [("周五", "range", "day")]),
        ("会议前10分钟", []),
        ("周一、四晚上去跑步", [("周一", "range", "part"), ("四晚上", "range", "part")]),
        ("周三五上午10点到11点", [("周三", "range", "hour"), ("五上午10点到11点", "range", "hour")]),
        ("周四和五人组队", [("周四", "range", "day")]),
        ("隔周周三", [("隔周周三", "recurring", "day")]),
        ("单周周一下午有会", [("单周周一下午", "recurring", "part")]),
        ("工作日早上", [("工作日早上", "recurring", "part")]),
        ("每三周一次", [("每三周一次", "recurring", "week")]),
        ("每三周两次", []),
        ("第十二周周四", []),
        ("第9周周二周五的课", []),
        ("第6周二到四不排", []),
        ("周日第4周", []),
        ("统一早上交", [("早上", "filter", "part")]),
        ("聽日朝早九點", [("聽日朝早九點", "point", "hour")]),
        ("第3周的周二上午十点考试，明天出发", [("明天", "range", "day")]),
        ("下午两点有两点建议", [("下午两点", "point", "hour")]),
    ],
)
def test_each_time_has_its_words_kind_and_grain(query: str, times: list[tuple[str, str, str]]) -> None:
    found = find_times(query, NOW).times
    assert [(time.text, time.kind, time.grain) for time in found] == times


@pytest.mark.parametrize("query", ["2月30日", "25点", "13月", "4月31号", "2025年2月29日", "9点70分"])
def test_what_no_calendar_and_no_clock_has_is_impossible(query: str) -> None:
    """WHEN-3: it is told apart, whole, and is no time."""
    found = find_times(f"我{query}去", NOW)
    assert found.times == ()
    assert [(one.text, one.start) for one in found.impossible] == [(query, 1)]


def test_an_impossible_time_does_not_hide_the_others() -> None:
    found = find_times("2月30日或者明天", NOW)
    assert ([time.text for time in found.times], [one.text for one in found.impossible]) == (["明天"], ["2月30日"])


@pytest.mark.parametrize(
    ("query", "label"),
    [
        ("昨天", "yesterday"),
        ("前天", "day_before_yesterday"),
        ("大后天", "in_3_days"),
        ("上上周", "week_before_last"),
        ("下周三下午", "next_week_wednesday_afternoon"),
        ("最近", "recently"),
        ("过去五天", "past_5_days"),
        ("三天内", "within_3_days"),
        ("周五之前", "before_friday"),
        ("国庆假期", "national_day_holidays"),
        ("从周一到周三", "monday_to_wednesday"),
        ("每周二", "every_tuesday"),
        ("立冬", "start_of_winter"),
        ("每月8号", "every_month_on_day_8"),
        ("每周末晚上", "every_weekend_evening"),
        ("每隔三天", "every_4_days"),
        ("每隔三小时", "every_3_hours"),
        ("每月廿三", "every_month_lunar_day_23"),
        ("刚才", "just_now"),
        ("除了周三每天晚上", "every_evening_except_wednesday"),
        ("闰六月初一", "lunar_leap_6_1"),
    ],
)
def test_labels_are_made_from_the_meaning(query: str, label: str) -> None:
    """WHEN-4."""
    assert [time.label for time in find_times(query, NOW).times] == [label]


def test_days_off_beyond_the_official_table_are_provisional() -> None:
    """WHEN-14: the table ends with 2026 at the earliest; sixty years on there is none."""
    official, later = (find_times(f"{year}年劳动节假期", NOW).times[0] for year in (2025, 2085))
    assert (official.provisional, later.provisional) == (False, True)
    assert later.range is not None
    assert (later.range.start, later.range.end) != (None, None)


def test_a_year_that_no_calendar_reaches_is_no_time() -> None:
    """WHEN-1: the tables of feasts end, and so do the years."""
    for query in ("9999年春节", "三万年后", "9999年12月31日之后的第二天"):
        assert [time.range for time in find_times(query, NOW).times if time.text == query] == []


def test_both_languages_are_read_in_one_sentence() -> None:
    assert [time.label for time in find_times("明天 or next week", NOW).times] == ["tomorrow", "next_week"]


def test_a_moment_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="no zone"):
        find_times("明天", NOW.replace(tzinfo=None))
