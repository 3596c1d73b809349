"""Which decisions are told (rules LEARN-9 to LEARN-12)."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from domain.preparation.ranking import similar
from domain.preparation.reduction import Decision
from tests.domain.preparation.cases import AS_OF, decision


def told(decisions: list[Decision], current_temp: float | None = 34, exclude: str | None = None) -> str:
    """Ids of those that are told, each a letter."""
    ranked = similar(decisions, "A-101", "u_zhangsan", AS_OF, current_temp, exclude)
    return "".join(each.id for each in ranked)


def test_the_nearest_outdoor_temperature_comes_first() -> None:
    assert told([decision("a", 28), decision("b", 33), decision("c", 36), decision("d", 20)]) == "bcad"


def test_of_equally_near_ones_the_newer_comes_first_and_then_the_id_decides() -> None:
    """33 and 35 are equally near to 34."""
    ties = [decision("c", 33, 3), decision("b", 35, 3), decision("a", 35, 9), decision("d", 33, 1)]
    assert told(ties) == "dbca"


def test_thirty_days_ago_still_counts_and_a_microsecond_more_does_not() -> None:
    edge = decision("a", days_ago=30)
    late = edge.model_copy(update={"id": "b", "prep_trigger_at": edge.prep_trigger_at - timedelta(microseconds=1)})
    assert told([edge, late]) == "a"


def test_other_rooms_and_other_people_do_not_count() -> None:
    assert told([decision("a"), decision("b", room="A-102"), decision("c", booker="u_lisi")]) == "a"


def test_the_preparation_at_hand_does_not_count() -> None:
    assert told([decision("a"), decision("b")], exclude="a") == "b"


def test_no_more_than_five_are_told_and_fewer_where_there_are_fewer() -> None:
    many = [decision(name, 30 - at) for at, name in enumerate("abcdefg")]
    assert (told(many), told(many[:2]), told([])) == ("abcde", "ab", "")


def test_a_decision_without_a_temperature_comes_last() -> None:
    assert told([decision("a", None, 1), decision("b", -20, 29), decision("c", None, 2)]) == "bac"


def test_without_a_temperature_at_hand_the_newest_come_first() -> None:
    """Whether they have a temperature of their own does not count then."""
    assert told([decision("a", 34, 9), decision("b", None, 2), decision("c", 20, 5)], None) == "bca"


def naive(decisions: list[Decision], current_temp: float | None) -> list[str]:
    """Picks the best of what is left, five times."""
    left = [
        each
        for each in decisions
        if each.room_id == "A-101" and each.booker_id == "u_zhangsan" and AS_OF - each.prep_trigger_at <= DAYS
    ]
    picked: list[str] = []
    while left and len(picked) < 5:
        best = left[0]
        for each in left[1:]:
            best = each if _is_before(each, best, current_temp) else best
        left.remove(best)
        picked.append(best.id)
    return picked


DAYS = timedelta(days=30)


def _is_before(one: Decision, other: Decision, current_temp: float | None) -> bool:
    if current_temp is not None:
        if (one.weather_temp is None) != (other.weather_temp is None):
            return other.weather_temp is None
        if one.weather_temp is not None and other.weather_temp is not None:
            near, far = abs(one.weather_temp - current_temp), abs(other.weather_temp - current_temp)
            if near != far:
                return near < far
    if one.prep_trigger_at != other.prep_trigger_at:
        return one.prep_trigger_at > other.prep_trigger_at
    return one.id < other.id


@given(
    st.lists(
        st.builds(
            decision,
            st.text("abcdefgh", min_size=1, max_size=2),
            st.none() | st.integers(33, 37),
            st.sampled_from([0, 1, 2, 29.5, 30, 30.5]),
            room=st.sampled_from(["A-101", "A-101", "A-102"]),
            booker=st.sampled_from(["u_zhangsan", "u_zhangsan", "u_lisi"]),
        ),
        max_size=12,
        unique_by=lambda each: each.id,
    ),
    st.sampled_from([None, 34, 34.5, 35]),
)
def test_the_order_is_that_of_picking_the_best_again_and_again(
    decisions: list[Decision], current_temp: float | None
) -> None:
    ranked = similar(decisions, "A-101", "u_zhangsan", AS_OF, current_temp)
    assert [each.id for each in ranked] == naive(decisions, current_temp)
    assert ranked == similar(decisions[::-1], "A-101", "u_zhangsan", AS_OF, current_temp)
