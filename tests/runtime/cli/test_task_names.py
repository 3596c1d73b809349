"""Tasks as people name them (rule CLI-9)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.cli.task_names import NamedTask, fitting, told

TASKS = (
    NamedTask(1, "第三章 多维随机变量", "概率论"),
    NamedTask(2, "第三章 树", "数据结构"),
    NamedTask(3, "Problem set 1", "Alpha"),
    NamedTask(4, "Problem set 12", "Alpha"),
    NamedTask(5, "r1", "beta"),
    NamedTask(6, "r10", "beta"),
    NamedTask(7, "Alpha", "gamma"),
)


@pytest.mark.parametrize(
    ("given", "keys"),
    [
        ("概率论第三章", {1}),
        ("概率论「第三章」", {1}),
        ("第三章", {1, 2}),
        ("数据结构", {2}),
        ("PROBLEM SET 1", {3}),
        ("ｐｒｏｂｌｅｍ　ｓｅｔ　１", {3}),
        ("set 1", {3}),
        ("alpha set 12", {4}),
        ("problem", {3, 4}),
        ("r1", {5}),
        ("beta r1", {5}),
        ("alpha", {7}),
        ("gamma alpha", {7}),
        ("bet", {5, 6}),
        ("delta", set()),
        ("", set()),
        (" ·", set()),
    ],
)
def test_the_best_fitting_tasks_are_meant(given: str, keys: set[int]) -> None:
    """A whole name before class and name, before a part, before the class."""
    assert {task.key for task in fitting(given, TASKS)} == keys


_WORDS = st.text("ab1 第章", max_size=6)
_TASK = st.builds(NamedTask, st.integers(0, 99), _WORDS, _WORDS)


@given(st.lists(_TASK, max_size=5))
def test_every_task_is_found_by_its_name(tasks: list[NamedTask[int]]) -> None:
    """Whatever it is called, as long as that has a letter or a digit; others of the same name are found with it."""
    for task in tasks:
        if any(map(str.isalnum, task.name)):
            assert task in fitting(task.name, tasks)


def test_candidates_are_told_with_what_tells_them_apart() -> None:
    """Class, name and number; of many the first five."""
    assert told(TASKS[:2]) == "概率论·第三章 多维随机变量 '[1]', 数据结构·第三章 树 '[2]'"
    assert told(TASKS).endswith(" and 2 more")
