"""Reading task lists (rules IMPORT-13 to IMPORT-15)."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidTasks, InvalidWindow, OutOfTerm
from domain.term.calendar import Term
from services.read_tasks import read_tasks

TERM = Term(first_monday=date(2026, 8, 31), weeks=18)


def task_class(**changes: Any) -> dict[str, Any]:
    return {"name": "概率论", "items": ["第一章", {"content": "第二章"}], **changes}


def task_list(*classes: dict[str, Any], **others: Any) -> bytes:
    return json.dumps({"classes": list(classes or [task_class()]), **others}).encode()


def test_a_short_list_takes_the_defaults() -> None:
    """A name and some texts are enough."""
    [read] = read_tasks(task_list()).classes
    assert [item.content for item in read.items] == ["第一章", "第二章"]
    assert (read.total_slots, read.strategy, read.allow_embed) == (None, "steady", True)
    assert read.excluded_sections == frozenset()


def test_a_full_list_is_read() -> None:
    """Every key has its meaning, also behind a byte order mark."""
    wishes = {
        "total_slots": 4,
        "strategy": "rapid",
        "allow_embed": False,
        "excluded_sections": [11, 12],
        "excluded_days_of_week": [6, 7],
        "preferred_sections": [3, 4],
    }
    term = {"first_monday": "2026-08-31", "weeks": 18, "zone": "Asia/Shanghai"}
    tasks = read_tasks(b"\xef\xbb\xbf" + task_list(task_class(**wishes), term=term))
    assert tasks.term == TERM
    [read] = tasks.classes
    assert read.model_dump(exclude={"name", "items"}) == {
        name: frozenset(value) if isinstance(value, list) else value for name, value in wishes.items()
    }


@pytest.mark.parametrize(
    "window",
    [
        {"first": {"week": 5, "day_of_week": 1}, "last": {"week": 6, "day_of_week": 7}},
        {"first": "2026-09-28", "last": "2026-10-11"},
        {"first": "2026-09-28", "last": {"week": 6, "day_of_week": 7}},
    ],
)
def test_a_window_is_named_by_dates_or_places(window: dict[str, Any]) -> None:
    """Both ways name the same days."""
    choice = read_tasks(task_list(window=window)).window
    assert choice is not None
    read = choice.in_term(TERM)
    assert read.total_days == 14
    assert (read.day_mapping[0].week, read.day_mapping[-1].day_of_week) == (5, 7)


def test_a_window_must_lie_in_the_term() -> None:
    """The errors are those of the term and the window."""
    outside = read_tasks(task_list(window={"first": {"week": 30, "day_of_week": 1}, "last": "2026-10-11"})).window
    reversed_days = read_tasks(task_list(window={"first": "2026-10-11", "last": "2026-09-28"})).window
    assert outside is not None
    assert reversed_days is not None
    with pytest.raises(OutOfTerm, match="week 30"):
        outside.in_term(TERM)
    with pytest.raises(InvalidWindow, match="swap the two"):
        reversed_days.in_term(TERM)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no JSON"),
        (b"\xff\xfe", "no JSON"),
        (b"{'classes': []}", "no JSON"),
        (b"[]", "the task file is []: input should be an object"),
        (b"{}", "classes is missing: add it"),
        (b'{"classes": []}', "classes is []: there is nothing to plan: list at least one"),
        (task_list(task_class(items=[])), "classes.0.items is []: there is nothing to plan"),
        (task_list(task_class(name=" ")), "classes.0.name is ' '"),
        (task_list(task_class(items=[""])), "classes.0.items.0.content is ''"),
        (task_list(task_class(items=["a\x00b"])), "classes.0.items.0.content is 'a\\x00b'"),
        (task_list(task_class(items=[3])), "classes.0.items.0 is 3: input should be an object"),
        (task_list(task_class(items=["a"] * 501)), "at most 500 items"),
        (task_list(task_class(total_slots="4")), "classes.0.total_slots is '4': input should be a valid integer"),
        (task_list(task_class(total_slots=True)), "classes.0.total_slots is True"),
        (task_list(task_class(total_slots=0)), "classes.0.total_slots is 0"),
        (task_list(task_class(total_slots=26)), "each task would take 13 sections and a day has 12: lower total_slots"),
        (task_list(task_class(strategy="slow")), "classes.0.strategy is 'slow': input should be 'steady' or 'rapid'"),
        (task_list(task_class(excluded_sections=[13])), "classes.0.excluded_sections.0 is 13"),
        (task_list(task_class(excluded_days_of_week=[0])), "classes.0.excluded_days_of_week.0 is 0"),
        (task_list(task_class(color="red")), "classes.0.color is unknown: remove it or correct its name"),
        (task_list(task_class(**{"c\n" * 99: 1})), f"classes.0.{'c ' * 34}c… is unknown: remove it"),
        (task_list(task_class(), task_class()), "2 classes are named '概率论': give each its own name"),
        (task_list(term={"first_monday": "2026-09-01", "weeks": 18}), "term: first_monday 2026-09-01 is a Tuesday"),
        (task_list(term={"first_monday": 1, "weeks": 18}), "term.first_monday is 1"),
        (task_list(window={"first": "2026-09-31", "last": "2026-10-01"}), "window.first.date is '2026-09-31'"),
        (task_list(window={"first": {"week": 5}, "last": "2026-10-01"}), "window.first is {'week': 5}: give either"),
        (task_list(window={"first": {}, "last": "2026-10-01"}), "window.first is {}: give either"),
        (task_list(window={"first": "20260928", "last": "2026-10-01"}), "window.first.date is '20260928'"),
        (
            task_list(window={"first": "2027-01-04", "last": "2027-01-05"}, term=TERM.model_dump(mode="json")),
            "window: 2027-01-04 is outside the term",
        ),
        (
            task_list(window={"first": "2026-10-02", "last": "2026-10-01"}, term=TERM.model_dump(mode="json")),
            "window: ",
        ),
        (b" " * 1_000_001, "1000001 bytes, 1000000 are allowed"),
    ],
)
def test_a_wrong_list_is_refused_with_place_and_value(content: bytes, message: str) -> None:
    """The message names the path, quotes the value and says what would be right."""
    with pytest.raises(InvalidTasks) as refused:
        read_tasks(content)
    assert message in refused.value.message


def test_many_mistakes_are_counted() -> None:
    """Ten are spelled out (IMPORT-13)."""
    with pytest.raises(InvalidTasks, match=r"items\.9\.content is .*; and 2 more$"):
        read_tasks(task_list(task_class(items=[""] * 12)))
    with pytest.raises(InvalidTasks) as refused:
        read_tasks(task_list(task_class(items=[""] * 10)))
    assert "more" not in refused.value.message


def test_classes_of_one_name_are_named_and_nothing_else() -> None:
    """Not what Python makes of the classes (IMPORT-13)."""
    twice = [task_class(name=name) for name in ("甲", "乙", "长" * 200, "甲", "长" * 200)]
    with pytest.raises(InvalidTasks) as refused:
        read_tasks(task_list(*twice))
    long = "长" * 78
    said = f"2 classes are named '甲'; 2 classes are named '{long}…: give each its own name"
    assert refused.value.message == said


EXAMPLE_FILES = [path.read_bytes() for path in sorted((Path(__file__).parents[2] / "examples").glob("*.json"))]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["2026-08-31", "甲"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)


@st.composite
def damaged_lists(draw: st.DrawFn) -> bytes:
    """An example in which one value, somewhere, is another."""
    content = json.loads(draw(st.sampled_from(EXAMPLE_FILES)))
    place: Any = content
    while True:
        key = draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[key], dict | list) or not place[key] or draw(st.booleans()):
            break
        place = place[key]
    place[key] = draw(VALUES)
    return json.dumps(content).encode()


@given(st.binary(max_size=200) | damaged_lists())
def test_no_bytes_do_worse_than_invalid_tasks(content: bytes) -> None:
    """Whatever a file is, it is read or refused with one error of a bounded length."""
    said = "it is read"
    try:
        read_tasks(content)
    except InvalidTasks as refused:
        said = refused.message
    assert 0 < len(said) < 4000
