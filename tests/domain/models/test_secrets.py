"""Keys in texts, however they are written and wherever a text is cut (rule MODEL-19)."""

import json

from hypothesis import given
from hypothesis import strategies as st

from domain.models.secrets import HIDDEN, SHORTEST, Secrets

KEYS = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=SHORTEST, max_size=60)
AROUND = st.text(max_size=20)


def escaped(text: str) -> str:
    """Every character as JSON may write it too."""
    return "".join(f"\\u{ord(letter):04x}" for letter in text)


@given(
    KEYS, AROUND, AROUND, st.sampled_from([str, str.upper, json.dumps, escaped, lambda key: json.dumps(escaped(key))])
)
def test_a_key_is_found_in_every_writing(key: str, before: str, after: str, writing: object) -> None:
    assert callable(writing)
    written = writing(key)
    hidden = Secrets([key]).hidden(f"{before}Bearer {written}{after}")
    assert HIDDEN in hidden
    assert written not in hidden.replace(HIDDEN, "\n")


@given(st.lists(KEYS, min_size=1, max_size=3), st.data())
def test_a_key_that_comes_in_pieces_is_told_in_none(keys: list[str], data: st.DataObject) -> None:
    """What is told of a text piece by piece is what would be told of it as a whole, whatever keys overlap in it."""
    parts = data.draw(st.lists(st.sampled_from([*keys, *(key[:4] for key in keys), "因为", "Bearer "]), max_size=6))
    text, secrets = "".join(parts), Secrets(keys)
    told, left = "", ""
    while text:
        size = data.draw(st.integers(1, len(text)))
        left, text = left + text[:size], text[size:]
        settled = secrets.settled(left)
        told, left = told + secrets.hidden(left[:settled]), left[settled:]
        assert all(key.lower() not in told.lower().replace(HIDDEN, "\n") for key in keys)
    told += secrets.hidden(left)
    assert all(key.lower() not in told.lower().replace(HIDDEN, "\n") for key in keys)


def test_nothing_is_held_back_where_no_key_can_begin() -> None:
    """Reasoning is told as it comes."""
    secrets = Secrets(["sk-very-secret"])
    assert [secrets.settled(text) for text in ("hm", "hm s", "hm sk-ver", "hm sk-vex")] == [2, 3, 3, 9]


def test_words_that_protect_nothing_stay() -> None:
    """Local servers want any key; ``none`` in an answer is no leak."""
    assert Secrets(["none", "x"]).hidden("none of x") == "none of x"
