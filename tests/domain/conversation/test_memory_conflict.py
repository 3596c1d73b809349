"""Rule MEMORY-53: which memories say otherwise what something is."""

import pytest

from domain.conversation.memory_conflict import tells_otherwise


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我的猫叫花花", "我的猫叫豆豆"),
        ("我叫李四", "我叫张三"),
        ("我的导师是李老师", "我的导师是王老师"),
        ("我住在北京", "我住在上海"),
        ("my cat is called Mimi", "my cat's name is Tom"),
        ("My advisor is Dr Lee", "my advisor is Dr. Wu"),
        ("I live in Boston", "I live in Paris"),
    ],
)
def test_two_values_of_one_thing_differ_either_way(one: str, other: str) -> None:
    assert tells_otherwise(one, other)
    assert tells_otherwise(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("我的猫叫花花", "我的狗叫豆豆"),
        ("我的猫叫花花", "我的猫叫花花。"),
        ("我是学生", "我是素食者"),
        ("我叫李四", "我住在北京"),
        ("我喜欢绿茶", "我喜欢红茶"),
        ("我的生日是3月8日", "我妈妈的生日是3月9日"),
        ("my favourite color is red", "my favourite food is rice"),
    ],
)
def test_what_can_both_hold_does_not_differ(one: str, other: str) -> None:
    assert not tells_otherwise(one, other)
