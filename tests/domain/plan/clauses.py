"""Messages in the words of students whose clauses lean on each other, labelled by hand; said when READINGS are."""

from typing import Final

from tests.domain.plan.readings import AFTERNOON, EVENING, MORNING, NEXT_WEEK, TERM_END, THIS_WEEK, WEEKEND, Reading

_WEDNESDAY_MORNING: Final = [n for n in range(1, 13) if n not in MORNING]
_NOT_AFTERNOON: Final = [n for n in range(1, 13) if n not in AFTERNOON]

CLAUSES: Final = (
    # Days behind parts of several classes are those of the plan.
    Reading(
        "英语每次三节，高数每次两节，下周开始",
        "English in sessions of three, Calculus in sessions of two, from next week",
        ("2026-09-28", TERM_END),
        "em",
        {"e": {"duration": 3}, "m": {"duration": 2}},
    ),
    Reading(
        "英语别放在周五，高数别放在早上，下周",
        "English not on Friday, Calculus not in the morning, next week",
        NEXT_WEEK,
        "em",
        {"e": {"excluded_days_of_week": [5]}, "m": {"excluded_sections": MORNING}},
    ),
    Reading(
        "物理尽快，其他的慢慢来，两周时间",
        "Physics asap, the rest can be slow and steady, over the next two weeks",
        ("2026-09-23", "2026-10-06"),
        "emp",
        {"p": {"strategy": "rapid"}, "e": {"strategy": "steady"}, "m": {"strategy": "steady"}},
    ),
    # "Only" between a day and its sections speaks of that day.
    Reading(
        "下周排英语，周四只能下午",
        "plan English next week, but Thursday only in the afternoon",
        NEXT_WEEK,
        "e",
        {"*": {"closed": [{"day_of_week": 4, "sections": _NOT_AFTERNOON}]}},
    ),
    Reading(
        "英语只在第5周的周三上午",
        "English only on Wednesday mornings of week 5",
        ("2026-09-30", "2026-09-30"),
        "e",
        {"e": {"excluded_sections": _WEDNESDAY_MORNING}},
    ),
    # Beginnings, ends and lengths.
    Reading(
        "从下周一开始排英语，10月9日之前做完",
        "I'd like to start English next Monday and be done before October 9",
        ("2026-09-28", "2026-10-08"),
        "e",
    ),
    Reading("英语下周五交，帮我排", "English is due next Friday, please plan it", ("2026-09-23", "2026-10-02"), "e"),
    Reading(
        "英语的截止日期是下周三，高数是下周五",
        "the deadline for English is next Wednesday, Calculus next Friday",
        ("2026-09-23", "2026-10-02"),
        "em",
        {"e": {"deadline": "2026-09-30"}},
    ),
    Reading(
        "", "English is due next Friday, Calculus the week after", None, "em", {"e": {"deadline": "2026-10-02"}}, True
    ),
    Reading(
        "下周一开始，两周，周日不要",
        "starting Monday, two weeks, no Sundays",
        ("2026-09-28", "2026-10-11"),
        None,
        {"*": {"excluded_days_of_week": [7]}},
    ),
    Reading("", "plan everything, this week and next", ("2026-09-23", "2026-10-04"), "emp"),
    Reading(
        "9月28日和10月7日之间排英语",
        "plan English between September 28 and October 7",
        ("2026-09-28", "2026-10-07"),
        "e",
    ),
    Reading(
        "",
        "plan English in October, skip the 15th and 16th",
        ("2026-10-01", "2026-10-31"),
        "e",
        {"*": {"excluded_dates": ["2026-10-15", "2026-10-16"]}},
    ),
    # Which classes are meant.
    Reading(
        "除了周四晚上，其他晚上都可以，下周排英语",
        "not on Thursday evenings, other evenings are fine, plan English next week",
        NEXT_WEEK,
        "e",
        {"*": {"closed": [{"day_of_week": 4, "sections": EVENING}]}},
    ),
    Reading(
        "老师说英语要在10月9日前完成，麻烦排一下，不要放在课上",
        "",
        ("2026-09-23", "2026-10-08"),
        "e",
        {"*": {"allow_embed": False}},
    ),
    Reading(
        "",
        "plan everything for week 5. Use embeddable courses for English but not for Calculus.",
        NEXT_WEEK,
        "emp",
        {"e": {"allow_embed": True}, "m": {"allow_embed": False}},
    ),
    Reading(
        "",
        "spread everything evenly over the next two weeks, weekends off",
        ("2026-09-23", "2026-10-06"),
        "emp",
        {"*": {"strategy": "steady", "excluded_days_of_week": WEEKEND}},
    ),
    # Pace.
    Reading("英语优先，高数随便", "", None, "em", {"e": {"strategy": "rapid"}}),
    Reading("这周把英语做完，进度快一点", "", THIS_WEEK, "e", {"e": {"strategy": "rapid"}}),
    Reading(
        "我想早点把英语做完，其他的慢慢来",
        "",
        None,
        "emp",
        {"e": {"strategy": "rapid"}, "m": {"strategy": "steady"}, "p": {"strategy": "steady"}},
    ),
    Reading("用最快的速度把英语和物理干掉", "", None, "ep", {"*": {"strategy": "rapid"}}),
    # What keeps a person from it; a noon without sections is free of itself.
    Reading(
        "周二晚上有足球训练，避开。排下周",
        "I have football on Tuesday evenings so keep those free. Plan next week.",
        NEXT_WEEK,
        None,
        {"*": {"closed": [{"day_of_week": 2, "sections": EVENING}]}},
    ),
    Reading("下周排英语，不要中午", "plan English next week, not during lunch", NEXT_WEEK, "e"),
    Reading("下周排英语，放中午", "plan English next week, during lunch", NEXT_WEEK, "e", unread=True),
    # A bound of what is no day and no section is told.
    Reading("在早八和晚课后不要安排，下周", "", NEXT_WEEK, None, {"*": {"excluded_sections": [1, 2]}}, True),
    # Courtesies are not quoted.
    Reading(
        "",
        "what about doing the English items in the evening next week",
        NEXT_WEEK,
        "e",
        {"e": {"preferred_sections": EVENING}},
    ),
    Reading("", "could you maybe arrange English somewhere in week five? Thank you!", NEXT_WEEK, "e"),
    # A sentence ends a list; an hour that a day begins at is one of the morning, and what began before it is kept off.
    Reading(
        "",
        "could you squeeze in English this weekend? Sunday only in the evening",
        ("2026-09-26", "2026-09-27"),
        "e",
        {"*": {"closed": [{"day_of_week": 7, "sections": [*MORNING, *AFTERNOON]}]}},
    ),
    Reading(
        "下周排英语，最早九点半",
        "plan English next week, not before 9:30",
        NEXT_WEEK,
        "e",
        {"*": {"excluded_sections": [1, 2]}},
    ),
    Reading(
        "下周排英语，最早下午三点",
        "plan English next week, no earlier than 3pm",
        NEXT_WEEK,
        "e",
        {"*": {"excluded_sections": [1, 2, 3, 4, 5, 6]}},
    ),
    Reading("下周排英语，周末可以排", "", NEXT_WEEK, "e", unread=True),
    Reading("全部任务排到9月底", "", ("2026-09-23", "2026-09-30"), "emp"),
    Reading(
        "英语放在下周三第五到六节，只排这个时间",
        "English on Wednesday next week in sections 5 to 6, only then",
        ("2026-09-30", "2026-09-30"),
        "e",
        {"e": {"excluded_sections": [1, 2, 3, 4, 7, 8, 9, 10, 11, 12]}},
    ),
    Reading("", "English must be done before the Calculus, week 5", NEXT_WEEK, "em", unread=True),
    Reading("", "plan English for the rest of the month", ("2026-09-23", "2026-09-30"), "e"),
    Reading("", "plan English until Christmas", ("2026-09-23", "2026-12-25"), "e"),
    Reading("先别管英语，其余的下周排完", "", NEXT_WEEK, "mp"),
)
