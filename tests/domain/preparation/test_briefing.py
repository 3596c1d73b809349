"""What a model is told of a person's decisions (rules LEARN-13 to LEARN-20)."""

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.preparation.briefing import briefing
from domain.preparation.ranking import similar
from domain.preparation.reduction import Decision, reduce
from domain.preparation.values import Value
from domain.schedule.state import Locale
from tests import hash_seeds
from tests.domain.preparation.cases import AS_OF, decision, example, row, session


def rows(text: str) -> list[str]:
    """The rows of a text, one a decision."""
    return [line for line in text.splitlines() if re.match(r"\d\d/\d\d  ", line)]


def told(decided: Decision, locale: Locale = "zh-CN") -> str:
    """The row of one decision, with single blanks."""
    (line,) = rows(briefing("", "张三", [decided], 34, locale))
    return " ".join(line.split())


def of_example() -> Decision:
    """The decision of the example."""
    decided = reduce(session(), example())
    assert decided is not None
    return decided


def test_the_example_gives_one_row() -> None:
    assert told(of_example()) == "07/14 35°C 你手动调过 空调24→22°C 亮度80→60% 窗帘50→100%"


def test_the_whole_text_follows_the_message() -> None:
    assert briefing("请推荐", "张三", [of_example()], 34) == (
        "请推荐\n"
        "\n"
        "【张三近期操作习惯（近30天·按气温接近排序）】\n"
        "日期    室外    状态             控制快照\n"
        "────────────────────────────────────────────────────────────\n"
        "07/14  35°C  你手动调过        空调24→22°C  亮度80→60%  窗帘50→100%\n"
        "\n"
        "提示：今天室外 34°C，与 07/14(35°C) 最接近。\n"
        "上述记录供参考，最终请结合当前 RO 读数和量程约束自行判断。"
    )


def test_in_english_it_says_the_same() -> None:
    text = briefing("Recommend", "Zhang San", [of_example()], 34, "en")
    assert text.isascii() is False
    assert not re.search("[\u4e00-\u9fff]", text)
    assert told(of_example(), "en") == (
        "07/14 35°C you adjusted it temperature 24→22°C brightness 80→60% curtain 50→100%"
    )
    figures = re.findall(r"\d+", briefing("", "张三", [of_example()], 34))
    assert sorted(re.findall(r"\d+", text)) == sorted(figures)


def test_in_english_the_columns_stand_below_each_other() -> None:
    """Whatever day, temperature and label it is: each begins where its name stands, with a gap before it."""
    made = [of_example(), of_example().model_copy(update={"touched": (), "label": "user_confirmed"})]
    made.append(made[1].model_copy(update={"label": "auto_no_intervention", "weather_temp": None}))
    lines = briefing("", "Li", made, 34, "en").splitlines()
    columns = next(line for line in lines if line.startswith("date"))
    starts = [columns.index(word) for word in ("date", "outdoors", "status", "settings")]
    told_rows = rows("\n".join(lines))
    assert len(told_rows) == 3
    for line in told_rows:
        assert [line[at] != " " and (at == 0 or line[at - 2 : at] == "  ") for at in starts] == [True] * 4, line


@pytest.mark.parametrize("message", ["", "请推荐", "两行\n\n", " \ud800 "])
def test_without_a_decision_the_message_is_unchanged(message: str) -> None:
    assert briefing(message, "张三", [], 34) == message


def test_what_was_brought_back_is_told_as_confirmed_with_all_values() -> None:
    back = reduce(session(), [*example()[:3], row("13:55", "user_adjust", {"hvac_target_temp": 24})])
    assert back is not None
    assert told(back) == "07/14 35°C 你确认了推荐 空调开 模式制冷 空调24°C 灯开 亮度80% 窗帘开 窗帘50%"


def test_what_was_only_executed_is_told_as_untouched() -> None:
    executed = reduce(session(), example()[:2])
    assert executed is not None
    assert told(executed).startswith("07/14 35°C 自动执行(未干预) 空调开 模式制冷 空调24°C")


def test_the_day_is_that_of_the_room() -> None:
    """Half past four in the afternoon in London is the next day in Shanghai."""
    moment = datetime(2026, 7, 14, 16, 30, tzinfo=UTC)
    days = {
        zone: told(decision(zone=zone).model_copy(update={"prep_trigger_at": moment}))[:5]
        for zone in ("Asia/Shanghai", "Europe/London", "America/Los_Angeles", "Pacific/Kiritimati")
    }
    assert days == {
        "Asia/Shanghai": "07/15",
        "Europe/London": "07/14",
        "America/Los_Angeles": "07/14",
        "Pacific/Kiritimati": "07/15",
    }


def test_without_a_temperature_at_hand_there_is_no_hint_and_the_order_is_said_to_be_that_of_time() -> None:
    text = briefing("请推荐", "张三", [decision()], None)
    assert "提示" not in text
    assert "【张三近期操作习惯（近30天·按时间由近到远排序）】" in text
    assert text.endswith("上述记录供参考，最终请结合当前 RO 读数和量程约束自行判断。")


def test_a_decision_without_a_temperature_is_told_so_and_gives_no_hint() -> None:
    text = briefing("请推荐", "张三", [decision(temp=None)], 34)
    assert "  未知  " in rows(text)[0]
    assert "提示" not in text


def test_the_hint_names_the_first_decision_and_no_needless_fraction() -> None:
    text = briefing("", "张三", [decision("a", -3, 1), decision("b", 35, 2)], -2.5)
    assert "提示：今天室外 -2.5°C，与 07/19(-3°C) 最接近。" in text
    assert "今天室外 34°C" in briefing("", "张三", [decision()], 34.0)


def test_a_touched_switch_is_told_from_and_to_and_alone_where_nothing_was_recommended() -> None:
    switched = decision(
        label="user_adjusted",
        touched=("hvac_power", "hvac_mode", "light_power"),
        values={"hvac_power": False, "hvac_mode": "除湿", "light_power": True},
        recommended={"hvac_power": True, "hvac_mode": "制冷"},
    )
    assert told(switched).endswith("你手动调过 空调开→关 模式制冷→除湿 灯开")
    assert told(switched, "en").endswith("air conditioning on→off mode cooling→drying light on")


def test_unknown_keys_come_after_the_known_ones_by_the_alphabet() -> None:
    values: dict[str, Value] = {"screen": True, "light_power": False, "aroma": "lavender", "fan": 2.5, "note": "两 词"}
    assert told(decision(values=values)).endswith('灯关 aroma=lavender fan=2.5 note="两 词" screen=开')


def test_a_known_key_with_a_value_of_another_kind_is_told_as_it_is() -> None:
    values: dict[str, Value] = {
        "hvac_power": 1,
        "hvac_mode": "睡眠",
        "hvac_target_temp": "低",
        "light_brightness": True,
    }
    assert told(decision(values=values)).endswith("hvac_power=1 hvac_mode=睡眠 hvac_target_temp=低 light_brightness=开")


def test_control_characters_are_stripped_from_names_and_values() -> None:
    """None of them can begin a line of its own or a second heading."""
    plain = briefing("", "张三", [decision(values={"aroma": "rose"})], 34)
    dirty = decision(values={"aroma": "ro\x00se\r\n\u2028\u202e"})
    assert briefing("", "张\n三\x1b】【", [dirty], 34) == plain
    assert "【预定人近期操作习惯" in briefing("", "\n\t", [dirty], 34)


@pytest.mark.parametrize(("name", "locale"), [("张" * 500, "zh-CN"), ("Zhang" * 100, "en")])
def test_whatever_was_kept_the_text_is_bounded(name: str, locale: Locale) -> None:
    values: dict[str, Value] = {f"key_{number:02}": "长" * 200 for number in range(64)}
    text = briefing("", name, [decision(values=values)] * 5, 34, locale)
    assert all(len(line) < 480 for line in text.splitlines())
    assert rows(text)[0].endswith("…")


@given(st.text(max_size=30), st.text(max_size=30), st.text(max_size=30))
def test_no_text_from_outside_makes_another_row(name: str, key: str, value: str) -> None:
    plain = briefing("", "张三", [decision(values={"aroma": "rose"})], 34)
    text = briefing("", name, [decision(values={key: value})], 34)
    assert len(text.splitlines()) == len(plain.splitlines())


def test_the_text_does_not_depend_on_the_process() -> None:
    """Three processes whose hashes differ write the same bytes."""
    assert hash_seeds.written("tests.domain.preparation.test_briefing", "sample") == {ascii(sample())}


def sample() -> str:
    """Of ties, unknown keys and a touched session, in both languages."""
    unknown: dict[str, Value] = {f"key_{number}": number for number in range(20)}
    touched = reduce(session(), [row("13:50", "user_adjust", {**unknown, "light_power": True})])
    assert touched is not None
    decisions = [touched, of_example(), *(decision(name, temp) for name in "dbca" for temp in (33,))]
    ranked = similar(decisions, "A-101", "u_zhangsan", AS_OF, 34)
    return "\n".join(briefing("", "张三", ranked, 34, locale) for locale in ("zh-CN", "en"))
