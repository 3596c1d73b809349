"""What was read of a request, told in the person's own words (rule SLICE-17)."""

from domain.refine.slice import CLAUSE_LENGTH, Slice
from domain.refine.spacing import as_said


def in_own_words(cut: Slice, said: str) -> Slice:
    """The same slice, each of its quotations with the spaces that the person wrote.

    Args:
        cut: read from ``spaced(said)``.
        said: what the person said, evenly spaced.
    """
    told: dict[str, object] = {}
    for name, value in cut:
        if isinstance(value, str):
            told[name] = as_said(value, said, CLAUSE_LENGTH)
    told["unheard"] = tuple(as_said(words, said, CLAUSE_LENGTH) for words in cut.unheard)
    told["freed"] = tuple(
        place.model_copy(update={"words": as_said(place.words, said, CLAUSE_LENGTH)}) for place in cut.freed
    )
    told["second"] = tuple(in_own_words(second, said) for second in cut.second)
    told["moves"] = tuple(in_own_words(move, said) for move in cut.moves)
    return cut.model_copy(update=told)
