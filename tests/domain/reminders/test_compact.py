"""JSON as models read it (rule REMIND-19)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.reminders.compact import compact_json
from tests.domain.reminders.logs import TEXTS


def joined(text: str) -> str:
    """The text with two halves of a character side by side made one."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [True, None, 2.5]}, '{"b":1,"a":[true,null,2.5]}'),
        ("提醒 😀\u2028\x7f\x85", '"提醒 😀\u2028\x7f\x85"'),
        ("\x00\x1b\x1f\v", '"\\u0000\\u001b\\u001f\\u000b"'),
        ("\b\f\n\r\t", '"\\b\\f\\n\\r\\t"'),
        ('"\\/', '"\\"\\\\/"'),
        ("\ud800", '"\\ud800"'),
        ("\udfffx\udbff", '"\\udfffx\\udbff"'),
        ("\udc00\ud800", '"\\udc00\\ud800"'),
        ("\ud83d\ude00", '"😀"'),
        ("\\\ud800", '"\\\\\\ud800"'),
        ({"\ud800": 1}, '{"\\ud800":1}'),
    ],
)
def test_what_is_raw_and_what_is_escaped(value: object, text: str) -> None:
    """Escapes are in lower case, and only where they have to be."""
    assert compact_json(value) == text


@given(TEXTS | st.lists(TEXTS, max_size=3))
def test_it_is_read_back_as_it_was_and_can_be_sent(value: object) -> None:
    """In UTF-8, on one line, whatever the text is."""
    text = compact_json(value)
    assert text.encode().decode() == text
    assert not any(character < " " for character in text)
    read = json.loads(text)
    assert read == (
        joined(value) if isinstance(value, str) else [joined(each) for each in json.loads(json.dumps(value))]
    )
