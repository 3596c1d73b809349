"""What holds for the plan of any text (CONTEXT-1, CONTEXT-2 and CONTEXT-20)."""

import hashlib
import json
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import jsonschema_rs
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.context.errors import InvalidQuery, TimeUnparseable
from domain.context.plan.answer import answer_text
from domain.context.plan.keywords import KEYWORDS
from domain.context.plan.planner import LONGEST_QUERY, make_plan
from domain.context.plan.schema import plan_schema
from tests import hash_seeds
from tests.domain.context.plan.goldens import goldens

VALID = jsonschema_rs.validator_for(plan_schema())

_WORDS = st.sampled_from(
    [
        *sorted(KEYWORDS),
        *(
            "昨天",
            "明天",
            "上周",
            "周三",
            "周末",
            "最近",
            "过去3天",
            "未来两周",
            "之前",
            "早上",
            "每周五",
            "2月30日",
            "25点",
        ),
        *("yesterday", "next week", "on Friday", "last 3 days", "in the evening", "every Monday", "february 30"),
        *(
            "我",
            "张三",
            "要",
            "了",
            "过",
            "吗",
            "？",
            "，",
            " ",
            "什么",
            "did I",
            "will",
            "with Anna",
            "\ud800",
            "\x00",
            "👩‍🎓",
        ),
    ]
)
_TEXTS = st.text(max_size=60) | st.lists(_WORDS, max_size=12).map("".join) | st.lists(_WORDS, max_size=9).map(" ".join)
_ZONES = st.sampled_from(
    [ZoneInfo("Asia/Shanghai"), ZoneInfo("Europe/Berlin"), ZoneInfo("America/St_Johns"), timezone(timedelta(hours=-11))]
)
_NOWS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=_ZONES)


@settings(max_examples=150, deadline=None)
@given(_TEXTS, _NOWS, st.sampled_from(["zh-CN", "en"]))
def test_any_text_has_a_plan_of_the_form_or_is_refused_for_what_it_says(query: str, now: datetime, locale: str) -> None:
    """Never another error; made again it has the same bytes, and its parts agree with one another."""
    try:
        plan = make_plan(query, now, locale)  # type: ignore[arg-type]
    except (InvalidQuery, TimeUnparseable) as error:
        error.message.encode()
        return
    text = answer_text(plan)
    assert text == answer_text(make_plan(query, now, locale))  # type: ignore[arg-type]
    assert VALID.is_valid(json.loads(text.encode()))
    time, mode = plan.time, plan.temporal_mode
    assert (time.mention_range is None) == (mode in ("NONE", "EVENT"))
    assert (time.event_range is None) == (mode in ("NONE", "MENTION"))
    assert (time.relative_label is None) == (mode == "NONE") == (not plan.output.timeline)
    assert plan.output.wide_recall == (mode == "AMBIGUOUS")
    assert all(0 <= weight <= 1 for weight in dict(plan.sources).values())
    assert [each.source for each in plan.retrievals] == [
        source for source in ("meinput", "chat", "memory_v2") if getattr(plan.sources, source) >= 0.5
    ]


def test_a_text_of_the_greatest_length_is_planned_for_in_bounds() -> None:
    """However many words it has, few are searched for."""
    for filling in ("张三昨天说", "meeting notes yesterday ", "2月30日", "过过过过", "a"):
        query = (filling * LONGEST_QUERY)[:LONGEST_QUERY]
        try:
            plan = make_plan(query, datetime(2026, 9, 3, 22, tzinfo=ZoneInfo("Asia/Shanghai")))
        except TimeUnparseable:
            continue
        assert all(len(each.expanded_queries) <= 20 for each in plan.retrievals)


def test_plans_do_not_depend_on_the_process() -> None:
    """Three processes whose hashes differ make the same bytes of all golden queries."""
    assert hash_seeds.written("tests.domain.context.plan.test_properties", "digest") == {ascii(digest())}


def digest() -> str:
    """Of the plans of all golden queries."""
    kept = [*goldens("keywords"), *goldens("queries")]
    texts = [answer_text(make_plan(each.query, each.moment, each.locale)) for each in kept]
    return hashlib.sha256("".join(texts).encode()).hexdigest()
