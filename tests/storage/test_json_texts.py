"""Texts that the database refuses come back from the log as they were given (rule SESSION-3)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.json_texts import restored, storable, writable
from storage.sessions import SessionEntry, append_session_events, read_session_events
from storage.turns import close_turn_and_next, load_turn
from tests.storage.world import World

ANY_TEXT = st.text(st.characters(), max_size=6) | st.sampled_from(
    ["\x00", "\ud83d", "\ude00", "a\ud83d\ude00", "\\u0000", "$json"]
)
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | ANY_TEXT,
    lambda parts: st.lists(parts, max_size=3) | st.dictionaries(ANY_TEXT, parts, max_size=3),
    max_leaves=6,
)
ANY_DATA = st.dictionaries(ANY_TEXT, ANY_JSON, max_size=3)


def _as_json_has_it(data: dict[str, Any]) -> object:
    """Two surrogates of one character are that character in every JSON text."""
    return json.loads(json.dumps(data))


@given(ANY_DATA)
def test_what_is_stored_holds_no_text_that_is_refused(data: dict[str, Any]) -> None:
    """Whatever was given, and it can be read back."""
    stored = storable(data)
    raw = json.dumps(stored, ensure_ascii=False)
    assert "\\u0000" not in raw.replace("\\\\", "")
    raw.encode()
    assert _as_json_has_it(restored(stored)) == _as_json_has_it(data)


@given(st.dictionaries(st.text("ab$\\u字", max_size=4), st.text("ab$\\u字😀", max_size=4), max_size=3))
def test_plain_data_is_stored_as_it_is(data: dict[str, Any]) -> None:
    """So that the database can look into it."""
    assert storable(data) == data


@pytest.mark.parametrize("data", [{"$json": "{}"}, {"$json": 1}, {"$json": "no JSON"}])
def test_data_that_looks_stored_is_no_exception(data: dict[str, Any]) -> None:
    """It would be taken for something else when it is read."""
    assert restored(storable(data)) == data


async def test_every_text_comes_back_from_the_log(world: World, conn: AsyncConnection) -> None:
    """In one log, many entries that hypothesis thought of, and the worst of all."""
    found: list[dict[str, Any]] = [{"text": "a\x00b\ud800", "\udfff": [{"\x00": None}]}, {"text": "plain"}]

    @given(ANY_DATA)
    def collect(data: dict[str, Any]) -> None:
        found.append(data)

    collect()
    entries = [SessionEntry("message", data) for data in found]
    await append_session_events(world.owner, conn, world.session.id, entries, world.at)
    read = await read_session_events(world.owner, conn, world.session.id, after_seq=1, limit=len(found))
    assert [event.data for event in read] == [_as_json_has_it(data) for data in found]


async def test_a_column_of_texts_takes_a_text_with_signs_replaced(world: World, conn: AsyncConnection) -> None:
    """What nobody can read anyway."""
    assert writable("字\x00😀\ud800") == "字\ufffd😀\ufffd"
    await close_turn_and_next(world.owner, conn, world.turn.id, "failed", "lost", "\ud800\x00", world.at)
    assert (await load_turn(world.owner, conn, world.turn.id)).outcome_detail == "\ufffd\ufffd"
