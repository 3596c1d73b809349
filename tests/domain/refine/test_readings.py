"""Requests of every form that is understood, said on the Wednesday of week 5, and what is read from them."""

from datetime import date
from typing import Any

import pytest

from domain.refine.calendar import Calendar
from domain.refine.slice import Slice, parse_slice
from domain.term.calendar import Term
from tests.domain.refine.plans import ENGLISH, chapter, fortnight

CALENDAR = Calendar(term=Term(first_monday=date(2026, 8, 31), weeks=18), today=date(2026, 9, 30))
PLAN = fortnight(
    chapter(31, "第一章 随机事件", 1, 1, 2),
    chapter(33, "第三章 多维随机变量", 2, 1, 2),
    chapter(36, "第十一章 检验", 3, 1, 2),
    chapter(41, "听力训练", 4, 1, 2, category=ENGLISH),
    chapter(42, "Essay draft", 5, 1, 2, category=ENGLISH),
    chapter(43, "Essay revision", 5, 3, 4, category=ENGLISH),
)
MORNING, AFTERNOON, EVENING = (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)
WORKDAYS, WEEKEND = (1, 2, 3, 4, 5), (6, 7)
MOVE = {"target_days": (1,)}

READINGS: list[tuple[str, dict[str, Any]]] = [
    # weeks
    ("17周太挤，挪到第16周吧", {"source_weeks": (17,), "target_weeks": (16,)}),
    ("把第六周的都移到第五周", {"source_weeks": (6,), "target_weeks": (5,)}),
    ("第5到7周的挪到第8周", {"source_weeks": (5, 6, 7), "target_weeks": (8,)}),
    ("第5、6、8周的任务移到周末", {"source_weeks": (5, 6, 8), "target_days": WEEKEND}),
    ("下下周的任务搬到下周", {"source_weeks": (7,), "target_weeks": (6,)}),
    ("上一周剩下的放到这一周", {"source_weeks": (4,), "target_weeks": (5,)}),
    ("第5周太满了", {"source_weeks": (5,)}),
    ("把第1５周的任务挪到第１６周", {"source_weeks": (15,), "target_weeks": (16,)}),
    ("把英语挪到两周后", {"named": (41, 42, 43), "target_weeks": (7,)}),
    ("把第6周之前的任务挪到第6周", {"source_weeks": (5,), "target_weeks": (6,)}),
    ("move week 17 to week 16", {"source_weeks": (17,), "target_weeks": (16,)}),
    ("move everything in the sixth week to week five", {"source_weeks": (6,), "target_weeks": (5,), "ratio": 1.0}),
    ("shift weeks 5 and 6 into week 7", {"source_weeks": (5, 6), "target_weeks": (7,)}),
    ("push last week's tasks to the week after next", {"source_weeks": (4,), "target_weeks": (7,)}),
    ("Week 5 is too full", {"source_weeks": (5,)}),
    (
        "挪一个任务从第5周周五到第6周周日",
        {"source_weeks": (5,), "target_weeks": (6,), "source_days": (5,), "target_days": (7,), "count": 1},
    ),
    ("搬两个任务从周五到周日", {"source_days": (5,), "target_days": (7,), "count": 2}),
    ("听力训练这周日早上听", {"named": (41,), "target_weeks": (5,), "target_days": (7,), "target_sections": MORNING}),
    ("英语我习惯晚上做", {"named": (41, 42, 43), "target_sections": EVENING}),
    ("level the load over week 6", {"source_weeks": (6,), "target_weeks": (6,)}),
    # durations
    ("未来3周别排晚上", {"exclude_sections": EVENING}),
    ("3周内把概率论学完", {"named": (31, 33, 36)}),
    ("接下来两个星期都不要早八", {"exclude_sections": (1, 2)}),
    ("for the next 3 weeks nothing in the evening", {"exclude_sections": EVENING}),
    # days
    ("周二和周四的挪到周六", {"source_days": (2, 4), "target_days": (6,)}),
    ("周一三五的任务挪到周日", {"source_days": (1, 3, 5), "target_days": (7,)}),
    ("把星期天的东西放到礼拜一", {"source_days": (7,), "target_days": (1,)}),
    ("从周三到周五的都收到周一至周二", {"source_days": (3, 4, 5), "target_days": (1, 2)}),
    ("周五~周日的任务移到周四", {"source_days": (5, 6, 7), "target_days": (4,)}),
    ("周末的任务全部移到工作日", {"source_days": WEEKEND, "target_days": WORKDAYS, "ratio": 1.0}),
    ("下周三的挪到这周五", {"source_weeks": (6,), "source_days": (3,), "target_weeks": (5,), "target_days": (5,)}),
    ("把英语放周末", {"named": (41, 42, 43), "target_days": WEEKEND}),
    ("英语改下周三", {"named": (41, 42, 43), "target_weeks": (6,), "target_days": (3,)}),
    ("往周日挪周六的任务", {"source_days": (6,), "target_days": (7,)}),
    ("英语周末再做", {"named": (41, 42, 43), "target_days": WEEKEND}),
    ("周四的任务周五做", {"source_days": (4,), "target_days": (5,)}),
    ("周日来做周六的任务", {"source_days": (6,), "target_days": (7,)}),
    ("把英语挪到周三之前", {"named": (41, 42, 43), "target_days": (1, 2)}),
    ("在周四前完成概率论", {"named": (31, 33, 36), "target_days": (1, 2, 3)}),
    ("move Saturday to Monday", {"source_days": (6,), "target_days": (1,)}),
    ("move Thursday through Saturday to Sunday", {"source_days": (4, 5, 6), "target_days": (7,)}),
    ("put the weekend tasks on weekdays", {"source_days": WEEKEND, "target_days": WORKDAYS}),
    ("put on Monday what is planned from Friday", {"source_days": (5,), **MOVE}),
    ("finish 英语 by Wednesday", {"named": (41, 42, 43), "target_days": (1, 2, 3)}),
    ("move 英语 before Thursday", {"named": (41, 42, 43), "target_days": (1, 2, 3)}),
    ("Friday is where Thursday's tasks should go", {"source_days": (4,), "target_days": (5,)}),
    ("postpone Friday's tasks until Sunday", {"source_days": (5,), "target_days": (7,)}),
    ("I want to move Tuesday to Thursday", {"source_days": (2,), "target_days": (4,)}),
    ("move from Monday and Tuesday to Friday", {"source_days": (1, 2), "target_days": (5,)}),
    # dates and months
    (
        "把9月28日的任务挪到10月2日",
        {"source_weeks": (5,), "source_days": (1,), "target_weeks": (5,), "target_days": (5,)},
    ),
    ("9.28号的移到周三", {"source_weeks": (5,), "source_days": (1,), "target_days": (3,)}),
    ("把英语挪到10月5日至7日", {"named": (41, 42, 43), "target_weeks": (6,), "target_days": (1, 2, 3)}),
    ("28号和29号的挪到周末", {"source_weeks": (5,), "source_days": (1, 2), "target_days": WEEKEND}),
    ("明天的任务挪到后天", {"source_weeks": (5,), "source_days": (4,), "target_weeks": (5,), "target_days": (5,)}),
    ("今天的都放到大后天", {"source_weeks": (5,), "source_days": (3,), "target_weeks": (5,), "target_days": (6,)}),
    (
        "今晚的挪到明早",
        {
            **{"source_weeks": (5,), "source_days": (3,), "source_sections": EVENING},
            **{"target_weeks": (5,), "target_days": (4,), "target_sections": MORNING},
        },
    ),
    ("九月的任务挪到周一", {"source_weeks": (1, 2, 3, 4, 5), **MOVE}),
    ("把任务都挪到下个月", {"target_weeks": (5, 6, 7, 8, 9)}),
    (
        "2026年10月5日的挪到2026-10-06",
        {
            **{"source_weeks": (6,), "source_days": (1,), "target_weeks": (6,), "target_days": (2,)},
        },
    ),
    ("把9月28日那周的任务挪到周一", {"source_weeks": (5,), **MOVE}),
    ("move Sept 28 to Oct 2", {"source_weeks": (5,), "source_days": (1,), "target_weeks": (5,), "target_days": (5,)}),
    ("move September 28-30 to Friday", {"source_weeks": (5,), "source_days": (1, 2, 3), "target_days": (5,)}),
    (
        "move tomorrow's tasks to the day after tomorrow",
        {
            **{"source_weeks": (5,), "source_days": (4,), "target_weeks": (5,), "target_days": (5,)},
        },
    ),
    ("move the tasks on the 1st of October to Monday", {"source_weeks": (5,), "source_days": (4,), **MOVE}),
    ("move the tasks in October to Monday", {"source_weeks": (5, 6, 7, 8, 9), **MOVE}),
    ("move 英语 after October 8", {"named": (41, 42, 43), "target_weeks": (6,), "target_days": (5, 6, 7)}),
    # sections and clock times
    ("把上午的挪到下午", {"source_sections": MORNING, "target_sections": AFTERNOON}),
    (
        "周一第1-2节的挪到周二第三四节",
        {
            **{"source_days": (1,), "source_sections": (1, 2), "target_days": (2,), "target_sections": (3, 4)},
        },
    ),
    (
        "周四头两节的放到周三五六节",
        {
            **{"source_days": (4,), "source_sections": (1, 2), "target_days": (3,), "target_sections": (5, 6)},
        },
    ),
    ("早八的任务都挪到白天", {"source_sections": (1, 2), "target_sections": (*MORNING, *AFTERNOON)}),
    ("最后两节的移到前两节", {"source_sections": (11, 12), "target_sections": (1, 2)}),
    ("第3节和第5、6节的挪到周一", {"source_sections": (3, 5, 6), **MOVE}),
    ("把英语挪到下午三点", {"named": (41, 42, 43), "target_sections": (6,)}),
    ("把英语挪到周二15:00", {"named": (41, 42, 43), "target_days": (2,), "target_sections": (6,)}),
    ("晚上八点以后不要安排", {"exclude_sections": (10, 11, 12)}),
    ("八点以后别排", {"exclude_sections": (10, 11, 12)}),
    ("十点前不安排任务", {"exclude_sections": (1, 2)}),
    ("把英语挪到下午两点到四点", {"named": (41, 42, 43), "target_sections": (5, 6)}),
    ("把英语挪到上午十点到十二点", {"named": (41, 42, 43), "target_sections": (3, 4)}),
    ("把英语挪到上午十点到下午四点", {"named": (41, 42, 43), "target_sections": (3, 4, 5, 6)}),
    ("把英语挪到晚上七点到十二点", {"named": (41, 42, 43), "target_sections": (9, 10, 11, 12)}),
    ("把英语挪到晚上七点半之后", {"named": (41, 42, 43), "target_sections": (10, 11, 12)}),
    ("move the morning tasks to the evening", {"source_sections": MORNING, "target_sections": EVENING}),
    ("move sections 1-2 to section 5", {"source_sections": (1, 2), "target_sections": (5,)}),
    ("move the first two periods to the last period", {"source_sections": (1, 2), "target_sections": (12,)}),
    ("no tasks after 8pm", {"exclude_sections": (10, 11, 12)}),
    ("nothing before 10am please", {"exclude_sections": (1, 2)}),
    ("move 英语 to 3pm on Tuesday", {"named": (41, 42, 43), "target_days": (2,), "target_sections": (6,)}),
    ("move 英语 to 2-4pm", {"named": (41, 42, 43), "target_sections": (5, 6)}),
    ("no 8am", {"exclude_sections": (1, 2)}),
    # bans
    ("晚上别安排任务", {"exclude_sections": EVENING}),
    ("工作日晚上不排", {"target_days": WORKDAYS, "exclude_sections": EVENING}),
    ("周三不要安排", {"source_days": (3,), "target_days": (1, 2, 4, 5, 6, 7)}),
    ("周五我要回家", {"source_days": (5,), "target_days": (1, 2, 3, 4, 6, 7)}),
    ("周末想休息", {"source_days": WEEKEND, "target_days": WORKDAYS}),
    ("周末我出门，那两天别排", {"source_days": WEEKEND, "target_days": WORKDAYS}),
    ("第6周不要安排任务", {"source_weeks": (6,), "target_weeks": (5,)}),
    (
        "把英语挪到下周，别放周一",
        {
            **{"named": (41, 42, 43), "target_weeks": (6,), "target_days": (2, 3, 4, 5, 6, 7)},
        },
    ),
    ("周四不要安排，挪到周五", {"source_days": (4,), "target_days": (5,)}),
    ("keep Friday free", {"source_days": (5,), "target_days": (1, 2, 3, 4, 6, 7)}),
    ("I'm busy on Thursday", {"source_days": (4,), "target_days": (1, 2, 3, 5, 6, 7)}),
    ("please avoid evenings on weekdays", {"target_days": WORKDAYS, "exclude_sections": EVENING}),
    (
        "move 英语 to next week but not on Monday",
        {
            **{"named": (41, 42, 43), "target_weeks": (6,), "target_days": (2, 3, 4, 5, 6, 7)},
        },
    ),
    # amounts
    ("三分之一挪到周日", {"ratio": 0.3333, "target_days": (7,)}),
    ("周五的任务挪30%到周一", {"source_days": (5,), "ratio": 0.3, **MOVE}),
    ("把周五的三成挪到周一", {"source_days": (5,), "ratio": 0.3, **MOVE}),
    ("一半的英语挪去周六", {"named": (41, 42, 43), "ratio": 0.5, "target_days": (6,)}),
    ("把2个任务从周五挪到周一", {"source_days": (5,), "count": 2, **MOVE}),
    ("周五太多了，匀两个给周一", {"source_days": (5,), "count": 2, **MOVE}),
    ("move two thirds of Friday to Monday", {"source_days": (5,), "ratio": 0.6667, **MOVE}),
    ("move half of the Friday tasks to Monday", {"source_days": (5,), "ratio": 0.5, **MOVE}),
    ("move 1/3 of the tasks to Monday", {"ratio": 0.3333, **MOVE}),
    ("take three of Friday's tasks and put them on Monday", {"source_days": (5,), "count": 3, **MOVE}),
    ("move a couple of tasks from Friday to Monday", {"source_days": (5,), "count": 2, **MOVE}),
    # names
    ("把概率论第三章挪到周一", {"named": (33,), **MOVE}),
    ("概率论第11章放周一", {"named": (36,), **MOVE}),
    ("把第一章、第三章挪到周一", {"named": (31, 33), **MOVE}),
    ("概率论的第一章和第三章改到周一", {"named": (31, 33), **MOVE}),
    ("多维随机变量那章挪到周一", {"named": (33,), **MOVE}),
    ("move the essay draft to Monday", {"named": (42,), **MOVE}),
    ("put Essay revision and Essay draft on Monday", {"named": (43, 42), **MOVE}),
    ("听力训练 on Monday please", {"named": (41,), **MOVE}),
    ("把线性代数挪到周一", {"unknown": "线性代数", **MOVE}),
    ("线性代数挪到周一", {"unknown": "线性代数", **MOVE}),
    ("把概率论前两章挪到周一", {"named": (31,), **MOVE}),
    ("概率论第一到第三章放周一", {"named": (31, 33), **MOVE}),
    ("把概率论第一、三章挪到周一", {"named": (31, 33), **MOVE}),
    ("把听力训练到Essay revision挪到周一", {"named": (41, 42, 43), **MOVE}),
    ("move Essay draft through Essay revision to Monday", {"named": (42, 43), **MOVE}),
    ("two of the Essay draft tasks should move to Sunday", {"named": (42,), "count": 2, "target_days": (7,)}),
    # shifts
    ("把英语往后挪一天", {"named": (41, 42, 43), "shift": 1}),
    ("第5周的任务都推迟两天", {"source_weeks": (5,), "shift": 2}),
    ("英语提前一周", {"named": (41, 42, 43), "shift": -7}),
    ("周五的任务向前移两天", {"source_days": (5,), "shift": -2}),
    ("move the Friday tasks a day later", {"source_days": (5,), "shift": 1}),
    ("push 英语 back by two days", {"named": (41, 42, 43), "shift": 2}),
    ("bring 英语 forward by a week", {"named": (41, 42, 43), "shift": -7}),
    # what surrounds a request
    ("第5周前三天的任务挪到后四天", {"source_weeks": (5,), "source_days": (1, 2, 3), "target_days": (4, 5, 6, 7)}),
    (
        "这周后半段太忙，挪一些到前半段",
        {
            **{"source_weeks": (5,), "source_days": (4, 5, 6, 7), "target_days": (1, 2, 3), "ratio": 0.5},
        },
    ),
    ("split Thursday's tasks between Saturday and Sunday", {"source_days": (4,), "target_days": (6, 7)}),
    ("do 听力训练 on Sunday instead of Friday", {"named": (41,), "source_days": (5,), "target_days": (7,)}),
    ("听力训练 is due Thursday, so move it to Wednesday", {"named": (41,), "target_days": (3,)}),
    ("听力训练周四要交，挪到周三", {"named": (41,), "target_days": (3,)}),
    ("周三上午有考试，别安排", {"target_days": (3,), "exclude_sections": MORNING}),
    (
        "周四晚上我要看电影，把那天晚上的任务挪走",
        {
            **{"source_days": (4,), "source_sections": EVENING, "exclude_sections": EVENING},
        },
    ),
    ("这周好累，把周五的挪到周一", {"source_weeks": (5,), "source_days": (5,), **MOVE}),
    ("今天好累，把周五的挪到周一", {"source_days": (5,), **MOVE}),
    ("周四太满了，把英语挪到周一", {"source_days": (4,), "named": (41, 42, 43), **MOVE}),
]
GOAL_ONLY = {"week_filter", "clause", "unread", "source_dates", "target_dates", "free_dates", "idle", "elsewhere"} | {
    "each_day",
    "spare_days",
    "lighter",
    "swap",
}


def read(message: str) -> Slice:
    return parse_slice(message, PLAN, 5, CALENDAR)


def told(cut: Slice, *left_out: str) -> dict[str, Any]:
    found = cut.model_dump(exclude=GOAL_ONLY | {*left_out})
    return {key: value for key, value in found.items() if value not in ((), None, "")}


@pytest.mark.parametrize(("message", "expected"), READINGS, ids=[message for message, _ in READINGS])
def test_a_request_of_each_form_is_read(message: str, expected: dict[str, Any]) -> None:
    """Each part of the plan stands on its side, and nothing else is read into the words."""
    assert told(read(message)) == expected
