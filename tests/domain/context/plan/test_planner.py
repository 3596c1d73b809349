"""What a plan is made of: each rule of its specification, tried where it decides (CONTEXT-1 to CONTEXT-27)."""

import json
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest

from domain.context.errors import InvalidNow, InvalidQuery, TimeUnparseable
from domain.context.plan.answer import answer_text
from domain.context.plan.contract import ContextPlan
from domain.context.plan.planner import LONGEST_QUERY, make_plan
from tests.domain.context.plan.example import EXAMPLE, EXAMPLE_NOW, EXAMPLE_QUERY

SHANGHAI = timezone(timedelta(hours=8))
THURSDAY = datetime(2026, 9, 3, 22, tzinfo=SHANGHAI)
"""The moment of asking, unless a case says otherwise: Thursday evening."""


def plan_of(query: str, now: datetime = THURSDAY) -> ContextPlan:
    return make_plan(query, now, "en" if query.isascii() else "zh-CN")


def range_of(query: str, now: datetime = THURSDAY) -> tuple[str | None, str | None] | None:
    """Start and end of the range, without their offsets; None where there is none."""
    time = plan_of(query, now).time
    found = time.event_range or time.mention_range
    if found is None:
        return None
    start, end = (None if edge is None else edge.replace(tzinfo=None).isoformat() for edge in (found.start, found.end))
    return start and start.removesuffix("T00:00:00"), end and end.removesuffix("T00:00:00")


def queries_of(query: str, source: str) -> tuple[str, ...] | None:
    return next((each.expanded_queries for each in plan_of(query).retrievals if each.source == source), None)


def test_the_worked_example_is_reproduced() -> None:
    """As compact JSON, with its keys in their order."""
    plan = make_plan(EXAMPLE_QUERY, datetime.fromisoformat(EXAMPLE_NOW))
    compact = json.dumps(json.loads(answer_text(plan)), ensure_ascii=False, separators=(",", ":"))
    assert compact == EXAMPLE


@pytest.mark.parametrize("query", ["", "  \n\t", "　", "\u200b", "\x00", "昨" * (LONGEST_QUERY + 1)])
def test_blank_and_long_queries_are_refused(query: str) -> None:
    with pytest.raises(InvalidQuery):
        plan_of(query)


def test_the_longest_query_is_taken() -> None:
    assert plan_of("昨天" + "重" * (LONGEST_QUERY - 2)).temporal_mode == "AMBIGUOUS"


def test_a_moment_without_an_offset_is_refused() -> None:
    with pytest.raises(InvalidNow):
        plan_of("昨天", datetime(2026, 9, 3))


@pytest.mark.parametrize("query", ["2月30日有什么安排", "25点开会", "13月有考试吗", "what is on february 30"])
def test_a_time_that_cannot_be_is_refused_where_it_is_the_only_one(query: str) -> None:
    with pytest.raises(TimeUnparseable):
        plan_of(query)


def test_beside_a_time_that_can_be_what_cannot_is_passed_over() -> None:
    plan = plan_of("2月30日和昨天的安排")
    assert plan.planner_meta.rule_hits == ("time:yesterday", "keyword:安排")


@pytest.mark.parametrize(
    "query",
    [
        "你好",
        "早上好呀",
        "谢谢，辛苦了！",
        "晚安，明天见",
        "周末愉快",
        "hello",
        "Good morning, everyone!",
        "see you tomorrow",
    ],
)
def test_small_talk_needs_nothing(query: str) -> None:
    """Whatever words of time it has."""
    plan = plan_of(query)
    assert set(dict(plan.context_needs).values()) == {"SKIP"}
    assert (plan.query_type, plan.temporal_mode, plan.planner_meta.confidence) == ("general", "NONE", 0.40)
    assert (plan.retrievals, plan.targets, plan.planner_meta.rule_hits) == ((), (), ())
    assert set(dict(plan.sources).values()) == {0.0}


@pytest.mark.parametrize(
    ("query", "mode"),
    [
        ("我喜欢什么", "NONE"),
        ("每周三的例会都有谁", "NONE"),
        ("昨天张三说了什么", "MENTION"),
        ("上周谁提到过预算", "MENTION"),
        ("今天聊了什么", "MENTION"),
        ("what did I write last week", "MENTION"),
        ("明天有什么安排", "EVENT"),
        ("今天要交什么", "EVENT"),
        ("他说明天来", "EVENT"),
        ("今天要写什么作业", "EVENT"),
        ("what meetings do I have today", "EVENT"),
        ("昨天有什么安排", "AMBIGUOUS"),
        ("今天做了什么", "AMBIGUOUS"),
        ("昨天的会议怎么样。另外张三说了很多别的话", "AMBIGUOUS"),
        ("昨天天气很好所以我们一起去了很远的公园然后回家吃饭他说", "AMBIGUOUS"),
    ],
)
def test_modes(query: str, mode: str) -> None:
    """The time of saying or of happening, both, or none (CONTEXT-20 and 21), and what is null by them."""
    plan = plan_of(query)
    assert plan.temporal_mode == mode
    time = plan.time
    assert (time.mention_range is not None) == (mode in ("MENTION", "AMBIGUOUS"))
    assert (time.event_range is not None) == (mode in ("EVENT", "AMBIGUOUS"))
    assert (time.relative_label is None) == (mode == "NONE")
    assert mode != "AMBIGUOUS" or time.mention_range == time.event_range
    assert plan.output.wide_recall == (mode == "AMBIGUOUS")
    assert plan.output.timeline == (mode != "NONE")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        # The first range counts, and what binds two is one.
        ("昨天说今天要交什么", ("2026-09-02", "2026-09-03")),
        ("从9月1日到9月5日有什么安排", ("2026-09-01", "2026-09-06")),
        ("每天早上跑步，昨天跑了吗", ("2026-09-02", "2026-09-03")),
        # So much up to now or from now on is widened to whole days with today included.
        ("过去三天做了什么", ("2026-08-31", "2026-09-04")),
        ("最近7天做了什么", ("2026-08-27", "2026-09-04")),
        ("最近做了什么", ("2026-08-27", "2026-09-04")),
        ("前几天做了什么", ("2026-08-29", "2026-09-04")),
        ("前一阵子做了什么", ("2026-08-19", "2026-09-04")),
        ("what did I do in the past 3 days", ("2026-08-31", "2026-09-04")),
        ("未来三天有什么安排", ("2026-09-03", "2026-09-07")),
        ("之前说过什么", (None, "2026-09-03T22:00:00")),
        # A part of the day is of today where something is looked for.
        ("上午有什么安排", ("2026-09-03", "2026-09-04")),
        ("我不喜欢早上学习", None),
        # A bare weekday: recall looks back, planning looks ahead, else back; what is not bare stays.
        ("周三说了什么", ("2026-09-02", "2026-09-03")),
        ("周五说了什么", ("2026-08-28", "2026-08-29")),
        ("周五有什么安排", ("2026-09-04", "2026-09-05")),
        ("周三有什么安排", ("2026-09-09", "2026-09-10")),
        ("周五怎么样", ("2026-08-28", "2026-08-29")),
        ("周三怎么样", ("2026-09-02", "2026-09-03")),
        ("这周五说了什么", ("2026-09-04", "2026-09-05")),
        ("上周三有什么安排", ("2026-08-26", "2026-08-27")),
        ("周末去了哪", ("2026-08-29", "2026-08-31")),
        ("周末有什么安排", ("2026-09-05", "2026-09-07")),
        ("what did I do on Friday", ("2026-08-28", "2026-08-29")),
        ("which classes do I have on Wednesday", ("2026-09-09", "2026-09-10")),
        ("那个项目现在怎么样", ("2026-09-03", "2026-09-04")),
    ],
)
def test_ranges(query: str, expected: tuple[str | None, str | None] | None) -> None:
    """Which stretch of time is meant (CONTEXT-16 to CONTEXT-19)."""
    assert range_of(query) == expected


@pytest.mark.parametrize(
    ("query", "now", "expected"),
    [
        ("昨天做了什么", datetime(2026, 9, 7, tzinfo=SHANGHAI), ("2026-09-06", "2026-09-07")),
        ("上周做了什么", datetime(2026, 9, 7, tzinfo=SHANGHAI), ("2026-08-31", "2026-09-07")),
        ("昨天做了什么", datetime(2026, 9, 6, 23, 59, 59, tzinfo=SHANGHAI), ("2026-09-05", "2026-09-06")),
        ("过去三天做了什么", datetime(2026, 9, 7, tzinfo=SHANGHAI), ("2026-09-04", "2026-09-08")),
        ("昨天做了什么", datetime(2026, 3, 1, 8, tzinfo=SHANGHAI), ("2026-02-28", "2026-03-01")),
        ("昨天做了什么", datetime(2024, 3, 1, 8, tzinfo=SHANGHAI), ("2024-02-29", "2024-03-01")),
        ("明天有什么安排", datetime(2026, 12, 31, 23, tzinfo=SHANGHAI), ("2027-01-01", "2027-01-02")),
        ("这个月做了什么", datetime(2026, 12, 31, 23, tzinfo=SHANGHAI), ("2026-12-01", "2027-01-01")),
        ("周日做了什么", datetime(2026, 9, 7, 9, tzinfo=SHANGHAI), ("2026-09-06", "2026-09-07")),
    ],
)
def test_edges_of_days_months_and_years(query: str, now: datetime, expected: tuple[str, str]) -> None:
    """Half-open: midnight belongs to the day that begins."""
    assert range_of(query, now) == expected


def test_days_at_a_change_of_the_clock_begin_and_end_at_midnight() -> None:
    """With the offset that holds there: 23 hours long, and a length of days over the change keeps its midnights."""
    berlin = ZoneInfo("Europe/Berlin")
    today = plan_of("今天有什么安排", datetime(2026, 3, 29, 12, tzinfo=berlin)).time.event_range
    assert today is not None
    assert today.start is not None
    assert today.end is not None
    assert [edge.isoformat() for edge in (today.start, today.end)] == [
        "2026-03-29T00:00:00+01:00",
        "2026-03-30T00:00:00+02:00",
    ]
    assert today.end.astimezone(UTC) - today.start.astimezone(UTC) == timedelta(hours=23)
    text = answer_text(plan_of("过去三天做了什么", datetime(2026, 10, 26, 9, tzinfo=berlin)))
    assert '{"start":"2026-10-23T00:00:00+02:00","end":"2026-10-27T00:00:00+01:00"}' in text


def test_ranges_are_in_the_zone_of_the_moment() -> None:
    """The same moment in two zones is of two days."""
    moment = datetime(2026, 9, 3, 20, tzinfo=UTC)
    assert range_of("今天做了什么", moment) == ("2026-09-03", "2026-09-04")
    assert range_of("今天做了什么", moment.astimezone(SHANGHAI)) == ("2026-09-04", "2026-09-05")


@pytest.mark.parametrize(
    ("query", "hits", "confidence"),
    [
        (
            "会议有哪些重要的决定，昨天和今天",
            ("time:yesterday", "time:today", "keyword:会议", "keyword:重要", "keyword:决定"),
            0.88,
        ),
        ("昨天重要重要的安排", ("time:yesterday", "keyword:重要", "keyword:安排"), 0.82),
        ("昨天", ("time:yesterday",), 0.70),
        ("讨论决定承诺作业", ("keyword:讨论", "keyword:决定", "keyword:承诺", "keyword:作业"), 0.58),
        ("解释一下光合作用", (), 0.40),
        ("每周三的课", ("time:every_wednesday", "keyword:课"), 0.76),
    ],
)
def test_hits_and_confidence(query: str, hits: tuple[str, ...], confidence: float) -> None:
    """Times before keywords, each once and in the order of the query; 0.40, 0.30 and 0.06 for up to three."""
    meta = plan_of(query).planner_meta
    assert (meta.rule_hits, meta.confidence, meta.level) == (hits, confidence, "cheap_router")


def test_weights_are_the_greatest_of_the_keywords() -> None:
    """Two keywords together weigh for each source and target what the heavier of them does."""
    said, planned, both = (plan_of(query) for query in ("昨天说了什么", "昨天的安排", "昨天说了什么安排"))
    for source in ("calendar", "chat", "meinput", "memory_v2"):
        weights = [getattr(plan.sources, source) for plan in (said, planned, both)]
        assert weights[2] == max(weights[:2])
    alone = [{each.type: each.weight for each in plan.targets} for plan in (said, planned)]
    expected = {type_: max(one.get(type_, 0.0) for one in alone) for type_ in {**alone[0], **alone[1]}}
    assert {each.type: each.weight for each in both.targets} == expected


def test_retrievals_are_of_the_text_sources_that_weigh_enough() -> None:
    """In the order meinput, chat, memory_v2; from 0.5 on; named after the keyword that weighs most."""
    plan = plan_of("上次开会我记了什么")
    assert [each.source for each in plan.retrievals] == ["meinput", "chat", "memory_v2"]
    assert [each.query_type for each in plan.retrievals] == ["notes", "memories", "memories"]
    classes = plan_of("明天有什么课")
    assert [(each.source, each.weight) for each in classes.retrievals] == [("chat", 0.5)]
    assert plan_of("明天有空吗").retrievals == ()


def test_what_is_searched_for_are_words_of_the_table_and_then_the_subject() -> None:
    assert queries_of("下周和张三的会议", "chat") == ("会议", "几点", "地点", "参加", "张三")
    assert queries_of("what meetings with Ann Lee are next week", "chat") == (
        *("meeting", "time", "place", "attend"),
        *("Ann", "Lee"),
    )
    assert queries_of("昨天张三说了什么", "chat") == ("张三",)
    assert queries_of("昨天说了什么", "chat") == ()
    assert queries_of("昨天客户说了什么", "chat") == ("客户",)
    assert queries_of("昨天有什么重要的事", "chat") == ("重要",)


@pytest.mark.parametrize(
    ("query", "subject"),
    [
        ("昨晚和李四、王五讨论的毕业设计选题", ("李四", "王五", "毕业设计选题")),
        ("我说过有机化学的事吗", ("有机化学",)),
        ("我说过C++和node.js吗", ("C++", "node.js")),
        ("did I mention my sister's flat", ("sister", "flat")),
        ("我说过Ｇｒａｙ吗", ("Ｇｒａｙ",)),
        ("你说过什么", ()),
    ],
)
def test_the_subject_is_what_is_neither_time_nor_keyword_nor_grammar(query: str, subject: tuple[str, ...]) -> None:
    assert plan_of(query).retrievals[-1].expanded_queries[-len(subject) or 99 :] == subject


@pytest.mark.parametrize(
    ("query", "importance", "group"),
    [
        ("昨天有什么要紧的事", 0.6, "importance"),
        ("anything urgent today", 0.6, "importance"),
        ("昨天有什么事", 0.0, "time"),
    ],
)
def test_words_of_importance_filter_and_group(query: str, importance: float, group: str) -> None:
    plan = plan_of(query)
    assert (plan.filters.importance_min, plan.output.group_by, plan.output.dedupe) == (importance, group, True)


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("还没做完的任务", "open"),
        ("which tasks are unfinished", "open"),
        ("上周已完成的任务", "done"),
        ("任务做完了吗", "any"),
        ("任务有哪些", "any"),
    ],
)
def test_status(query: str, status: str) -> None:
    """Open or done where one of them is asked for, not where it is asked which of them."""
    assert plan_of(query).filters.status == status


@pytest.mark.parametrize(
    ("query", "needs", "query_type"),
    [
        ("昨天有什么安排", "ORO", "personal_temporal_recall"),
        ("你还记得昨天的会议吗", "ORR", "personal_temporal_recall"),
        ("我说过预算吗", "OOR", "memory_lookup"),
        ("我有什么安排", "OOO", "memory_lookup"),
        ("我喜欢什么", "RSR", "personal_profile"),
        ("我今年的目标是什么", "ROR", "personal_profile"),
        ("把周五的任务挪到周六", "OOO", "general"),
        ("明天三点提醒我喝水", "SOS", "general"),
        ("记住我的学号是2023001", "SSO", "general"),
        ("今天天气怎么样", "OOO", "general"),
        ("我该怎么办", "OSO", "general"),
        ("解释一下光合作用", "SSS", "general"),
        ("法国的首都是哪里", "SSS", "general"),
    ],
)
def test_needs_and_query_types(query: str, needs: str, query_type: str) -> None:
    """Snapshot, recall by time and memory: required, optional or skipped (CONTEXT-6 and CONTEXT-25 to 27)."""
    plan = plan_of(query)
    assert "".join(need[0] for need in dict(plan.context_needs).values()) == needs
    assert plan.query_type == query_type


def test_width_case_and_script_do_not_matter() -> None:
    """Full-width letters, capitals and traditional characters are read alike; the hits are called alike."""
    for other, plain in (("ＭＥＥＴＩＮＧ yesterday", "meeting yesterday"), ("張三昨天說了什麼", "张三昨天说了什么")):
        assert plan_of(other).planner_meta == plan_of(plain).planner_meta


@pytest.mark.parametrize(
    "query", ["昨天的小说", "说明书在桌上", "of course", "昨天的电话簿课本", "due to rain", "taskforce"]
)
def test_other_words_are_no_keywords(query: str) -> None:
    hits = {hit for hit in plan_of(query).planner_meta.rule_hits if hit.startswith("keyword:")}
    assert hits <= {"keyword:电话"}
