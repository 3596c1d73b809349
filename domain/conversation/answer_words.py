"""Every sentence of an answer, in Chinese and English with the same facts (rule CHAT-16)."""

from typing import Final

from domain.schedule.state import Locale

TEXTS: Final[dict[str, tuple[str, str]]] = {
    "not_understood": (
        "没看懂你想问哪一天、哪门课或哪项任务。可以这样问：“周三有什么课？”、“这周哪天最空？”、“还有哪些任务没排？”",
        "I could not read which day, class or task is meant. Ask like “What is on Wednesday?”, “Which day this week is "
        "the emptiest?” or “Which tasks are not placed?”",
    ),
    "no_term": (
        "现在没有学期的课表可查：先导入一份课表。",
        "There is no timetable of a term to look at: import one first.",
    ),
    "beyond": ("问的时间不在学期内。", "The time asked about is outside the term."),
    "by_preview": ("按预览（还没写入课表）：", "By the preview, which is not in the timetable yet: "),
    "nothing": ("{scope}没有{kind}。", "{scope}: no {kind}."),
    "has": ("{scope}有 {what}：{rows}。", "{scope}: {what}: {rows}."),
    "on_day": ("{day}：{rows}", "{day}: {rows}"),
    "more": ("{rows}；另有 {count} 项", "{rows}; and {count} more"),
    "counted": (
        "{scope}有 {what}（{names} 种），共 {sections} 节{rows}。",
        "{scope}: {what} ({names} different), {sections} sections in all{rows}.",
    ),
    "counted.rows": ("：{rows}", ": {rows}"),
    "counted.waiting": ("还没排的有 {what}：{names}。", "Not placed: {what}: {names}."),
    "hours": (
        "{scope}的{kind}共 {sections} 节，{minutes} 分钟，即 {hours} 小时 {rest} 分钟。",
        "{scope}: {kind} take {sections} sections, {minutes} minutes, that is {hours} h {rest} min.",
    ),
    "fullest": (
        "{scope}{kind}最满的是{best}，占 {sections} 节{rows}。",
        "{scope}: fullest of {kind}: {best} with {sections} sections{rows}.",
    ),
    "emptiest": (
        "{scope}{kind}最空的是{best}，占 {sections} 节{rows}。",
        "{scope}: emptiest of {kind}: {best} with {sections} sections{rows}.",
    ),
    "groups.fullest": ("{scope}最多的是{best}，{count} 项。", "{scope}: the most are of {best}, {count}."),
    "groups.emptiest": ("{scope}最少的是{best}，{count} 项。", "{scope}: the fewest are of {best}, {count}."),
    "days_off": ("{scope}没有{kind}的有 {count} 天：{days}。", "{scope}: days without {kind}, {count}: {days}."),
    "days_off.none": ("{scope}每天都有{kind}。", "{scope}: every day has {kind}."),
    "free": ("{where}有空，共 {count} 节：{runs}。", "{where}: free, {count} sections: {runs}."),
    "free.none": ("{where}没有空。", "{where}: not free."),
    "free.taken": ("占用：{rows}。", "Taken by: {rows}."),
    "longest": (
        "{scope}最长的连续空闲是 {sections} 节：{runs}。",
        "{scope}: the longest free stretch has {sections} sections: {runs}.",
    ),
    "first": ("{scope}最早的{kind}是{rows}。", "{scope}: the first of the {kind}: {rows}."),
    "last": ("{scope}最晚的{kind}是{rows}。", "{scope}: the last of the {kind}: {rows}."),
    "now": ("现在正在进行：{rows}。", "Going on now: {rows}."),
    "now.nothing": ("现在没有{kind}。", "Now: no {kind}."),
    "next": ("接下来是{rows}，{wait}后开始。", "Next: {rows}, in {wait}."),
    "next.nothing": ("本学期后面没有{kind}了。", "No more {kind} in this term."),
    "stands": ("{name}：{places}。", "{name}: {places}."),
    "stands.waiting": ("{name}还没有排。", "{name} is not placed."),
    "stands.not_then": ("{scope}没有{name}。", "{scope}: no {name}."),
    "teacher": ("{name}的老师：{teachers}。", "Teacher of {name}: {teachers}."),
    "teacher.none": ("课表里没有写{name}的老师。", "The timetable names no teacher of {name}."),
    "where": ("{name}的地点：{places}。", "Place of {name}: {places}."),
    "where.none": ("课表里没有写{name}的地点。", "The timetable names no place of {name}."),
    "no_tasks_of": ("没有属于{name}的任务。", "There is no task of {name}."),
    "unknown": ("课表和任务里没有找到{name}。", "Neither timetable nor tasks have {name}."),
    "waiting": ("没排的有 {what}：{names}。", "Not placed: {what}: {names}."),
    "waiting.none": ("没有没排的任务。", "No task waits for a place."),
    "done": ("{scope}已完成 {what}：{rows}。", "{scope}: {what} done: {rows}."),
    "done.none": ("{scope}没有已完成的任务。", "{scope}: no task is done."),
    "undone": ("{scope}已排而没完成的有 {what}：{rows}。", "{scope}: {what} placed and not done: {rows}."),
    "undone.none": ("{scope}已排的任务都已完成，或没有已排的任务。", "{scope}: no placed task is left to do."),
    "no_preview": (
        "这个会话没有预览，所以没有改动和理由可说。",
        "This session has no preview, so there are no changes or reasons to tell.",
    ),
    "why": ("{name}{way}，理由：{reason}。", "{name} {way}, because: {reason}."),
    "why.not_moved": ("预览没有移动{name}。", "The preview does not move {name}."),
    "why.none": ("{scope}预览没有改动。", "{scope}: the preview changes nothing."),
    "moved": ("改动了 {what}：{changes}。", "Changed: {what}: {changes}."),
    "moved.none": ("没有改动。", "Nothing changed."),
    "way.placed": ("排到{to}", "placed on {to}"),
    "way.moved": ("从{start}移到{to}", "moved from {start} to {to}"),
    "way.embedded": ("嵌入{host}，在{to}", "embedded in {host} on {to}"),
    "way.taken_back": ("从{start}退回待排", "taken back from {start}"),
    "change": ("{name}{way}", "{name} {way}"),
    "preview": (
        "预览从{first}到{last}，建议了 {what}{weeks}，没排的有 {waiting} 项。",
        "The preview runs from {first} to {last} and suggests {what}{weeks}; not placed: {waiting}.",
    ),
    "preview.weeks": ("（{parts}）", " ({parts})"),
    "preview.week": ("{week} {count} 项", "{week}: {count}"),
    "conflict": ("有 {count} 处冲突：{pairs}。", "Conflicts, {count}: {pairs}."),
    "conflict.pair": ("{day}的{one}与{other}", "{day}: {one} and {other}"),
    "conflict.none": ("{scope}没有冲突。", "{scope}: no conflict."),
    "today": ("今天是{day}。", "Today is {day}."),
    "named_day": ("{day}。", "{day}."),
    "outside": ("今天是{date}，不在学期内。", "Today is {date}, outside the term."),
    "term": (
        "学期从{first}到{last}，共 {weeks} 周。",
        "The term runs from {first} to {last}, {weeks} weeks.",
    ),
    "term.rest": (
        "这周之后还有 {count} 周，离最后一天还有 {days} 天。",
        "{count} more weeks follow this one; the last day is {days} days away.",
    ),
    "day": ("第{week}周{weekday}（{date}）", "{weekday} of week {week} ({date})"),
    "date": ("{month}月{day}日", "{day} {month}"),
    "week_name": ("第{week}周", "week {week}"),
    "week_run": ("第{week}–{last}周", "weeks {week}–{last}"),
    "times": ("共 {count} 次", "{count} times"),
    "stands.next": ("下一次是{row}", "the next one: {row}"),
    "things.more": ("另有 {count} 项。", "And {count} more."),
    "placed_at": ("{day}{run}", "{day}, {run}"),
    "section": ("第{first}节", "section {first}"),
    "sections": ("第{first}–{last}节", "sections {first}–{last}"),
    "clock": ("{start}–{end}", "{start}–{end}"),
    "listed": ("、", ", "),
    "parted": ("；", "; "),
    "inside": ("{name}（{facts}）", "{name} ({facts})"),
    "facts": ("，", ", "),
    "suggested": ("建议", "suggested"),
    "is_done": ("已完成", "done"),
    "whole_term": ("本学期", "this term"),
    "days_range": ("{first}到{last}", "{first} to {last}"),
    "hours_wait": ("{hours} 小时 {minutes} 分钟", "{hours} h {minutes} min"),
    "minutes_wait": ("{minutes} 分钟", "{minutes} min"),
    "days_wait": ("{days} 天 {hours} 小时", "{days} days {hours} h"),
    "kind.": ("安排", "entries"),
    "kind.course": ("课", "classes"),
    "kind.task": ("任务", "tasks"),
    "one.": ("{count} 项安排", "{count} entry"),
    "one.course": ("{count} 次课", "{count} class"),
    "one.task": ("{count} 项任务", "{count} task"),
    "some.": ("{count} 项安排", "{count} entries"),
    "some.course": ("{count} 次课", "{count} classes"),
    "some.task": ("{count} 项任务", "{count} tasks"),
}
WEEKDAYS: Final[dict[Locale, tuple[str, ...]]] = {
    "zh-CN": ("周一", "周二", "周三", "周四", "周五", "周六", "周日"),
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
}
MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}


def say(locale: Locale, key: str, **values: object) -> str:
    """The sentence of that key in that language, with its values filled in."""
    return TEXTS[key][_COLUMN[locale]].format(**values)
