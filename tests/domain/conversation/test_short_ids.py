"""Rule MEMORY-50: an id is named by an end that fits no other."""

from hypothesis import given
from hypothesis import strategies as st

from domain.conversation.short_ids import FEWEST, short_end

_IDS = st.text("01AB", min_size=26, max_size=26)


def test_five_characters_are_enough_where_no_other_id_has_them() -> None:
    assert short_end("01M" + "0" * 18 + "8W0XA", ["01M" + "0" * 18 + "8W0XB"]) == "8W0XA"


@given(_IDS, st.lists(_IDS, max_size=12))
def test_an_end_fits_its_own_id_alone(one: str, others: list[str]) -> None:
    end = short_end(one, [one, *others])
    assert one.endswith(end)
    assert len(end) >= FEWEST
    assert [other for other in others if other != one and (other.endswith(end) or other.startswith(end))] == []
