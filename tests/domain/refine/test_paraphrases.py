"""What does not change the meaning of a request does not change what is read from it."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.refine.numerals import chinese, number
from domain.refine.slice import Slice
from domain.refine.slice_text import described
from tests.domain.refine.test_readings import CALENDAR, PLAN, READINGS, read, told

MESSAGES = [message for message, _expected in READINGS]
ZH = [message for message in MESSAGES if re.search("[\u4e00-\u9fff]", message) and not re.search("[a-z]{3}", message)]
EN = [message for message in MESSAGES if re.search(r"[a-z]{3}", message)]
DAYS = ("周一", "周二", "周三", "周四", "周五", "周六", "周日")
FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
PLACES = ("source_days", "target_days", "source_weeks", "target_weeks", "source_sections", "target_sections")

days = st.lists(st.sampled_from(range(1, 8)), min_size=1, max_size=5, unique=True)
two_days = st.permutations(range(1, 8)).map(lambda order: order[:2])


@given(
    st.sampled_from(ZH),
    st.sampled_from(["你好，", "麻烦你了。", "嗯嗯！", "\n\n"]),
    st.sampled_from(["，谢谢！", "。", "～", ""]),
)
def test_courtesies_around_a_chinese_request_change_nothing(message: str, before: str, after: str) -> None:
    assert told(read(f"{before}{message}{after}")) == told(read(message))


@given(st.sampled_from(EN), st.sampled_from(["Hi! ", "Hello there. ", "\n"]), st.sampled_from([". Thanks!", "!", " "]))
def test_courtesies_around_an_english_request_change_nothing(message: str, before: str, after: str) -> None:
    assert told(read(f"{before}{message}{after}")) == told(read(message))


@given(st.sampled_from(ZH))
def test_digits_of_any_width_are_the_same(message: str) -> None:
    assert told(read(message.translate(FULL_WIDTH)), "unknown") == told(read(message), "unknown")


@given(st.sampled_from(EN))
def test_capitals_mean_nothing_in_english(message: str) -> None:
    assert told(read(message.upper()), "unknown") == told(read(message), "unknown")
    assert told(read(message.lower()), "unknown") == told(read(message), "unknown")


@settings(max_examples=40)
@given(st.integers(1, 60), st.integers(1, 60))
def test_weeks_are_the_same_in_either_numeral(source: int, target: int) -> None:
    """第十七周, 第17周 and 17周 are one week."""
    expected = (source,), (target,)
    for first, second in ((str(source), str(target)), (chinese(source), chinese(target))):
        cut = read(f"把第{first}周的任务挪到第{second}周")
        assert (cut.source_weeks, cut.target_weeks) == expected
    assert read(f"{source}周太满了，挪到第{target}周").target_weeks == (target,)
    assert read(f"move week {source} to week {target}").source_weeks == (source,)


@given(st.integers(1, 99))
def test_a_chinese_numeral_is_read_as_it_is_written(value: int) -> None:
    assert number(chinese(value)) == value


@given(days, st.randoms(use_true_random=False))
def test_the_order_of_listed_days_changes_no_set(listed: list[int], random: Any) -> None:
    shuffled = random.sample(listed, len(listed))
    first, second = (
        read(f"把{'、'.join(DAYS[day - 1] for day in order)}的任务挪到第6周") for order in (listed, shuffled)
    )
    assert set(first.source_days) == set(second.source_days) == set(listed)
    assert tuple(second.source_days) == tuple(shuffled)


@given(
    two_days,
    st.sampled_from(["把{0}的任务挪到{1}", "{0}的都放{1}", "往{1}挪{0}的任务", "{0}的任务{1}做", "从{0}挪去{1}"]),
)
def test_source_and_target_never_change_sides(pair: list[int], form: str) -> None:
    cut = read(form.format(*(DAYS[day - 1] for day in pair)))
    assert (cut.source_days, cut.target_days) == ((pair[0],), (pair[1],))


@settings(max_examples=25)
@given(two_days)
def test_source_and_target_never_change_sides_in_english(pair: list[int]) -> None:
    names = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
    source, target = (names[day - 1] for day in pair)
    for message in (
        f"move {source}'s tasks to {target}",
        f"put the {source} tasks on {target}",
        f"move to {target} what is planned from {source}",
        f"{target} is where the {source} tasks should go",
        f"what I have on {source} should happen on {target}",
    ):
        cut = read(message)
        assert (cut.source_days, cut.target_days) == ((pair[0],), (pair[1],)), message


@settings(max_examples=40)
@given(st.integers(1, 11), st.integers(1, 12))
def test_sections_are_the_same_in_any_form(first: int, last: int) -> None:
    low, high = min(first, last), max(first, last)
    expected = tuple(range(low, high + 1))
    for form in (
        f"第{low}-{high}节",
        f"第{low}到{high}节",
        f"第{chinese(low)}到第{chinese(high)}节",
        f"{low}～{high}节",
    ):
        assert read(f"{form}不要安排").exclude_sections == expected, form
    assert read(f"nothing in sections {low} to {high}").exclude_sections == expected


@given(st.sampled_from([(1, 2), (1, 3), (2, 3), (1, 4), (3, 4), (2, 5)]))
def test_fractions_are_the_same_in_any_form(part: tuple[int, int]) -> None:
    upper, lower = part
    share = round(upper / lower, 4)
    for form in (f"{chinese(lower)}分之{chinese(upper)}", f"{lower}分之{upper}", f"{upper}/{lower}"):
        assert read(f"把{form}的任务挪到周日").ratio == share, form


@given(st.text(max_size=120) | st.text("把将周月日号第节点到挪前后别不都一二三十0129:.-/ 的那儿做", max_size=60))
def test_any_text_in_either_script_is_read(message: str) -> None:
    """Whatever is written gives a slice within its bounds, the same each time, that can be told in both languages."""
    cut = read(message)
    assert Slice.model_validate_json(cut.model_dump_json()) == cut == read(message)
    assert all(described(cut, PLAN, locale) is not None for locale in ("zh-CN", "en"))


ENGLISH_WORDS = st.sampled_from(
    [
        *("move", "put", "to", "from", "on", "in", "by", "before", "after", "and"),
        *("the", "week", "day", "Monday", "Friday", "Sept", "28", "3rd", "8pm", "half"),
        *("third", "two", "tasks", "not", "no", "except", "leave", "later", "earlier", ","),
        *(".", "first", "section", "12", "-", "is", "where", "tomorrow", "May", "March"),
        *("weeks", "of", "at", "noon", "until"),
    ]
)


@given(st.lists(ENGLISH_WORDS, max_size=25).map(" ".join))
def test_any_words_of_english_are_read(message: str) -> None:
    cut = read(message)
    assert Slice.model_validate_json(cut.model_dump_json()) == cut


@pytest.mark.parametrize(
    "message", ["把" * 2000, "周一" * 1000, "move " * 400, "1" * 2000, "第一" * 999, "9月" * 900, "," * 2000]
)
def test_the_longest_messages_are_read(message: str) -> None:
    """Nothing in them makes the reading go on without end."""
    assert len(read(message).clause) <= 200


def test_the_calendar_is_the_one_of_the_plan() -> None:
    assert CALENDAR.term.position(CALENDAR.term.date_of(5, 1)) == (5, 1)
