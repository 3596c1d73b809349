"""Rule CHAT-22: what words weigh, and when they decide."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.conversation.cue import Kind
from domain.conversation.routing import Context, route, route_by_cues
from domain.conversation.weighing import KINDS, grams, table, telling, weigh


def test_grams_are_words_characters_and_neighbours_numbers_being_all_the_same() -> None:
    assert grams("move 12", "N") == grams("move 7", "N")
    assert {"move 0", "move", "N:move", "^ move", "0 $"} <= grams("move 12", "N")
    assert "周 三" in grams("周三", "P")


@given(text=st.text(max_size=200), context=st.sampled_from("NPR"))
def test_the_odds_of_any_text_make_up_one(text: str, context: str) -> None:
    odds = weigh(text, context)
    assert tuple(odds) == KINDS
    assert math.isclose(sum(math.exp(each) for each in odds.values()), 1, rel_tol=1e-9)


@given(text=st.text(max_size=100), kind=st.sampled_from(KINDS))
def test_the_words_that_tell_are_of_the_text(text: str, kind: Kind) -> None:
    """Numbers being read as nought, and a pair as two words with a blank between."""
    units = {unit for gram in grams(text, "N") for unit in gram.removeprefix("N:").split(" ")}
    assert {unit for word in telling(text, "N", kind) for unit in word.split(" ")} <= units


@given(text=st.text(alphabet="0123456789 .?!-#aZ/", min_size=1, max_size=12).filter(lambda text: text.strip()))
def test_figures_marks_and_single_letters_alone_weigh_nothing(text: str) -> None:
    """What such a text would be by its cues it is, so that a typed 0 changes no plan."""
    said = " ".join(text)
    for context in (Context(), Context(preview=True), Context(preview=True, run="paused")):
        assert route(said, context) == route_by_cues(said, context)


def test_every_row_has_a_weight_for_each_kind() -> None:
    assert {len(row) for row in table().rows.values()} == {len(KINDS)}


@pytest.mark.parametrize(
    ("message", "context", "kind"),
    [
        ("Total hours in week 11?", Context(preview=True), "question"),
        ("shove the stats stuff to the afternoon", Context(preview=True), "refine"),
        ("希望能為孩子訂一個寒假前的複習進度", Context(), "plan"),
    ],
)
def test_words_decide_against_cues_that_miss_them(message: str, context: Context, kind: Kind) -> None:
    """And are named as what decided."""
    assert route_by_cues(message, context).kind != kind
    routing = route(message, context)
    assert (routing.kind, routing.leans) == (kind, True)
    assert routing.evidence


@given(text=st.lists(st.sampled_from(sorted(table().rows)), max_size=12).map(" ".join))
def test_no_weight_stops_a_run_that_is_not_paused(text: str) -> None:
    for context in (Context(run="open"), Context(preview=True, run="open"), Context()):
        assert route(text, context).kind != "cancel" or route_by_cues(text, context).kind == "cancel"
