from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from runtime.cli.render.cells import first_fit, number_mark, padded, printable, wrapped

TEXTS = st.text(max_size=40) | st.text(st.sampled_from("推断·习题 3abc（「」，。"), max_size=40)


@settings(deadline=None)
@given(TEXTS, st.integers(2, 30))
def test_padded_text_takes_exactly_its_width(text: str, width: int) -> None:
    """Neither a wide character at the edge nor a short text changes the width (PREVIEW-10)."""
    assert cell_len(padded(printable(text), width)) == width


@settings(deadline=None)
@given(TEXTS, st.integers(3, 30), st.integers(1, 5))
def test_wrapped_lines_fit_and_lose_nothing_but_what_is_cut(text: str, width: int, rows: int) -> None:
    """All words are there, in order, unless the last line ends in an ellipsis (PREVIEW-10)."""
    name = printable(text)
    lines = wrapped(name, width, rows)
    assert len(lines) <= rows
    assert all(cell_len(line) <= width for line in lines)
    kept = "".join(lines).replace(" ", "")
    whole = name.replace(" ", "")
    assert kept == whole or (kept.endswith("…") and whole.startswith(kept.removesuffix("…")))


def test_wrapped_text_keeps_words_and_punctuation_together() -> None:
    """Latin words break only when longer than a line; no line begins with closing punctuation (PREVIEW-10)."""
    assert wrapped("Bridge drawing 2", 9) == ["Bridge", "drawing 2"]
    assert wrapped("Palaeography", 8) == ["Palaeogr", "aphy"]
    assert wrapped("周五仍有两节，好", 12) == ["周五仍有两", "节，好"]
    assert wrapped("嵌入「海洋」课", 6) == ["嵌入", "「海", "洋」课"]


def test_an_unprintable_name_cannot_steer_the_terminal() -> None:
    """Escape sequences, line ends and direction marks are not printed (PREVIEW-10)."""
    assert printable("a\x1b[31mb\r\nc\u202ed\tе\u200b") == "a[31mb cd е"


def test_the_longest_form_that_fits_is_taken() -> None:
    """Shorter forms are for narrow columns; where none fits, nothing is said (PREVIEW-10)."""
    forms = ("→ 周一 9–10", "→周一9–10", "→一9–10")
    assert [first_fit(forms, width) for width in (11, 9, 7, 6)] == [*forms, ""]


def test_numbers_are_round_up_to_twenty() -> None:
    """Filled for a change, hollow for an old place, one cell each; digits follow (PREVIEW-11)."""
    assert [number_mark(n) for n in (1, 10, 11, 20, 21)] == ["❶", "❿", "⓫", "⓴", "21 "]
    assert [number_mark(n, hollow=True) for n in (1, 10, 20)] == ["①", "⑩", "⑳"]
    assert {cell_len(number_mark(n)) for n in range(1, 21)} == {1}
