"""What is found, in which order, and what stands for what (rules RECALL-16 to RECALL-23)."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.context.plan.contract import Filters, Output, SourceWeights, Target, TemporalMode
from domain.context.recall.account import account
from domain.context.recall.ranges import Span
from domain.context.recall.words import told_in
from domain.context.when.expression import TimeRange
from tests.domain.context.recall.plans import DAY, NOON, answered, candidate, plan_of, refs

BEFORE = NOON - timedelta(days=9)
BY_IMPORTANCE = Output(group_by="importance", dedupe=False, timeline=False, wide_recall=False)


@pytest.mark.parametrize(
    ("mode", "found"),
    [("MENTION", "said"), ("EVENT", "happens"), ("AMBIGUOUS", "happens said"), ("NONE", "")],
)
def test_each_mode_has_its_axes(mode: TemporalMode, found: str) -> None:
    """Without a word to go by only what lies in the time that is meant is found, by the axis that counts."""
    said = candidate("said", "早饭", event_start=BEFORE, event_end=BEFORE)
    happens = candidate("happens", "午饭", mention_at=BEFORE, event_start=NOON, event_end=NOON)
    neither = candidate("neither", "晚饭", mention_at=BEFORE)
    assert sorted(refs(answered(plan_of(mode=mode), said, happens, neither))) == found.split()


def test_ranges_are_half_open() -> None:
    """The first moment belongs to a range and the last does not; an event shares a moment with it or not."""
    span = Span(datetime(2026, 9, 2, tzinfo=UTC), datetime(2026, 9, 3, tzinfo=UTC))
    opens, closes, hour = span.opens, span.closes, timedelta(hours=1)
    assert span.holds(opens)
    assert not span.holds(closes)
    assert span.touches(opens - hour, opens + hour)
    assert span.touches(closes - hour, closes + hour)
    assert not span.touches(opens - hour, opens)
    assert not span.touches(closes, closes + hour)
    assert span.touches(opens, opens)
    assert not span.touches(closes, None)
    assert span.touches(None, closes)
    assert not span.touches(None, closes + hour)
    assert not span.touches(None, None)


def test_the_time_is_no_filter() -> None:
    """What fits by its words is found outside of the time too, but behind the same inside of it."""
    inside = candidate("inside", "租房合同要签字")
    outside = candidate("outside", "租房合同寄到了", mention_at=BEFORE)
    found = answered(plan_of("租房", mode="MENTION"), outside, inside)
    assert {item.id: item.score for item in found.items}["chat:inside"] > found.items[-1].score * 1.2
    assert sorted(refs(found)) == ["inside", "outside"]


def test_what_the_person_names_counts_more_than_the_time() -> None:
    """A name that no table knows, said long ago, goes before what was merely said on that day."""
    plan = plan_of("考试", "张三", mode="MENTION")
    found = answered(plan, candidate("day", "没吃早饭"), candidate("name", "张三请客", mention_at=BEFORE))
    assert max(found.items, key=lambda item: item.score).id == "chat:name"


def test_different_words_add_up_and_rare_ones_count_more() -> None:
    """Two words beat one; the one that few texts have beats the one that many have."""
    many = [candidate(f"common-{n}", f"第{n}次开会讨论苹果") for n in range(6)]
    both, rare = candidate("both", "苹果和香蕉"), candidate("rare", "香蕉牛奶")
    found = answered(plan_of("苹果", "香蕉", output=BY_IMPORTANCE), *many, rare, both)
    scores = {item.id: item.score for item in found.items}
    assert scores["chat:both"] > scores["chat:rare"] > scores["chat:common-0"]


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("Meetings", "the meeting was moved"),
        ("exam", "my ＥＸＡＭ is on Monday"),
        ("室友", "室友叫陈默"),
        ("期末考试", "期末的考试在周五"),
        ("课", "有课"),
        ("C", "got a C in physics"),
        ("Python作业", "python 的作业"),
    ],
)
def test_words_are_found_in_their_forms(word: str, text: str) -> None:
    assert refs(answered(plan_of(word), candidate("it", text), candidate("other", "无关的话"))) == ["it"]


@pytest.mark.parametrize(("word", "text"), [("art", "the party starts"), ("天气", "天冷了"), ("'&|!", "'&|! ()")])
def test_what_only_looks_alike_is_not_found(word: str, text: str) -> None:
    assert refs(answered(plan_of(word), candidate("it", text))) == []


def test_importance_and_status_are_filters() -> None:
    """What matters less than asked for, or is over with where open things are asked for, is left out."""
    plan = plan_of("合同", filters=Filters(importance_min=0.6, status="open"))
    rows = [("small", 0.5, "open"), ("done", 0.9, "done"), ("it", 0.6, "open")]
    texts = [candidate(ref, f"合同{ref}", importance=weight, status=status) for ref, weight, status in rows]
    assert refs(answered(plan, *texts)) == ["it"]


def test_weights_of_sources_and_kinds_count() -> None:
    """The same text scores by where it stands, and more as what is sought."""
    plan = plan_of("合同", output=BY_IMPORTANCE, targets=(Target(type="todo", weight=1.0),))
    chat, memory = candidate("a", "合同"), candidate("b", "合同", source="memory_v2")
    todo = candidate("c", "合同", target_type="todo")
    scores = {item.id: item.score for item in answered(plan, chat, memory, todo).items}
    assert scores["chat:c"] > scores["chat:a"] > scores["memory_v2:b"]
    none = SourceWeights(calendar=0, chat=0, meinput=0, memory_v2=0)
    assert refs(answered(plan.model_copy(update={"sources": none}), chat)) == []


def test_a_plan_orders_by_importance_or_by_time() -> None:
    """Of what fits about as well."""
    rows = [candidate("late", "合同甲", mention_at=NOON, importance=0.5)]
    rows += [candidate("early", "合同乙", mention_at=BEFORE, importance=0.3)]
    assert refs(answered(plan_of("合同"), *rows)) == ["early", "late"]
    assert refs(answered(plan_of("合同", output=BY_IMPORTANCE), *rows)) == ["late", "early"]


def test_what_was_told_more_than_once_is_one_item() -> None:
    """Equal, or one in the other, near in time; the best stands for all and the stats name the others."""
    rows = [
        candidate("said", "周五交物理报告", importance=0.9),
        candidate("typed", "记得周五交物理报告，别忘了", source="meinput", mention_at=NOON + timedelta(hours=20)),
        candidate("kept", "周五交物理报告。", source="memory_v2"),
        candidate("weeks-ago", "周五交物理报告", mention_at=BEFORE),
    ]
    found = answered(plan_of("物理", output=plan_of().output), *rows)
    assert refs(found) == ["weeks-ago", "said"]
    [merged] = found.stats.merged
    assert (merged.id, set(merged.sources)) == ("chat:said", {"chat", "meinput", "memory_v2"})
    assert set(merged.others) == {"meinput:typed", "memory_v2:kept"}
    assert len(refs(answered(plan_of("物理", output=BY_IMPORTANCE), *rows))) == 4


def test_a_meeting_of_the_calendar_and_what_was_said_of_it_are_one() -> None:
    """They speak of the same hour; two lessons of one name do not."""
    at = NOON + timedelta(days=1)
    lesson = {"source": "calendar", "mention_at": None}
    rows = [
        candidate("row", "组会讨论", event_start=at, event_end=at + timedelta(hours=1), **lesson),
        candidate("said", "明天中午组会讨论", event_start=at, event_end=at),
        candidate("next", "组会讨论", event_start=at + timedelta(minutes=30), event_end=None, **lesson),
    ]
    assert sorted(refs(answered(plan_of("组会"), *rows))) == ["next", "row"]


def test_the_timeline_has_the_days_that_were_asked_for() -> None:
    """By what happens or was said on them; not what lies outside of the time."""
    span = TimeRange(start=DAY.start, end=datetime(2026, 9, 5, tzinfo=UTC))
    rows = [
        candidate("said", "合同一"),
        candidate("happens", "合同二", mention_at=BEFORE, event_start=NOON + timedelta(days=1), event_end=None),
        candidate("outside", "合同三", mention_at=BEFORE),
    ]
    found = answered(plan_of("合同", mode="AMBIGUOUS", span=span), *rows)
    assert [(each.date, each.items) for each in found.timeline] == [
        (date(2026, 9, 2), ("chat:said",)),
        (date(2026, 9, 3), ("chat:happens",)),
    ]
    assert answered(plan_of("合同"), *rows).timeline == ()


def test_open_ends_hold_everything_on_their_side() -> None:
    """Before a day: whatever was said until then."""
    span = TimeRange(start=None, end=DAY.end)
    late = candidate("late", "乙", mention_at=NOON + timedelta(days=1))
    assert refs(answered(plan_of(mode="MENTION", span=span), candidate("early", "甲", mention_at=BEFORE), late)) == [
        "early"
    ]


@given(st.lists(st.sampled_from(["合同", "考试", "会议", "张三", "exam"]), max_size=4), st.permutations(range(8)))
def test_the_answer_does_not_depend_on_the_order_of_what_is_looked_at(words: list[str], order: list[int]) -> None:
    """And scores lie between 0 and 1, with at most as many items as were asked for, each once."""
    texts = ("合同和考试", "张三的会议", "exam", "合同和考试", "会议", "考试考试", "别的", "张三的合同")
    rows = [candidate(str(n), text, mention_at=NOON - timedelta(hours=9 * n)) for n, text in enumerate(texts)]
    plan = plan_of(*words, mode="MENTION")
    found = answered(plan, *rows, limit=5)
    assert found == answered(plan, *(rows[n] for n in order), limit=5)
    assert all(0 < item.score <= 1 for item in found.items)
    assert len({item.id for item in found.items}) == len(found.items) <= 5


def test_what_merely_lies_in_the_time_is_no_answer_beside_what_is_named() -> None:
    """Ten lessons of the day do not stand behind what has the name; where nothing has it, they are what is known."""
    lessons = [candidate(f"lesson{n}", f"第{n}节体育", event_start=NOON, event_end=NOON) for n in range(9)]
    named = candidate("named", "张三请客", event_start=NOON, event_end=NOON)
    plan = plan_of("张三", mode="EVENT")
    assert refs(answered(plan, *lessons, named)) == ["named"]
    assert len(refs(answered(plan, *lessons))) == len(lessons)
    assert len(refs(answered(plan_of("考试", mode="EVENT"), *lessons, named))) == len(lessons) + 1


@pytest.mark.parametrize(
    ("query", "text", "told"),
    [
        ("讨厌", "我不喜欢香菜", "不喜欢"),
        ("讨厌", "我喜欢香菜", None),
        ("I will", "I think it will rain", None),
        ("I will", "Sure, I will.", "I will"),
        ("exam", "two exams", "exam"),
        ("数据结构", "数据很多，结构很乱", None),
    ],
)
def test_a_reason_names_only_words_that_the_text_has(query: str, text: str, told: str | None) -> None:
    assert told_in(query, text) == told


def test_what_is_told_twice_in_one_source_names_no_other_source() -> None:
    """Only another source is told beside an item."""
    plan = plan_of("租房", mode="MENTION")
    again = candidate("again", "租房合同要签字", source="memory_v2")
    pair = [candidate("one", "租房合同要签字"), candidate("two", "租房合同要签字")]
    assert "also in" not in "".join(account(answered(plan, *pair), plan, "en"))
    assert "also in memory" in "".join(account(answered(plan, *pair, again), plan, "en"))
