"""The sentence about a task without a place (rule PLACE-13)."""

from collections.abc import Iterable, Iterator

from domain.optimise.placement_problem import PlacementGroup, PlacementItem, PlacementProblem
from domain.optimise.placement_reasons import LeftOut, Reason
from domain.optimise.placement_wording import day_said, named, tell
from domain.preview.places import weekday_name
from domain.term.calendar import SECTIONS_PER_DAY

MOST_RIVALS = 5


def reason_text(problem: PlacementProblem, left: LeftOut, placed: Iterable[int]) -> str:
    """The sentence about one task without a place.

    Args:
        problem: the problem.
        left: the task with its reasons.
        placed: ids of the tasks of the largest set.
    """
    task, length = left.item.label, left.item.length
    if left.reasons == ("no_run",):
        longest = max((_longest_run(mask) for mask in problem.free), default=0)
        return tell(problem.locale, "no_run", task=task, length=length, longest=longest)
    if left.reasons == ("crowded",):
        return _crowded(problem, left, frozenset(placed))
    rules = tell(problem.locale, "and").join(_rule(problem, left.item, reason) for reason in left.reasons)
    return tell(problem.locale, "bounds", task=task, places=left.places, length=length, rules=rules)


def _crowded(problem: PlacementProblem, left: LeftOut, placed: frozenset[int]) -> str:
    members = [other for other in problem.items if other.group == left.item.group]
    usable: dict[int, int] = {}
    for other in members:
        for place in problem.positions.get((other.group, other.length), ()):
            if other.in_order(place):
                usable[place.day] = usable.get(place.day, 0) | place.mask
    return tell(
        problem.locale,
        "crowded",
        task=left.item.label,
        places=left.places,
        rivals=named(problem.locale, left.rivals, MOST_RIVALS),
        need=sum(other.length for other in members),
        members=len(members),
        usable=sum(mask.bit_count() for mask in usable.values()),
        placed=sum(other.task_id in placed for other in members),
    )


def _rule(problem: PlacementProblem, item: PlacementItem, reason: Reason) -> str:
    """One bound with the days or sections that it is about."""
    locale, group = problem.locale, problem.groups[item.group]
    if reason == "begin" and problem.begin is not None and problem.begin[0] > problem.days[-1]:
        return tell(locale, "begin.over")
    if reason == "order":
        return tell(locale, "order", neighbours=_neighbours(problem, item))
    return tell(locale, reason, **_facts(problem, group, reason))


def _facts(problem: PlacementProblem, group: PlacementGroup, reason: Reason) -> dict[str, str]:
    comma = tell(problem.locale, "separator")
    moments = {"begin": problem.begin, "earliest": group.earliest, "deadline": group.deadline}
    if (moment := moments.get(reason)) is not None:
        return {"moment": _moment(problem, moment)}
    if reason == "excluded_days_of_week":
        return {"days": comma.join(weekday_name(day, problem.locale) for day in sorted(group.excluded_days_of_week))}
    if reason == "excluded_days":
        inside = sorted(group.excluded_days.intersection(problem.days))
        return {"days": comma.join(day_said(problem, day) for day in inside)}
    if reason == "closed":
        return {"places": comma.join(_closed(problem, group))}
    return {"sections": comma.join(str(section) for section in sorted(group.excluded_sections))}


def _closed(problem: PlacementProblem, group: PlacementGroup) -> Iterator[str]:
    """Each day of the window of which sections are closed, with these."""
    for day in problem.days:
        sections = sorted(section for at, section in group.closed if at == day)
        if sections:
            comma = tell(problem.locale, "separator")
            told = comma.join(str(section) for section in sections)
            yield tell(problem.locale, "closed.day", day=day_said(problem, day), sections=told)


def _neighbours(problem: PlacementProblem, item: PlacementItem) -> str:
    sides = {"after": item.after, "before": item.before}
    told = (tell(problem.locale, side, moment=_moment(problem, at)) for side, at in sides.items() if at is not None)
    return tell(problem.locale, "separator").join(told)


def _moment(problem: PlacementProblem, at: tuple[int, int]) -> str:
    if not problem.days[0] <= at[0] <= problem.days[-1]:
        return tell(problem.locale, "before_window" if at[0] < problem.days[0] else "after_window")
    return tell(problem.locale, "moment", day=day_said(problem, at[0]), section=at[1])


def _longest_run(mask: int) -> int:
    longest = run = 0
    for section in range(1, SECTIONS_PER_DAY + 1):
        run = run + 1 if mask >> section & 1 else 0
        longest = max(longest, run)
    return longest
