"""Classes and items as people give them (rules IMPORT-14 and EDGE-29)."""

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from services.class_forms import ClassChange, ItemChange, NewClass, NewItem, TaskClass


@pytest.mark.parametrize(
    ("form", "value", "message"),
    [
        (NewClass, {}, "Field required"),
        (NewClass, {"name": "x", "items": ["a"] * 501}, "at most 500 items"),
        (NewClass, {"name": "x", "items": ["a"], "total_slots": 13}, "each task would take 13 sections"),
        (NewClass, {"name": "x", "items": "ab"}, "valid tuple"),
        (NewClass, {"name": "x", "excluded_sections": ["1"]}, "valid integer"),
        (NewClass, {"name": "x", "excluded_sections": [True]}, "valid integer"),
        (NewClass, {"name": "x", "excluded_sections": 1}, "valid frozenset"),
        (NewClass, {"name": "x" * 201}, "at most 200 characters"),
        (NewClass, {"name": "a\nb"}, "pattern"),
        (TaskClass, {"name": "x", "items": []}, "list at least one"),
        (TaskClass, {"name": "x"}, "Field required"),
        (ClassChange, {"name": None}, "valid string"),
        (ClassChange, {"name": " "}, "at least 1 character"),
        (ClassChange, {"strategy": None}, "'steady' or 'rapid'"),
        (ClassChange, {"items": []}, "Extra inputs"),
        (ClassChange, {"excluded_days_of_week": [8]}, "less than or equal to 7"),
        (NewItem, {"order": 1}, "Field required"),
        (NewItem, {"content": "x", "order": 0}, "greater than or equal to 1"),
        (NewItem, {"content": "x", "order": 501}, "less than or equal to 500"),
        (NewItem, {"content": "x", "status": "arranged"}, "Extra inputs"),
        (ItemChange, {"content": ""}, "at least 1 character"),
        (ItemChange, {"order": 1.5}, "valid integer"),
    ],
)
def test_what_is_out_of_bounds_is_refused(form: type[BaseModel], value: dict[str, Any], message: str) -> None:
    """Read from Python values as well as from JSON."""
    with pytest.raises(ValidationError, match=message):
        form.model_validate(value)


def test_a_change_knows_what_it_names() -> None:
    """A total of null takes the total away; what is left out is not named."""
    change = ClassChange.model_validate({"total_slots": None, "preferred_sections": [2, 1]})
    assert change.named == {"total_slots": None, "preferred_sections": {1, 2}}
    assert ClassChange().named == {}


def test_a_whole_number_may_have_a_point() -> None:
    """As JSON has it: 3.0 is 3; 3.5 is refused, and so are true and a text."""
    read = NewClass.model_validate({"name": "x", "total_slots": 4.0, "excluded_sections": [1.0, 1, 2]})
    assert (read.total_slots, read.excluded_sections) == (4, frozenset({1, 2}))
    assert isinstance(read.total_slots, int)
    for number in (3.5, float("inf"), float("nan"), True, "3"):
        with pytest.raises(ValidationError):
            NewItem.model_validate({"content": "x", "order": number})


def test_an_item_may_be_a_text() -> None:
    """At the end of its class."""
    assert NewItem.model_validate("第一章") == NewItem(content="第一章", order=None)
