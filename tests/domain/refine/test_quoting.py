"""People are told their own words, spaces and all (rule SLICE-17)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.refine.spacing import as_said, evenly, spaced
from tests.domain.refine.plans import crowded_end_of_week, driven

PLAN = crowded_end_of_week()


@pytest.mark.parametrize(
    ("message", "quoted"),
    [
        ("Move 听力训练  on Friday to Monday", "“Move 听力训练 on Friday to Monday”"),
        ("把 听力训练 挪到 周一", "「把 听力训练 挪到 周一」"),
        ("把听力训练挪到周一", "「把听力训练挪到周一」"),
        ("把 organic chemistry 挪到周一", "「organic chemistry」"),
        ("把听力训练 moved to Monday", "「听力训练 moved」"),
        ("Please make 英语 nicer for me", "“Please make 英语 nicer for me”"),
    ],
)
def test_closing_words_quote_as_it_was_said(message: str, quoted: str) -> None:
    """Whatever the reading makes of spaces beside Chinese characters."""
    assert quoted in driven(PLAN, message).memory.summary


@pytest.mark.parametrize("message", ["Move 听力训练 on Friday to Monday", "把 听力训练 挪到 周一"])
def test_notes_and_events_quote_alike(message: str) -> None:
    run = driven(PLAN, message)
    assert run.memory.notes[41].clause == message
    assert any(message in event.detail for event in run.events if event.stage.endswith("slice.done"))


WORDS = st.lists(
    st.sampled_from(["听力", "第3章", "listening", "to", "Monday", "挪到", "，", "a"]), min_size=1, max_size=12
)


@given(WORDS, st.lists(st.sampled_from(["", " ", "  ", "\t", "\u3000"]), min_size=12, max_size=12), st.data())
def test_any_part_is_found_again(words: list[str], gaps: list[str], data: st.DataObject) -> None:
    """Of any request, with any spaces in it, any part that was read is told with the spaces that it had."""
    message = "".join(word + gap for word, gap in zip(words, gaps, strict=False))
    read, said = spaced(message), evenly(message)
    start, end = sorted(data.draw(st.lists(st.integers(0, len(read)), min_size=2, max_size=2)))
    told = as_said(read[start:end].strip(), said, len(said))
    assert told in said
    assert "".join(told.split()) == "".join(read[start:end].split())
