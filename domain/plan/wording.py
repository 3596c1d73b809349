"""What a plan run says, in both languages with the same facts (rule PLAN-4)."""

from collections.abc import Iterable
from datetime import date
from typing import Final

from domain.preview.places import weekday_name
from domain.schedule.state import Locale

_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_SAYINGS: Final[dict[str, tuple[str, str]]] = {
    "list": ("、", ", "),
    "reading": ("正在理解请求", "Reading the request"),
    "window": ("规划窗口共 {days} 天", "Days in the window: {days}"),
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
        "{fault}排在哪几天？建议从 {first} 到 {last}。",
        "{fault}For which days? Proposed: {first} to {last}.",
    ),
    "ask.classes": (
        "{fault}排哪些任务类？建议：{names}。",
        "{fault}Which classes? Proposed: {names}.",
    ),
    "ask.how": (
        "同意就说「好」，要改就直接说，比如「{example}」。",
        "Say “yes”, or what you want instead, such as “{example}”.",
    ),
    "example.window": ("下周", "next week"),
    "example.classes": ("只要{name}", "only {name}"),
    "fault.past": ("「{words}」已经过去。", "“{words}” is over. "),
    "fault.outside_term": ("「{words}」不在这个学期里。", "“{words}” is outside the term. "),
    "fault.impossible": ("没有「{words}」这样的日子。", "There is no such day as “{words}”. "),
    "fault.unknown": ("没有叫{names}的任务类。", "No class is called {names}. "),
    "names.more": ("{names} 等 {count} 类", "{names} and others, {count} in all"),
    "quoted": ("「{text}」", "“{text}”"),
    "answered": ("收到回答", "The answer is in"),
    "unclear": ("没有看懂这个回答", "The answer was not understood"),
    "unanswered": ("没有等到回答，按建议继续", "No answer came; planning goes on as proposed"),
    "solving": ("正在求解最优的初始安排", "Solving for the best first placement"),
    "placed": (
        "已为 {count} 项任务预排时间{days}，{proof}。",
        "{count} tasks have a suggested time{days}; {proof}.",
    ),
    "placed.days": ("（{first}到{last}）", ", from {first} to {last}"),
    "unwritten": ("确认前不会写入课表。", "Nothing is written before you confirm."),
    "held": ("按你说的：{wishes}。", "As you asked: {wishes}."),
    "held.of": ("{names}{what}", "{names} {what}"),
    "held.who": ("{names} ", "{names}:"),
    "held.all": ("全部", "all:"),
    "held.more": ("{shown}；等等", "{shown}; and more"),
    "held.and": ("，", ", "),
    "held.join": ("；", "; "),
    "held.rapid": ("尽快完成", "done early"),
    "held.steady": ("匀开来排", "spread evenly"),
    "held.duration": ("每次 {count} 节", "{count} sections each"),
    "held.earliest": ("最早 {moment} 开始", "from {moment} on"),
    "held.deadline": ("最晚 {moment} 完成", "done by {moment}"),
    "held.days": ("不排 {days}", "not on {days}"),
    "held.sections": ("不排第 {sections} 节", "not in sections {sections}"),
    "held.closed": ("不排{day}第 {sections} 节", "not on {day} in sections {sections}"),
    "held.embed": ("可以嵌入课程", "on courses if need be"),
    "held.no_embed": ("不嵌入课程", "not on courses"),
    "liked": (
        "想尽量排在第 {sections} 节：{count} 项中 {kept} 项做到了。",
        "Sections {sections} were preferred: {kept} of {count} tasks lie there.",
    ),
    "moment": ("{day}第 {section} 节", "{day}, section {section}"),
    "range": ("{first} 到 {last}", "{first} to {last}"),
    "days.more": ("{days} 等 {count} 天", "{days} and others, {count} days in all"),
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
        "没有照办：{parts}。这些话没有看懂，或者排计划时还做不到。",
        "Not carried out: {parts}. This was not understood, or no plan can hold it.",
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
    """A date as people read it, with its day of the week."""
    weekday = weekdays_said(locale, (day.isoweekday(),))
    return (
        f"{day.month}月{day.day}日{weekday}" if locale == "zh-CN" else f"{weekday} {day.day} {_MONTHS[day.month - 1]}"
    )


def weekdays_said(locale: Locale, days: Iterable[int]) -> str:
    """Days of the week, 1 is Monday."""
    return listed(locale, [weekday_name(day, locale) for day in days])
