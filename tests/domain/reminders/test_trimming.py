"""Blanks (rule REMIND-4)."""

import pytest
from hypothesis import given

from domain.reminders.trimming import TRIMMED, is_tight, trimmed
from tests.domain.reminders.logs import TEXTS

BLANKS = {9, 10, 11, 12, 13, 32, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF}


def test_blanks_are_exactly_those_listed() -> None:
    """Of every character there is, none more and none less."""
    assert {number for number in range(0x110000) if trimmed(chr(number)) == ""} == BLANKS
    assert len(TRIMMED) == len(BLANKS)


@pytest.mark.parametrize("other", ["\x85", "\x1c", "\x1d", "\x1e", "\x1f", "\u180e", "\u200b", "\x00"])
def test_what_others_take_for_a_space_stays(other: str) -> None:
    """Python strips some of these by default; here they are text."""
    assert trimmed(f" {other}x{other} ") == f"{other}x{other}"
    assert is_tight(other)


@given(TEXTS)
def test_trimming_takes_blanks_from_the_ends_and_nothing_else(text: str) -> None:
    """As one finds by going along the characters by their numbers."""
    solid = [at for at, character in enumerate(text) if ord(character) not in BLANKS]
    expected = text[solid[0] : solid[-1] + 1] if solid else ""
    assert trimmed(text) == expected
    assert is_tight(text) == (text != "" and text == expected)
