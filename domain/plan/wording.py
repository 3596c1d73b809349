"""What a plan run says, in both languages with the same facts (rule PLAN-4)."""

from typing import Literal

from domain.schedule.state import Locale

Phrase = Literal["window", "nothing", "waiting", "item", "solving", "placed", "proved", "limited", "merging", "merged"]

_ZH: dict[Phrase, str] = {
    "window": "规划窗口共 {days} 天",
    "nothing": "所选任务类中没有待安排的任务：请先添加任务，或选择其他任务类。",
    "waiting": "待安排：{items}",
    "item": "{name} {count} 项",
    "solving": "正在求解最优的初始安排",
    "placed": "已为 {count} 项任务预排时间，{proof}（目标值 {objective}）。确认前不会写入课表。",
    "proved": "已证明为最优",
    "limited": "是节点上限内找到的最好结果",
    "merging": "合并课表与预排任务",
    "merged": "课程 {courses} 门，预排任务 {count} 项",
}
_EN: dict[Phrase, str] = {
    "window": "The window has {days} days",
    "nothing": "The classes chosen have no task that waits for a place: add tasks, or choose other classes.",
    "waiting": "To be placed: {items}",
    "item": "{name} {count}",
    "solving": "Solving for the best first placement",
    "placed": (
        "{count} tasks have a suggested time; {proof} (objective {objective}). Nothing is written before you confirm."
    ),
    "proved": "it is proved to be the best",
    "limited": "it is the best found within the node limit",
    "merging": "Merging timetable and suggestions",
    "merged": "{courses} courses, {count} suggested tasks",
}
_SAYINGS: dict[Locale, dict[Phrase, str]] = {"zh-CN": _ZH, "en": _EN}


def say(locale: Locale, phrase: Phrase, **facts: object) -> str:
    """The phrase in the language, with its facts filled in."""
    return _SAYINGS[locale][phrase].format(**facts)
