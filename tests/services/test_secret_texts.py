"""Texts of keys and tokens (rules CRED-1, CRED-2 and CRED-4)."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.canonical import checksum
from domain.errors import Unauthenticated
from services.secret_texts import API_KEY, LINK, LOGIN, SecretKind, new_key_text, new_token, visible_part

KINDS = st.sampled_from([API_KEY, LINK, LOGIN])


def test_texts_have_their_form_and_no_two_are_alike() -> None:
    """A key shows eleven characters and hides 43; a token is 43 characters."""
    keys, tokens = [new_key_text() for _ in range(200)], [new_token() for _ in range(200)]
    assert all(re.fullmatch(r"dw_[0-9A-Za-z]{8}_[0-9A-Za-z_-]{43}", key) for key in keys)
    assert all(re.fullmatch(r"[0-9A-Za-z_-]{43}", token) for token in tokens)
    assert len({key[12:] for key in keys} | set(tokens)) == 400
    assert len({visible_part(key) for key in keys}) == 200


def test_a_text_of_the_right_form_has_its_sha_256_as_digest() -> None:
    """Of the whole text, prefix included."""
    key, token = new_key_text(), new_token()
    assert API_KEY.digest(key) == checksum(key)
    assert LINK.digest(token) == LOGIN.digest(token) == checksum(token)


@pytest.mark.parametrize("nothing", [None, ""])
@pytest.mark.parametrize("kind", [API_KEY, LINK, LOGIN], ids=lambda kind: kind.noun)
def test_nothing_is_missing(kind: SecretKind, nothing: str | None) -> None:
    """The message says so and what to do."""
    with pytest.raises(Unauthenticated) as refusal:
        kind.digest(nothing)
    assert refusal.value.message == f"the {kind.noun} is missing: {kind.advice}"


@given(KINDS, st.text(st.characters(), min_size=1) | st.from_regex(API_KEY.form) | st.from_regex(LINK.form))
def test_a_text_of_another_form_is_unknown_and_not_repeated(kind: SecretKind, presented: str) -> None:
    """Whatever is presented, also what has no encoding: it has a digest, or the one message that quotes nothing."""
    if kind.form.fullmatch(presented):
        assert kind.digest(presented) == checksum(presented)
        return
    with pytest.raises(Unauthenticated) as refusal:
        kind.digest(presented)
    assert refusal.value.message == f"the {kind.noun} is unknown: {kind.advice}"


@given(st.integers(min_value=11, max_value=55))
def test_of_any_piece_of_a_key_the_prefix_alone_is_shown(length: int) -> None:
    """Also of one that was not copied to its end."""
    key = new_key_text()
    assert visible_part(key[:length]) == key[:11]


def test_other_references_are_shown_as_they_are() -> None:
    """Ids, and what is neither."""
    assert visible_part("01K00000000000000000000001") == "01K00000000000000000000001"
    assert visible_part("") == ""
