"""What a placement says of tasks without a place and of broken rules, in both languages with the same facts."""

from collections.abc import Sequence
from typing import Final

from domain.optimise.placement_problem import PlacementItem, PlacementProblem
from domain.preview.places import day_name
from domain.schedule.state import Locale

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
    "breach.no_place": ("{task} 没有位置", "{task} has no place"),
    "breach.not_asked": ("[{number}] 不在待安排之列", "[{number}] is not to be placed"),
    "breach.outside": ("{where}：这一天不在窗口内", "{where}: the day is outside the window"),
    "breach.length": (
        "{where}：占 {taken} 节，应为 {length} 节",
        "{where}: takes {taken} sections instead of {length}",
    ),
    "breach.weekday": ("{where}：该类不排在{day}", "{where}: its class excludes {day}"),
    "breach.day": ("{where}：该类不排在这一天", "{where}: its class excludes this day"),
    "breach.sections": ("{where}：该类不排其中某些节", "{where}: its class excludes some of these sections"),
    "breach.closed": (
        "{where}：该类在这一天不排其中某些节",
        "{where}: its class keeps off some of these sections of the day",
    ),
    "breach.begin": (
        "{where}：早于窗口内可用的部分",
        "{where}: begins before the part of the window that may be used",
    ),
    "breach.earliest": ("{where}：早于该类的最早时间", "{where}: begins before the earliest section of its class"),
    "breach.deadline": ("{where}：晚于该类的截止时间", "{where}: ends after the deadline of its class"),
    "breach.guest": (
        "{where}：该类不能嵌入课程，这里却嵌入 [{host}]",
        "{where}: its class allows no guests, but it is one of [{host}]",
    ),
    "breach.taken": ("{where}：不是空闲位置", "{where}: not a free place"),
    "breach.standing": (
        "{where}：与同类已排的任务顺序不符",
        "{where}: out of order with a task of its class that already stands",
    ),
    "breach.overlap": ("{one} 与 {other} 在{day}重叠", "{one} and {other} overlap on {day}"),
    "breach.guests": (
        "{one} 与 {other} 在{day}同时嵌入 [{host}]",
        "{one} and {other} are both guests of [{host}] on {day}",
    ),
    "breach.order": ("{one} 须排在同类的 {other} 之前", "{one} must come before {other} of its class"),
    "where": ("{task} 在{day}第 {first}-{last} 节", "{task} on {day}, sections {first}-{last}"),
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


def day_said(problem: PlacementProblem, day: int) -> str:
    """Name of a day: by week and weekday where it is one of the window, by its number else."""
    if problem.window is None or not 1 <= day <= problem.window.total_days:
        return tell(problem.locale, "day", day=day)
    return day_name(problem.window, day, problem.locale)
