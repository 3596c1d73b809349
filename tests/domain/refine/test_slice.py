"""Requests in Chinese and English, and the part of the plan they are about."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.refine.slice import Slice, directs, parse_slice
from domain.refine.spacing import spaced
from tests.domain.refine.plans import ENGLISH, chapter, driven, fortnight

PLAN = fortnight(
    chapter(31, "第一章 随机事件", 1, 1, 2),
    chapter(33, "第三章 多维随机变量", 2, 1, 2),
    chapter(36, "第十一章 检验", 3, 1, 2),
    chapter(41, "Chapter 1 sets", 4, 1, 2, category=ENGLISH),
    chapter(42, "Chapter 10 rings", 5, 1, 2, category=ENGLISH),
    chapter(43, "第3周周报", 5, 3, 4, category=ENGLISH),
)

MORNING, AFTERNOON, EVENING = (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)
WORKDAYS, WEEKEND = (1, 2, 3, 4, 5), (6, 7)

GOAL_ONLY = {"week_filter", "clause", "unread", "idle", "elsewhere", "source_dates", "target_dates", "free_dates"}
GOAL_ONLY |= {"each_day", "spare_days", "lighter", "swap"}

CASES: list[tuple[str, dict[str, Any]]] = [
    # weeks
    ("把第5周的任务移到第6周", {"source_weeks": (5,), "target_weeks": (6,)}),
    ("17周排得太满，挪到第16周", {"source_weeks": (17,), "target_weeks": (16,)}),
    ("这周的都移到下周", {"source_weeks": (5,), "target_weeks": (6,)}),
    ("上周的挪到下下周", {"source_weeks": (4,), "target_weeks": (7,)}),
    ("第3、4周和第七周", {"source_weeks": (3, 4, 7)}),
    ("第三周到第五周的挪到周末", {"source_weeks": (3, 4, 5), "target_days": WEEKEND}),
    ("第5周四的挪到第6周周一", {"source_weeks": (5,), "target_weeks": (6,), "source_days": (4,), "target_days": (1,)}),
    ("本周日程太满了", {"source_weeks": (5,)}),
    (
        "下周五到周日的挪到这周末",
        {"source_weeks": (6,), "target_weeks": (5,), "source_days": (5, 6, 7), "target_days": (6, 7)},
    ),
    ("move week 17 to week 16", {"source_weeks": (17,), "target_weeks": (16,)}),
    ("shift weeks 3 to 5 into week 6", {"source_weeks": (3, 4, 5), "target_weeks": (6,)}),
    ("move this week's tasks to next week", {"source_weeks": (5,), "target_weeks": (6,)}),
    ("put everything of next week on Friday", {"source_weeks": (6,), "target_days": (5,), "ratio": 1.0}),
    # durations are no weeks
    ("未来3周不要排早八", {"exclude_sections": (1, 2)}),
    ("3周内做完", {}),
    ("两个星期里完成", {}),
    ("接下来两周都放到周一", {"target_days": (1,)}),
    ("finish within 2 weeks", {}),
    ("over the next three weeks", {}),
    # days
    ("把周二、周四的移到周六", {"source_days": (2, 4), "target_days": (6,)}),
    ("周一三五的挪到周二", {"source_days": (1, 3, 5), "target_days": (2,)}),
    ("星期六到星期一的放到礼拜三", {"source_days": (6, 7, 1), "target_days": (3,)}),
    ("把周末的任务分散到工作日", {"source_days": WEEKEND, "target_days": WORKDAYS}),
    ("均匀分散周四到周五的任务到周一到周三", {"source_days": (4, 5), "target_days": (1, 2, 3)}),
    ("周二一共有三个任务，太多了", {"source_days": (2,), "count": 3}),
    ("move everything from Friday to Monday", {"source_days": (5,), "target_days": (1,), "ratio": 1.0}),
    ("spread Thursday to Friday over Monday to Wednesday", {"source_days": (4, 5), "target_days": (1, 2, 3)}),
    ("move Monday, Wednesday and Friday to the weekend", {"source_days": (1, 3, 5), "target_days": WEEKEND}),
    ("spread the tasks between Monday and Wednesday", {"source_days": (1, 2, 3)}),
    # sections
    ("把下午的挪到上午", {"source_sections": AFTERNOON, "target_sections": MORNING}),
    (
        "把周三第5-6节的挪到周四第一二节",
        {"source_days": (3,), "source_sections": (5, 6), "target_days": (4,), "target_sections": (1, 2)},
    ),
    ("第9到12节不排", {"exclude_sections": EVENING}),
    ("不要排在第十一十二节", {"exclude_sections": (11, 12)}),
    ("move the evening tasks to the afternoon", {"source_sections": EVENING, "target_sections": AFTERNOON}),
    ("move sections 9-10 to section 3", {"source_sections": (9, 10), "target_sections": (3,)}),
    # bans
    ("别排晚上", {"exclude_sections": EVENING}),
    ("周一到周三早八都别排", {"target_days": (1, 2, 3), "exclude_sections": (1, 2)}),
    ("周四不要安排任务", {"source_days": (4,), "target_days": (1, 2, 3, 5, 6, 7)}),
    ("把周五的挪到周一，但是不要晚上", {"source_days": (5,), "target_days": (1,), "exclude_sections": EVENING}),
    (
        "把周五的特别累的任务挪到周一不要排早八",
        {"source_days": (5,), "target_days": (1,), "exclude_sections": (1, 2), "unknown": "特别累"},
    ),
    ("keep evenings free", {"exclude_sections": EVENING}),
    ("don't put anything on Friday", {"source_days": (5,), "target_days": (1, 2, 3, 4, 6, 7)}),
    ("no later than Friday", {"source_days": (1, 2, 3, 4, 5)}),
    # amounts
    ("三分之一挪到周末", {"ratio": 0.3333, "target_days": WEEKEND}),
    ("把百分之三十的挪到下周", {"ratio": 0.3, "target_weeks": (6,)}),
    ("把周五一半的任务挪到周一", {"ratio": 0.5, "source_days": (5,), "target_days": (1,)}),
    ("把周五的任务挪两个到周一", {"count": 2, "source_days": (5,), "target_days": (1,)}),
    ("move 30% of Friday to Monday", {"ratio": 0.3, "source_days": (5,), "target_days": (1,)}),
    ("move two tasks from Friday to Monday", {"count": 2, "source_days": (5,), "target_days": (1,)}),
    # names
    ("把概率论第三章挪到周一", {"named": (33,), "target_days": (1,)}),
    ("概率论第3章挪到周一", {"named": (33,), "target_days": (1,)}),
    ("把第一章和概率论第十一章挪到周一", {"named": (31, 36), "target_days": (1,)}),
    ("概率论别排晚上", {"named": (31, 33, 36), "exclude_sections": EVENING}),
    ("把一半的概率论挪到下周", {"named": (31, 33, 36), "ratio": 0.5, "target_weeks": (6,)}),
    ("把第3周周报挪到周一", {"named": (43,), "target_days": (1,)}),
    ("move chapter 1 to Monday", {"named": (41,), "target_days": (1,)}),
    ("move chapter 10 sets to Monday", {"unknown": "chapter 10 sets", "target_days": (1,)}),
    ("把有机化学挪到周一", {"unknown": "有机化学", "target_days": (1,)}),
    ("把概率论第九章挪到周一", {"unknown": "第九章", "target_days": (1,)}),
    ("你好", {}),
    ("", {}),
]


@pytest.mark.parametrize(("message", "expected"), CASES, ids=lambda value: value if isinstance(value, str) else "")
def test_reads_what_the_request_is_about(message: str, expected: dict[str, Any]) -> None:
    """Every part of the plan stands on its side of the verb, and nothing else is read into the words."""
    read = parse_slice(message, PLAN, 5).model_dump(exclude=GOAL_ONLY)
    assert {key: value for key, value in read.items() if value not in ((), None, "")} == expected


def test_week_filter_holds_all_weeks_in_text_order() -> None:
    assert parse_slice("第17周挪到第16周", PLAN).week_filter == (17, 16)


def test_without_a_current_week_the_first_of_the_window_counts() -> None:
    assert parse_slice("下周的挪到周一", PLAN).source_weeks == (6,)


def test_clause_is_cut_from_the_message_word_for_word() -> None:
    """The words that were used are quoted; the sentences around them are not."""
    message = "你好。最近有点累，请把周五的任务挪到周一，谢谢！"
    assert parse_slice(message, PLAN).clause == "请把周五的任务挪到周一"


@pytest.mark.parametrize(
    ("message", "expected"), [("晚上不要安排", False), ("别挪到周五", False), ("把周五挪到周一，别排晚上", True)]
)
def test_a_ban_is_no_direction(message: str, expected: bool) -> None:
    assert directs(message, PLAN) is expected


WORDS = [
    *"把将周一二三日末第节章到至挪别不要的任务和，、。0135",
    "星期",
    "上午",
    "week ",
    "Friday ",
    " to ",
    "move ",
    "spread ",
    "概率论",
]


@given(st.lists(st.sampled_from(WORDS), max_size=40).map("".join) | st.text(max_size=60))
def test_any_text_is_read(message: str) -> None:
    """Whatever is written gives a slice that its own bounds accept and whose clause stands in the text."""
    read = parse_slice(message, PLAN, 5)
    assert Slice.model_validate(read.model_dump()) == read
    assert read.clause in spaced(message)


WORDED = (
    "把|概率论|第九章|挪到|周二",
    "把|概率论|第三章|多维|随机变量|挪到|周二",
    "把|第一章|和|概率论|第十一章|挪到|周一",
    "把|英语|的|任务|挪到|周二",
    "别动|英语|，|把|其他|任务|挪到|周三",
    "除了|英语|以外|的|任务|挪到|周三",
    "把|第5周|周四|到|周五|的|任务|均匀|分散到|周一|到|周三",
    'move |the |"quoted" |thing |to |Tuesday',
    "move |chapter |10 |sets |to |Monday",
    "move |英语 |Chapter |1 |sets |to |Monday",
    "don't |move |chapter |1, |move |everything |else |to |Monday",
    "move |two |tasks |from |Friday |to |Monday",
)


@given(st.sampled_from(WORDED), st.data())
def test_white_space_between_words_changes_nothing(worded: str, data: st.DataObject) -> None:
    """Line ends, tabs and control characters neither widen the set nor hide a name that no task bears."""
    words = worded.split("|")
    blank = st.text("\n\r\t \x00\x0b\u3000\u2028\u00a0\u200b", max_size=3)
    message = "".join(data.draw(blank) + word for word in words) + data.draw(blank)
    assert parse_slice(message, PLAN, 5) == parse_slice("".join(words), PLAN, 5)


def test_an_unknown_name_is_known_as_such_across_lines() -> None:
    assert parse_slice("把概率论第九章\n挪到周二", PLAN).unknown == "第九章"
    assert parse_slice('move the "quoted" thing\nto Tuesday', PLAN).unknown == "quoted"
    assert parse_slice("把概率论第九章，挪到周二", PLAN).unknown == "第九章"


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("把第5周的英语任务往后挪两节", "往后挪两节"),
        ("把英语推迟两小时", "推迟两小时"),
        ("英语提前几天", "提前几天"),
        ("把第5周的英语提前", "提前"),
        ("把英语挪到周二下午三点", "下午三点"),
        ("把英语挪到周二15:00", "15:00"),
        ("把英语挪到三点", "三点"),
        ("move the English tasks of week 5 by one day", "by one day"),
        ("move 英语 a few days later", "a few days later"),
        ("do 英语 earlier in week 5", "earlier"),
        ("move Kanji 101-150 to 3pm on Tuesday", "3pm"),
    ],
)
def test_shifts_and_clock_times_are_quoted_and_match_nothing(message: str, words: str) -> None:
    cut = parse_slice(message, PLAN, 5)
    assert cut.unsupported == words
    run = driven(PLAN, message)
    assert (run.state, run.memory.completed) == (PLAN, False)
    assert words in run.memory.summary


@pytest.mark.parametrize(
    "message",
    [
        "把英语推迟到周三",
        "任务太集中了，平均铺开一点",
        "未来3周不要排早八",
        "往后3周",
        "no later than Friday",
        "no 8am",
    ],
)
def test_what_only_looks_like_a_shift_is_none(message: str) -> None:
    assert parse_slice(message, PLAN, 5).unsupported == ""
