"""What a plan run says, in both languages with the same facts (rule PLAN-4)."""

from datetime import date
from typing import Final

from domain.schedule.state import Locale

_SAYINGS: Final[dict[str, tuple[str, str]]] = {
    "list": ("、", ", "),
    "reading": ("正在理解请求", "Reading the request"),
    "window": ("规划窗口共 {days} 天", "The window has {days} days"),
    "no_class": (
        "还没有任何任务类：请先添加任务类和任务，再来规划。",
        "There is no class of tasks yet: add a class with tasks, and then plan.",
    ),
    "nothing_to_place": (
        "所选任务类中没有待安排的任务：请先添加任务，或选择其他任务类。",
        "The classes chosen have no task that waits for a place: add tasks, or choose other classes.",
    ),
    "window_over": (
        "这个学期已经没有可以排的日子：请先导入下一份课表。",
        "No day of the term is left to plan: import the next timetable first.",
    ),
    "declined": ("好的，不排了。", "All right, nothing is planned."),
    "waiting": ("待安排：{items}", "To be placed: {items}"),
    "item": ("{name} {count} 项", "{name} {count}"),
    "ask.window": (
        "{fault}排在哪几天？建议从 {first} 到 {last}，同意就说「好」。",
        "{fault}For which days? Proposed: {first} to {last}; say “yes” to take them.",
    ),
    "ask.classes": (
        "{fault}排哪些任务类？建议：{names}，同意就说「好」。",
        "{fault}Which classes? Proposed: {names}; say “yes” to take them.",
    ),
    "fault.past": ("「{words}」已经过去。", "“{words}” is over. "),
    "fault.outside_term": ("「{words}」不在这个学期里。", "“{words}” is outside the term. "),
    "fault.impossible": ("没有「{words}」这样的日子。", "There is no such day as “{words}”. "),
    "fault.unknown": ("没有叫{names}的任务类。", "No class is called {names}. "),
    "names.more": ("{names} 等 {count} 类", "{names} and others, {count} in all"),
    "quoted": ("「{text}」", "“{text}”"),
    "answered": ("收到回答，继续规划", "The answer is taken; planning goes on"),
    "unanswered": ("没有等到回答，按建议继续", "No answer came; planning goes on as proposed"),
    "solving": ("正在求解最优的初始安排", "Solving for the best first placement"),
    "placed": (
        "已为 {count} 项任务预排时间，{proof}（目标值 {objective}）。{react}确认前不会写入课表。",
        "{count} tasks have a suggested time; {proof} (objective {objective}). {react}"
        "Nothing is written before you confirm.",
    ),
    "proved": ("已证明为最优", "it is proved to be the best"),
    "limited": ("是节点上限内找到的最好结果", "it is the best found within the node limit"),
    "merging": ("合并课表与预排任务", "Merging timetable and suggestions"),
    "merged": ("课程 {courses} 门，预排任务 {count} 项", "{courses} courses, {count} suggested tasks"),
    "assumed.window": (
        "日期没有得到明确的回答，按建议排在 {first} 到 {last}。",
        "The days were not settled by an answer, so those proposed stand: {first} to {last}.",
    ),
    "assumed.classes": (
        "任务类没有得到明确的回答，按建议排了{names}。",
        "The classes were not settled by an answer, so those proposed stand: {names}.",
    ),
    "unread": (
        "没有看懂{parts}，这部分没有照办。",
        "Not understood, and so not carried out: {parts}.",
    ),
    "round": ("第 {number} 轮优化", "Round {number} of the adjustment"),
    "call.kept": ("{text}", "{text}"),
    "call.refused": ("没有采用：{text}", "Not taken: {text}"),
    "call.unknown": ("这个调用不在允许之列", "The call is none of those allowed"),
    "react.off": (
        "预排之后的调整已关闭，保留求解结果",
        "Adjusting after the placement is switched off; the placement stands",
    ),
    "react.no_model": ("没有可用的模型，保留求解结果", "No model is there to adjust it; the placement stands"),
    "react.done": ("模型调整完毕，共移动 {moved} 项", "The model is done; it moved {moved}"),
    "react.no_call": (
        "模型没有再提出改动，共移动 {moved} 项",
        "The model asked for no other change; it moved {moved}",
    ),
    "react.rounds": ("已到 {rounds} 轮上限，共移动 {moved} 项", "The {rounds} rounds are used up; {moved} moved"),
    "react.unreadable": (
        "模型的回答无法读取，保留到此为止的合法安排，共移动 {moved} 项",
        "The model's answer could not be read; the last legal arrangement stands, {moved} moved",
    ),
    "react.away": (
        "模型没有按时回答，保留到此为止的合法安排，共移动 {moved} 项",
        "The model did not answer in time; the last legal arrangement stands, {moved} moved",
    ),
    "react.refused": (
        "模型端点拒绝了提问，保留到此为止的合法安排，共移动 {moved} 项",
        "The model's endpoint refused; the last legal arrangement stands, {moved} moved",
    ),
    "react.no_time": (
        "时间已过半，不再询问模型，保留到此为止的合法安排，共移动 {moved} 项",
        "Half of the run's time is gone, so no model is asked; the last legal arrangement stands, {moved} moved",
    ),
    "sentence": ("{text}。", "{text}. "),
}


def say(locale: Locale, phrase: str, **facts: object) -> str:
    """The phrase in the language, with its facts filled in."""
    return _SAYINGS[phrase][0 if locale == "zh-CN" else 1].format(**facts)


def listed(locale: Locale, parts: list[str]) -> str:
    """The parts, one after another."""
    return say(locale, "list").join(parts)


def day_said(locale: Locale, day: date) -> str:
    """A date as people read it."""
    return f"{day.month}月{day.day}日" if locale == "zh-CN" else day.isoformat()
