"""The error where not every task fits: a short message, and the reason for each task left out (rule PLACE-13)."""

from collections.abc import Iterable, Mapping

from domain.errors import NoCandidate, PlacementImpossible
from domain.optimise.placement_problem import PlacementProblem
from domain.optimise.placement_reasons import LeftOut, left_out
from domain.optimise.placement_sentences import reason_text
from domain.optimise.placement_wording import named, tell
from domain.schedule.occupancy import Position

MOST_NAMES = 20
MOST_REASONS = 3


def refusal(problem: PlacementProblem, fit: Mapping[int, Position]) -> PlacementImpossible:
    """The error for a problem of which ``fit`` is a largest set of items that can be placed.

    Its facts are ``fits``, how many of the ``tasks`` fit, and ``left``: the others by id and name, with reasons.
    """
    left = left_out(problem, fit)
    sentences = {each.item.task_id: reason_text(problem, each, fit) for each in left}
    told = [
        {
            "task_id": each.item.task_id,
            "name": each.item.name,
            "reasons": list(each.reasons),
            "sentence": sentences[each.item.task_id],
        }
        for each in left
    ]
    kind = PlacementImpossible if fit else NoCandidate
    shown = [sentences[each.item.task_id] for each in _first_of_kind(left)]
    return kind(_message(problem, fit, left, shown), fits=len(fit), tasks=len(problem.items), left=told)


def _first_of_kind(left: Iterable[LeftOut]) -> list[LeftOut]:
    """One task for each class and reason, and for each length where it is not crowded."""
    first: dict[tuple[object, ...], LeftOut] = {}
    for each in left:
        length = None if each.reasons == ("crowded",) else each.item.length
        first.setdefault((each.item.group, each.reasons, length), each)
    return list(first.values())


def _message(
    problem: PlacementProblem, fit: Mapping[int, Position], left: tuple[LeftOut, ...], reasons: list[str]
) -> str:
    locale, total = problem.locale, len(problem.items)
    names = named(locale, [each.item for each in left], MOST_NAMES)
    need = sum(item.length for item in problem.items)
    free = sum(mask.bit_count() for mask in problem.free)
    more = len(reasons) - MOST_REASONS
    sentences = [
        tell(locale, "some_fit" if fit else "none_fits", count=len(fit), total=total, names=names),
        tell(locale, "sections", need=need, free=free),
        *reasons[:MOST_REASONS],
        *([tell(locale, "more_reasons", count=more)] if more > 0 else []),
        tell(locale, "advice"),
    ]
    return tell(locale, "space").join(sentences)
