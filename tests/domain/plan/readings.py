"""Messages that ask for plans, each in Chinese and English, with what they ask for, written by hand.

Said on Wednesday 23 September 2026 at ten, in week 4 of a term from 31 August to 3 January. Classes: e 英语 (English),
m 高等数学 (Calculus), p 大学物理 (Physics), each with tasks that wait.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

MORNING, AFTERNOON, EVENING = [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]
DAYTIME = [*MORNING, *AFTERNOON]
WEEKEND = [6, 7]
NEXT_WEEK = ("2026-09-28", "2026-10-04")
THIS_WEEK = ("2026-09-23", "2026-09-27")
TERM_END = "2027-01-03"


@dataclass(frozen=True)
class Reading:
    """A message in both languages and what it asks for; a wish of ``*`` is one of every class."""

    zh: str
    en: str
    window: tuple[str, str] | None = None
    classes: str | None = None
    wishes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    unread: bool = False
    unknown: bool = False
    fault: str | None = None


def _days(*days: int) -> dict[str, list[int]]:
    return {"excluded_days_of_week": sorted({*range(1, 8)} - {*days})}


def _dates(*dates: str) -> dict[str, list[str]]:
    return {"excluded_dates": [f"2026-{each}" for each in dates]}


READINGS = (
    # Window and classes.
    Reading("帮我安排一下", "please make a plan for me"),
    Reading("帮我排一下下周", "plan next week for me", NEXT_WEEK),
    Reading("把所有任务排到下周", "schedule all tasks for next week", NEXT_WEEK, "emp"),
    Reading("排英语和高数", "plan English and Calculus", None, "em"),
    Reading("下周排英语、高数和物理", "schedule English, Calculus and Physics next week", NEXT_WEEK, "emp"),
    Reading("这周把英语排完", "fit in English this week", THIS_WEEK, "e"),
    Reading(
        "未来两周安排所有任务", "arrange all my tasks over the next two weeks", ("2026-09-23", "2026-10-06"), "emp"
    ),
    Reading("从周五开始排全部任务", "plan everything starting on Friday", ("2026-09-25", TERM_END), "emp"),
    Reading("10月9日到10月20日排物理", "plan Physics from October 9 to October 20", ("2026-10-09", "2026-10-20"), "p"),
    Reading(
        "从明天到下周五安排全部任务",
        "plan everything from tomorrow to next Friday",
        ("2026-09-24", "2026-10-02"),
        "emp",
    ),
    Reading("第6周到第8周把高数排上", "plan Calculus in weeks 6 to 8", ("2026-10-05", "2026-10-25"), "m"),
    Reading("10月底前排完所有任务", "plan all tasks until the end of October", ("2026-09-23", "2026-10-31"), "emp"),
    Reading("本学期内排英语", "plan English this semester", ("2026-09-23", TERM_END), "e"),
    Reading("除了英语都排", "plan everything except English", None, "mp"),
    Reading("只排英语", "only English", None, "e"),
    Reading("英语先不排，其他的都排到下周", "skip English, plan the others next week", NEXT_WEEK, "mp"),
    Reading(
        "排下周一到周五的全部任务", "plan all tasks from next Monday to Friday", ("2026-09-28", "2026-10-02"), "emp"
    ),
    Reading("安排化学", "plan Chemistry", unknown=True),
    Reading("下周排英语和化学", "plan English and Chemistry next week", NEXT_WEEK, unknown=True),
    Reading("上周排英语", "plan English last week", None, "e", fault="past"),
    Reading("2027年3月排英语", "plan English in March 2027", None, "e", fault="outside_term"),
    Reading("2月30日排英语", "plan English on February 30", None, "e", fault="impossible"),
    Reading("", ""),
    # Strategies.
    Reading("英语尽快", "English as soon as possible", None, "e", {"e": {"strategy": "rapid"}}),
    Reading("高数赶紧弄完", "get Calculus done quickly", None, "m", {"m": {"strategy": "rapid"}}),
    Reading("所有任务匀速来", "all tasks at a steady pace", None, "emp", {"*": {"strategy": "steady"}}),
    Reading("物理分散开", "spread out Physics", None, "p", {"p": {"strategy": "steady"}}),
    Reading(
        "英语快点，物理不着急",
        "English fast, no rush with Physics",
        None,
        "ep",
        {"e": {"strategy": "rapid"}, "p": {"strategy": "steady"}},
    ),
    Reading("全部任务都别堆在一起", "all tasks, don't pile them up", None, "emp", {"*": {"strategy": "steady"}}),
    Reading("英语别拖", "don't let English drag on", None, "e", {"e": {"strategy": "rapid"}}),
    # Sections, days of the week, dates kept off.
    Reading("英语别排晚上", "no English in the evening", None, "e", {"e": {"excluded_sections": EVENING}}),
    Reading(
        "下周排全部任务，早八不要",
        "plan everything next week, not in the first two sections",
        NEXT_WEEK,
        "emp",
        {"*": {"excluded_sections": [1, 2]}},
    ),
    Reading("高数别排周末", "no Calculus on weekends", None, "m", {"m": {"excluded_days_of_week": WEEKEND}}),
    Reading(
        "英语放上午，高数别排周末",
        "English in the mornings, Calculus not on weekends",
        None,
        "em",
        {"e": {"preferred_sections": MORNING}, "m": {"excluded_days_of_week": WEEKEND}},
    ),
    Reading(
        "排下周，周末和晚上都空着",
        "plan next week, keep weekends and evenings free",
        NEXT_WEEK,
        None,
        {"*": {"excluded_days_of_week": WEEKEND, "excluded_sections": EVENING}},
    ),
    Reading(
        "排下周，周三下午我有事",
        "plan next week, I'm busy on Wednesday afternoon",
        NEXT_WEEK,
        None,
        {"*": {"closed": [{"day_of_week": 3, "sections": AFTERNOON}]}},
    ),
    Reading(
        "未来两周排英语，10月1日到3日不排",
        "plan English over the next two weeks, nothing on October 1 to 3",
        ("2026-09-23", "2026-10-06"),
        "e",
        {"*": _dates("10-01", "10-02", "10-03")},
    ),
    Reading("物理第9节以后别排", "no Physics after section 9", None, "p", {"p": {"excluded_sections": [10, 11, 12]}}),
    Reading("晚上十点以后不学", "nothing after 10pm", None, None, {"*": {"excluded_sections": [12]}}),
    Reading(
        "下周排所有任务，周二周四没空",
        "plan all tasks next week, I'm not available on Tuesday and Thursday",
        NEXT_WEEK,
        "emp",
        {"*": {"excluded_days_of_week": [2, 4]}},
    ),
    Reading(
        "英语除了周五都行",
        "English on any day except Friday",
        None,
        "e",
        {"e": {"excluded_days_of_week": [5]}},
    ),
    Reading(
        "明天别排，其他时间排英语",
        "nothing tomorrow, otherwise plan English",
        None,
        "e",
        {"*": _dates("09-24")},
    ),
    # Preferred hours and only hours or days.
    Reading(
        "物理最好放下午", "Physics preferably in the afternoon", None, "p", {"p": {"preferred_sections": AFTERNOON}}
    ),
    Reading(
        "英语只排上午",
        "English only in the morning",
        None,
        "e",
        {"e": {"excluded_sections": [*AFTERNOON, *EVENING]}},
    ),
    Reading("英语放第3-4节", "English in sections 3-4", None, "e", {"e": {"preferred_sections": [3, 4]}}),
    Reading("高数只排周一和周三", "Calculus only on Mondays and Wednesdays", None, "m", {"m": _days(1, 3)}),
    Reading(
        "下周排英语，放在工作日", "plan English next week, on weekdays", NEXT_WEEK, "e", {"*": _days(1, 2, 3, 4, 5)}
    ),
    Reading(
        "英语上午，高数下午，物理晚上",
        "English in the morning, Calculus in the afternoon and Physics in the evening",
        None,
        "emp",
        {
            "e": {"preferred_sections": MORNING},
            "m": {"preferred_sections": AFTERNOON},
            "p": {"preferred_sections": EVENING},
        },
    ),
    Reading(
        "英语放上午，其他的放下午",
        "English in the morning, the others in the afternoon",
        None,
        "emp",
        {
            "e": {"preferred_sections": MORNING},
            "m": {"preferred_sections": AFTERNOON},
            "p": {"preferred_sections": AFTERNOON},
        },
    ),
    # Embedding.
    Reading("英语可以放在水课上", "English may go inside lectures", None, "e", {"e": {"allow_embed": True}}),
    Reading("高数不要嵌到课里", "don't embed Calculus in courses", None, "m", {"m": {"allow_embed": False}}),
    Reading("全部任务只用空闲时间", "all tasks, only in free slots", None, "emp", {"*": {"allow_embed": False}}),
    # Durations.
    Reading("英语每次两节", "English, two sections each time", None, "e", {"e": {"duration": 2}}),
    Reading("高数三节连上", "Calculus in blocks of three sections", None, "m", {"m": {"duration": 3}}),
    Reading("每次学90分钟，排物理", "sessions of 90 minutes, plan Physics", None, "p", {"*": {"duration": 2}}),
    # Deadlines and beginnings.
    Reading(
        "下周排所有任务，英语周四前弄完",
        "plan all tasks next week, finish English by Wednesday",
        NEXT_WEEK,
        "emp",
        {"e": {"deadline": "2026-09-30"}},
    ),
    Reading(
        "下周排所有任务，高数从周三开始",
        "plan all tasks next week, Calculus from Wednesday on",
        NEXT_WEEK,
        "emp",
        {"m": {"earliest": "2026-09-30"}},
    ),
    Reading("英语最晚10月12日做完", "finish English no later than October 12", ("2026-09-23", "2026-10-12"), "e"),
    Reading(
        "英语10月12日前做完，物理10月20日前做完",
        "English done before October 12, Physics done before October 20",
        ("2026-09-23", "2026-10-19"),
        "ep",
        {"e": {"deadline": "2026-10-11"}},
    ),
    Reading(
        "英语排下周，高数排下下周",
        "English next week, Calculus the week after next",
        ("2026-09-28", "2026-10-11"),
        "em",
        {"e": {"deadline": "2026-10-04"}, "m": {"earliest": "2026-10-05"}},
    ),
    Reading(
        "排下周一和周三的英语",
        "plan English next Monday and Wednesday",
        ("2026-09-28", "2026-09-30"),
        "e",
        {"*": _dates("09-29")},
    ),
    Reading(
        "下周排所有任务，周五下午三点前弄完",
        "plan all tasks next week, done by 3pm on Friday",
        NEXT_WEEK,
        "emp",
        {"*": {"deadline": "2026-10-02", "deadline_section": 5}},
    ),
    # Several clauses.
    Reading(
        "帮我排下周的英语和高数，英语放上午，每次两节，高数尽快而且别排周末",
        "plan English and Calculus next week: English in the morning, two sections each; Calculus as soon as possible "
        "and not on weekends",
        NEXT_WEEK,
        "em",
        {
            "e": {"preferred_sections": MORNING, "duration": 2},
            "m": {"strategy": "rapid", "excluded_days_of_week": WEEKEND},
        },
    ),
    Reading(
        "英语放上午不要放晚上，物理下午",
        "English in the morning and not in the evening, Physics in the afternoon",
        None,
        "ep",
        {
            "e": {"preferred_sections": MORNING, "excluded_sections": EVENING},
            "p": {"preferred_sections": AFTERNOON},
        },
    ),
    Reading(
        "下周排英语，最近有点累",
        "plan English next week, I am a bit tired lately",
        NEXT_WEEK,
        "e",
    ),
    # What no plan can hold is told.
    Reading("每天最多两个任务，排英语", "at most two tasks a day, plan English", None, "e", unread=True),
    Reading("先排英语再排高数", "plan English first, then Calculus", None, "em", unread=True),
    Reading("下周排英语，放图书馆", "plan English next week at the library", NEXT_WEEK, "e", unread=True),
    Reading("每周三次英语", "English three times a week", None, "e", unread=True),
    Reading("英语最好周一", "English on Monday if possible", None, "e", unread=True),
)
