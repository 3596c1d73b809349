"""Names that differ in a number, and parts of a class from a number on (rule SLICE-8)."""

import pytest

from domain.refine.slice import parse_slice
from tests.domain.refine.plans import ENGLISH, chapter, fortnight

PLAN = fortnight(
    chapter(31, "第一章 随机事件", 1, 1, 2),
    chapter(32, "第二章 随机变量", 1, 3, 4),
    chapter(33, "第三章 多维随机变量", 2, 1, 2),
    chapter(34, "第四章 大数定律", 2, 3, 4),
    *(chapter(41 + n, f"习题{'一二三四'[n]}", 3, 2 * n + 1, 2 * n + 2, category=ENGLISH) for n in range(4)),
    *(chapter(51 + n, f"实验{n + 9}", 4, 2 * n + 1, 2 * n + 2, category=ENGLISH) for n in range(3)),
    *(chapter(61 + n, f"Lesson {n + 1}", 5, 2 * n + 1, 2 * n + 2, category=ENGLISH) for n in range(4)),
)
NAMED: list[tuple[str, tuple[int, ...]]] = [
    ("习题一到三挪到周日", (41, 42, 43)),
    ("英语习题一到习题三挪到周日", (41, 42, 43)),
    ("习题一、三挪到周日", (41, 43)),
    ("习题2和4挪到周日", (42, 44)),
    ("习题3挪到周日", (43,)),
    ("实验十挪到周日", (52,)),
    ("实验十一挪到周日", (53,)),
    ("实验9到11挪到周日", (51, 52, 53)),
    ("概率论第三章往后的都挪到周日", (33, 34)),
    ("从第三章开始都挪到周日", (33, 34)),
    ("把概率论第二章之后的任务挪到周日", (33, 34)),
    ("概率论一三章挪到周日", (31, 33)),
    ("move lesson 3 onwards to Sunday", (63, 64)),
    ("move the last two lessons to Sunday", (63, 64)),
    ("put lessons after 1 on Sunday", (62, 63, 64)),
]


@pytest.mark.parametrize(("message", "named"), NAMED)
def test_numbers_say_which_of_a_class_are_meant(message: str, named: tuple[int, ...]) -> None:
    read = parse_slice(message, PLAN, 5)
    assert (sorted(read.named), read.target_days, read.unknown) == (sorted(named), (7,), "")


def test_a_shift_behind_a_number_is_none() -> None:
    """第三章往后挪一天 is about the third chapter alone, and so are its days and its weeks."""
    read = parse_slice("概率论第三章往后挪一天", PLAN, 5)
    assert (read.named, read.shift) == ((33,), 1)
    assert parse_slice("习题一四周后再做", PLAN, 5).named == (41,)
