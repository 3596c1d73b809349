"""What is not tried because a text has no sign of it would have found nothing (WHEN-21, WHEN-23, WHEN-40, WHEN-57)."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.context.when.en import not_times as english
from domain.context.when.en.reading import _ATOMS, _fitting
from domain.context.when.en.stems import stems_of
from domain.context.when.zh import not_times as chinese
from domain.context.when.zh.atom import first_of, one_of
from domain.context.when.zh.chains import _ANY, ATOMS
from domain.context.when.zh.script import plain
from tests.domain.context.when.cases_en import cases as cases_en
from tests.domain.context.when.cases_zh import cases as cases_zh

_NO_TIMES = """
春节快乐 元旦愉快 端午安康 新年吉祥 中秋吉利 新年大吉 国庆幸福 节日如意 周末开心 元宵好呀 祝你度过愉快的周末
三点钟方向 两点方位 一时兴起 一天天长大 一日复一日 一年又一年 一年年 下午茶 三月不知肉味 五月天的歌 人间四月天
七月流火 六月飞雪 十月怀胎 一日千里 一日三秋 一日之长 一日为师 三日不见 三日不绝 明日黄花 昨日黄花 今朝有酒
一朝一夕 一夕之间 七年之痒 百日维新 来日方长 改日再 他日 三点重要的建议 两点意见 这三点 总共有五点 跌了两点
一点都不 早了一点 三点透视 三点五倍 12元 3.5公里 5人 4/5G $12 v1.2.3 版本2.0 10.0.0.1 13812345678 021-5123456
400-800-1234 123-4567 1234567 比分是3:2 3:2 2比1 第三节 第2章 第四点 三到五节 3-5章 十二号楼 2号线 A12 No.5
301教室 12路 周三次 周二遍 三天打鱼,两天晒网 三天两头 一年四季 一年到头 有朝一日 一日三餐 一日不见 一天到晚
日复一日 年复一年 一日之计 一年之计 明日复明日 朝九晚五 三更半夜 过五关 五一口价 百年 千年 万年 三年五载 十年磨
十年如一日 十年寒窗 不三不四 三五成群 七上八下 三长两短 一年级 五年级 今日头条 明日方舟 明日之后 明日之子
昨日重现 昨日青空 今天天气真 六一二 后天努力 后天性 后天养成 先天后天 春秋 初二数学 早上好 晚安 周而复始 周杰伦
周三鸣 周一诺 周二平 周五仙 晚点再 圣诞树 腊八粥 小年轻 元宵馅 秋分点 春分点 天天向上
"""
_WISHES = (
    "have a nice day",
    "wishing you all a very happy new year",
    "enjoy the rest of your weekend",
    "merry christmas",
    "not built in a day",
    "any minute now",
    "day after day",
    "week in and week out",
    "one of these days",
    "day of reckoning",
    "the eleventh hour",
    "nine to five job",
    "five o'clock shadow",
    "at your six oclock",
    "Sunday Times",
    "Friday Night Lights",
    "Blue Monday",
    "Ruby Tuesday",
    "Groundhog Day movie",
)
_CHINESE = [*_NO_TIMES.split(), *(case.query for case in cases_zh())]
_ENGLISH = [*_WISHES, *(case.query for case in cases_en())]
_TEXTS = st.lists(st.sampled_from([*_CHINESE, *_ENGLISH, "，", " ", "12", "点", "周", "-", "٣"]), max_size=4).map(
    "".join
)
_ALL_CHINESE = re.compile("|".join(pattern for _, pattern in chinese._PATTERNS))
_EVERY_ATOM = one_of(*(atom.pattern for atom in ATOMS))


def _check(text: str) -> None:
    line = plain(text)
    assert chinese.without_what_is_none(line) == _ALL_CHINESE.sub(lambda found: "\x00" * len(found[0]), line), text
    for place in range(len(line)):
        tried, all_tried = _ANY.match(line, place), _EVERY_ATOM.match(line, place)
        assert (tried and first_of(tried)) == (all_tried and first_of(all_tried)), (text, place)
    masked = text
    for _, pattern in english._NO_TIME:
        masked = pattern.sub(lambda found: "\x00" * len(found[0]), masked)
    assert english.without_what_is_none(text) == masked, text
    stems = stems_of(text)
    assert list(_fitting(stems)) == [atom for atom in _ATOMS if not any(map(stems.isdisjoint, atom.needs))], text


def test_every_text_of_the_cases_is_read_as_if_everything_were_tried() -> None:
    for text in (*_CHINESE, *_ENGLISH):
        _check(text)


@settings(max_examples=200, deadline=None)
@given(_TEXTS)
def test_any_text_is_read_as_if_everything_were_tried(text: str) -> None:
    _check(text)


@pytest.mark.parametrize(("texts", "patterns"), [(_CHINESE, chinese._NO_TIME), (_ENGLISH, english._NO_TIME)])
def test_each_pattern_of_what_is_no_time_is_found_in_some_text(
    texts: list[str], patterns: tuple[tuple[frozenset[str], re.Pattern[str]], ...]
) -> None:
    """So that the texts above try its signs."""
    assert [words.pattern for _, words in patterns if not any(words.search(text) for text in texts)] == []
