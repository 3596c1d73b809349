"""One preparation as one decision (rules LEARN-1 to LEARN-6)."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.preparation.reduction import Decision, reduce
from domain.preparation.snapshots import SOURCES, Snapshot, Source
from domain.preparation.values import Value
from tests.domain.preparation.cases import RECOMMENDED, example, row, session

_KEYS = ("hvac_power", "hvac_target_temp", "aroma")


def decided(*rows: Snapshot) -> Decision:
    """What the rows come to, which is something."""
    decision = reduce(session(), rows)
    assert decision is not None
    return decision


def changes(decision: Decision) -> dict[str, tuple[Value | None, Value]]:
    """Touched keys with what was recommended and what was chosen."""
    return {key: (decision.recommended.get(key), decision.values[key]) for key in decision.touched}


def test_the_example_touches_three_keys() -> None:
    """However often the temperature was changed, it counts once, with its last value."""
    decision = decided(*example())
    assert decision.label == "user_adjusted"
    assert changes(decision) == {
        "hvac_target_temp": (24, 22),
        "light_brightness": (80, 60),
        "curtain_position": (50, 100),
    }
    assert (decision.weather_temp, decision.prep_trigger_at) == (35, session().prep_trigger_at)


def test_rows_may_come_in_any_order() -> None:
    """Their times decide, not the order in which they are read."""
    assert {decided(*rows) == decided(*example()) for rows in permutations(example())} == {True}


def test_a_partial_row_leaves_the_other_keys_as_they_are() -> None:
    full = decided(*example())
    partial = decided(
        *example()[:2],
        row("13:50", "user_adjust", {"hvac_target_temp": 22}),
        row("14:00", "user_later_adjust", {"hvac_target_temp": 23, "light_brightness": 60, "curtain_position": 100}),
        row("14:30", "user_later_adjust", {"hvac_target_temp": 22}),
    )
    assert partial == full


def test_what_is_adjusted_and_brought_back_is_confirmed() -> None:
    """Also where nothing was ever confirmed."""
    back = row("13:55", "user_adjust", {"hvac_target_temp": 24.0})
    decision = decided(*example()[:3], back)
    assert (decision.label, decision.touched, decision.values) == ("user_confirmed", (), RECOMMENDED)


def test_one_key_brought_back_leaves_the_other_touched() -> None:
    rows = [row("13:50", "user_adjust", {"hvac_target_temp": 22, "light_brightness": 60})]
    decision = decided(*example()[:2], *rows, row("14:10", "user_later_adjust", {"hvac_target_temp": 24}))
    assert changes(decision) == {"light_brightness": (80, 60)}


def test_an_adjustment_that_changes_nothing_accepts_the_recommendation() -> None:
    decision = decided(*example()[:2], row("13:50", "user_adjust", RECOMMENDED))
    assert (decision.label, decision.touched) == ("user_confirmed", ())


def test_only_executed_means_that_nobody_intervened() -> None:
    decision = decided(*example()[:2])
    assert (decision.label, decision.touched, decision.values) == ("auto_no_intervention", (), RECOMMENDED)


def test_only_recommended_is_no_decision() -> None:
    assert reduce(session(), example()[:1]) is None
    assert reduce(session(), []) is None


def test_a_confirmation_is_confirmed_with_the_values_it_has() -> None:
    """What a person confirms otherwise than recommended is no adjustment."""
    decision = decided(example()[0], row("13:50", "user_confirmed", {**RECOMMENDED, "light_brightness": 70}))
    assert (decision.label, decision.touched) == ("user_confirmed", ())
    assert decision.values["light_brightness"] == 70


def test_a_confirmation_after_an_adjustment_does_not_hide_it() -> None:
    adjusted = row("13:50", "user_adjust", {"hvac_target_temp": 22}, 2)
    confirmed = row("13:50", "user_confirmed", {**RECOMMENDED, "hvac_target_temp": 22}, 3)
    assert changes(decided(example()[0], adjusted, confirmed)) == {"hvac_target_temp": (24, 22)}


def test_without_a_baseline_every_key_of_an_adjustment_is_touched() -> None:
    adjusted = row("13:50", "user_adjust", {"light_power": True, "hvac_target_temp": 22})
    confirmed = row("13:52", "user_confirmed", {"light_power": True, "hvac_target_temp": 22, "curtain_power": True})
    for rows in ([adjusted], [adjusted, confirmed]):
        decision = decided(*rows)
        assert changes(decision) == {"hvac_target_temp": (None, 22), "light_power": (None, True)}
        assert decision.touched == ("hvac_target_temp", "light_power")


def test_the_last_recommendation_before_the_first_deed_counts() -> None:
    """A later one counts for nothing: the person did not see it."""
    rows = [
        row("13:40", "llm_recommend", {**RECOMMENDED, "hvac_target_temp": 26}),
        row("13:45", "llm_recommend", {"hvac_target_temp": 24}),
        row("13:50", "user_adjust", {"hvac_target_temp": 22}),
        row("13:55", "llm_recommend", {"hvac_target_temp": 22, "light_brightness": 10}),
    ]
    decision = decided(*rows)
    assert changes(decision) == {"hvac_target_temp": (24, 22)}
    assert decision.values["light_brightness"] == 80


def test_at_one_time_the_recommendation_comes_before_its_execution_and_both_before_people() -> None:
    """Reports of one minute are stored in whatever order they arrive."""
    rows = [
        row("13:45", "user_adjust", {"hvac_target_temp": 22}, 1),
        row("13:45", "auto_executed", RECOMMENDED, 2),
        row("13:45", "llm_recommend", RECOMMENDED, 3),
    ]
    assert changes(decided(*rows)) == {"hvac_target_temp": (24, 22)}


def test_an_execution_recorded_late_does_not_undo_a_change() -> None:
    decision = decided(example()[0], example()[2], row("13:58", "auto_executed", RECOMMENDED))
    assert changes(decision) == {"hvac_target_temp": (24, 22)}


def test_what_was_executed_otherwise_than_recommended_is_what_a_change_is_measured_by() -> None:
    """The devices took 25; a panel that shows it and leaves it changes nothing."""
    executed = row("13:46", "auto_executed", {**RECOMMENDED, "hvac_target_temp": 25})
    saved = row("13:50", "user_adjust", {**RECOMMENDED, "hvac_target_temp": 25, "light_brightness": 60})
    assert changes(decided(example()[0], executed, saved)) == {"light_brightness": (80, 60)}


def test_true_is_not_one() -> None:
    rows = [row("13:45", "llm_recommend", {"aroma": True}), row("13:50", "user_adjust", {"aroma": 1})]
    assert changes(decided(*rows)) == {"aroma": (True, 1)}


@pytest.mark.parametrize("source", SOURCES)
def test_a_row_without_values_tells_nothing(source: Source) -> None:
    assert reduce(session(), [row("13:45", source, {})]) is None


def naive(rows: list[Snapshot]) -> tuple[str | None, dict[str, tuple[Value | None, Value]]]:
    """The decisions read word by word for one key after another, looking back from each row."""
    ranks = {"llm_recommend": 0, "auto_executed": 1}
    rows = sorted(rows, key=lambda each: (each.recorded_at, ranks.get(each.source, 2), each.order))
    deeds = [at for at, each in enumerate(rows) if each.source.startswith("user")]
    first = deeds[0] if deeds else len(rows)
    recommendations = [each for each in rows[:first] if each.source == "llm_recommend"]
    others = [each for each in rows if each.source != "llm_recommend"]
    told = {key: _naive_key(key, recommendations, others) for key in _KEYS}
    touched = {key: change for key, change in told.items() if change is not None}
    label = (
        "user_adjusted"
        if touched
        else "user_confirmed"
        if deeds
        else "auto_no_intervention"
        if any(each.source == "auto_executed" for each in rows)
        else None
    )
    return label, touched


def _naive_key(key: str, recommendations: list[Snapshot], others: list[Snapshot]) -> tuple[Value | None, Value] | None:
    line = [("given", each.values[key]) for each in recommendations if key in each.values][-1:]
    recommended = [value for _, value in line]
    for each in others:
        if key not in each.values:
            continue
        value, is_changed = each.values[key], any(kind == "changed" for kind, _ in line)
        if each.source in ("user_adjust", "user_later_adjust"):
            is_new = not line or repr(line[-1][1]) != repr(value)
            line.append(("changed" if is_new else "kept", value))
        elif not is_changed:
            recommended.append(value)
            line.append(("given", value))
        elif each.source == "user_confirmed":
            line.append(("kept", value))
    if not any(kind == "changed" for kind, _ in line):
        return None
    before = recommended[0] if recommended else None
    final = line[-1][1]
    return None if before is not None and repr(before) == repr(final) else (before, final)


_VALUES: dict[str, list[Value]] = {"hvac_power": [True, False], "hvac_target_temp": [22, 23, 24], "aroma": [1, True]}
_ROWS = st.lists(
    st.builds(
        row,
        st.sampled_from(["13:45", "13:50", "14:10"]),
        st.sampled_from(SOURCES),
        st.fixed_dictionaries({}, optional={key: st.sampled_from(values) for key, values in _VALUES.items()}),
        st.integers(0, 9),
    ),
    max_size=7,
    unique_by=lambda each: each.order,
)


@given(_ROWS)
def test_a_decision_is_what_the_decisions_say_word_by_word(rows: list[Snapshot]) -> None:
    label, touched = naive(rows)
    decision = reduce(session(), rows)
    if decision is None:
        assert label is None or not any(each.values for each in rows if each.source != "llm_recommend")
    else:
        assert (decision.label, changes(decision)) == (label, touched)


@given(_ROWS, st.randoms(use_true_random=False))
def test_the_order_of_reading_never_counts(rows: list[Snapshot], order: Random) -> None:
    shuffled = list(rows)
    order.shuffle(shuffled)
    assert reduce(session(), shuffled) == reduce(session(), rows)
