"""What a refused placement says, in both languages with the same facts (rule PLACE-13)."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from domain.optimise.placement_problem import PlacementGroup, PlacementItem, PlacementProblem
from domain.optimise.placement_reasons import LeftOut, Reason
from domain.preview.places import day_name, weekday_name
from domain.schedule.state import Locale
from domain.term.calendar import SECTIONS_PER_DAY

MOST_RIVALS = 5

TEXTS: Final[dict[str, tuple[str, str]]] = {
    "separator": ("、", ", "),
    "and": ("；", "; "),
    "space": ("", " "),
    "more": ("{names}，另有 {count} 项", "{names} and {count} more"),
    "none_fits": ("没有一项任务有可安排的位置（{total} 项）：{names}。", "no task has a place ({total}): {names}."),
    "some_fit": (
        "{total} 项任务最多能排下 {count} 项；没有位置的是：{names}。",
        "at most {count} of {total} tasks fit; without a place: {names}.",
    ),
    "sections": (
        "这些任务共需 {need} 节，窗口内空闲 {free} 节。",
        "Sections needed: {need}; empty in the window: {free}.",
    ),
    "more_reasons": ("另有 {count} 条原因。", "There are {count} more reasons."),
    "advice": (
        "请延长窗口、放宽任务类的限制，或不安排这些任务。",
        "Choose a longer window, relax the class, or leave these tasks out.",
    ),
    "no_run": (
        "{task} 需要连续 {length} 节；窗口内可用的最长连续空闲为 {longest} 节，也没有可嵌入的课程够长。",
        "{task} needs {length} sections in a row; the longest free run that may be used has {longest}, "
        "and no course that takes tasks has as many.",
    ),
    "crowded": (
        "{task} 单独有 {places} 个可用位置，但都被 {rivals} 占用，或因同类顺序被其挡住；"
        "该类 {members} 项任务共需 {need} 节，可用 {usable} 节，能排下 {placed} 项。",
        "{task} alone has places ({places}), but {rivals} take them or stand where class order forbids it; its class "
        "needs {need} sections for {members} tasks and may use {usable}: {placed} of its tasks fit.",
    ),
    "bounds": (
        "{task} 不能用任何 {length} 节的位置（窗口内有 {places} 个）：{rules}。",
        "{task} may use no place of length {length} ({places} in the window): {rules}.",
    ),
    "begin": ("{moment}之前不能开始", "nothing begins before {moment}"),
    "begin.over": ("窗口已经结束", "the window is over"),
    "earliest": ("该类最早从{moment}开始", "its class begins no earlier than {moment}"),
    "deadline": ("该类须在{moment}结束前完成", "its class is to be done by the end of {moment}"),
    "excluded_days_of_week": ("该类不排在{days}", "its class excludes weekdays {days}"),
    "excluded_days": ("该类不排在这些天：{days}", "its class excludes the days {days}"),
    "excluded_sections": ("该类不排第 {sections} 节", "its class excludes sections {sections}"),
    "closed": ("该类不排在{places}", "its class keeps off {places}"),
    "no_guests": ("该类不能嵌入课程", "its class does not lie on courses"),
    "order": ("按同类顺序须{neighbours}", "in class order it must start {neighbours}"),
    "after": ("晚于{moment}", "after {moment}"),
    "before": ("早于{moment}", "before {moment}"),
    "closed.day": ("{day}第 {sections} 节", "{day} sections {sections}"),
    "moment": ("{day}第{section}节", "{day} section {section}"),
    "day": ("第{day}天", "day {day}"),
    "after_window": ("窗口之后", "what follows the window"),
    "before_window": ("窗口之前", "what precedes the window"),
}
_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}


def tell(locale: Locale, key: str, **facts: object) -> str:
    """The phrase in the language, with its facts filled in."""
    return TEXTS[key][_COLUMN[locale]].format(**facts)


def named(locale: Locale, items: Sequence[PlacementItem], most: int) -> str:
    """The labels of items; those beyond ``most`` are counted."""
    names = tell(locale, "separator").join(item.label for item in items[:most])
    return tell(locale, "more", names=names, count=len(items) - most) if len(items) > most else names


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
        return {"days": comma.join(_day(problem, day) for day in inside)}
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
            yield tell(problem.locale, "closed.day", day=_day(problem, day), sections=told)


def _neighbours(problem: PlacementProblem, item: PlacementItem) -> str:
    sides = {"after": item.after, "before": item.before}
    told = (tell(problem.locale, side, moment=_moment(problem, at)) for side, at in sides.items() if at is not None)
    return tell(problem.locale, "separator").join(told)


def _moment(problem: PlacementProblem, at: tuple[int, int]) -> str:
    if not problem.days[0] <= at[0] <= problem.days[-1]:
        return tell(problem.locale, "before_window" if at[0] < problem.days[0] else "after_window")
    return tell(problem.locale, "moment", day=_day(problem, at[0]), section=at[1])


def _day(problem: PlacementProblem, day: int) -> str:
    if problem.window is None:
        return tell(problem.locale, "day", day=day)
    return day_name(problem.window, day, problem.locale)


def _longest_run(mask: int) -> int:
    longest = run = 0
    for section in range(1, SECTIONS_PER_DAY + 1):
        run = run + 1 if mask >> section & 1 else 0
        longest = max(longest, run)
    return longest
