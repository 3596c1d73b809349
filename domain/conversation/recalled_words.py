"""What is said of what was recalled, in both languages (rules MEMORY-45 to MEMORY-48)."""

from datetime import date, datetime
from typing import Final

from domain.context.plan.contract import Source
from domain.conversation.answer_words import MONTHS, WEEKDAYS
from domain.schedule.state import Locale

_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "found.1": ("找到 1 条记录：\n{lines}", "One record was found:\n{lines}"),
    "found": ("找到 {count} 条记录：\n{lines}", "Records that were found: {count}\n{lines}"),
    "found.more": (
        "找到 {count} 条记录，先列 {shown} 条：\n{lines}\n全部：daywright recall “{query}”",
        "Records that were found: {count}, of which {shown} are listed\n{lines}\nAll of them: daywright recall "
        '"{query}"',
    ),
    "line": ("- {when}{source}：“{text}”{event}", "- {when}{source}: “{text}”{event}"),
    "event": ("（指 {day}）", " (about {day})"),
    "nothing": (
        "没有找到相关的记录。查了{sources}{range}{about}。",
        "Nothing was found. Searched: {sources}{range}{about}.",
    ),
    "other_times": ("那时没有（{range}）。别的时间：\n{found}", "Nothing then ({range}). At other times:\n{found}"),
    "range": ("，时间：{first}", ", on {first}"),
    "range.days": ("，时间：{first}到{last}", ", from {first} to {last}"),
    "range.until": ("，时间：{last}以前", ", until {last}"),
    "range.from": ("，时间：{first}以后", ", from {first} on"),
    "about": ("，关键词：{words}", ", for: {words}"),
    "beside": ("另外，你说过：\n{lines}", "You also said:\n{lines}"),
    "likes": ("你说过的偏好：\n{lines}", "What you told of your preferences:\n{lines}"),
    "likes.other": (
        "没有直接说到{words}的记录；你说过的偏好有：\n{lines}",
        "No record speaks of {words}; what you told of your preferences:\n{lines}",
    ),
    "likes.else": (
        "没有直接说到这个的记录；你说过的偏好有：\n{lines}",
        "No record speaks of just that; what you told of your preferences:\n{lines}",
    ),
    "known": ("我记得的关于你的事：\n{lines}", "What is remembered of you:\n{lines}"),
    "known.line": ("- {text}", "- {text}"),
    "known.nothing": (
        "我还没有记住关于你的事。可以说“记住我喜欢晚上学习”。",
        "Nothing about you is remembered yet. Say “remember that I prefer to study in the evening”.",
    ),
    "no_such_time": (
        "没有“{words}”这样的时间，请换一个说法，比如“昨天”或“11月20日”。",
        "There is no such time as “{words}”: say another one, such as “yesterday” or “20 November”.",
    ),
    "away": (
        "现在查不到以前说过的内容，请稍后再问一次。",
        "What was said before could not be looked up just now: ask again a little later.",
    ),
    "how": (
        "改正：daywright memories correct {id} '新的内容'；忘掉：daywright memories forget {id}",
        "Correct it: daywright memories correct {id} 'new words'; forget it: daywright memories forget {id}",
    ),
    "remembered": ("记住了：“{text}”。\n{how}", "Remembered: “{text}”.\n{how}"),
    "remembered.duty": (
        "记住了：“{text}”。这不是提醒；要到时提醒，请说几点，比如“周五早上8点提醒我”。\n{how}",
        "Remembered: “{text}”. This is no reminder; to be reminded say when, such as “remind me on Friday at 8 am”.\n"
        "{how}",
    ),
    "remembered.before": ("已经记着了：“{text}”。\n{how}", "That is remembered already: “{text}”.\n{how}"),
    "kept.part": (
        "太长了：最后 {left_out} 个字没有记住，只记住了前面 {kept} 个字。请把余下的另外再说一次。\n",
        "It was too long: the last {left_out} characters are not remembered, only the {kept} before them. Say the rest "
        "in a message of its own.\n",
    ),
    "kept.whole": ("（全文 {kept} 个字都记住了。）\n", "(All of its {kept} characters are remembered.)\n"),
    "remembered.otherwise": (
        "之前记着的是：“{text}”，没有改动。改成新的：daywright memories correct {id} '新的内容'；"
        "忘掉它：daywright memories forget {id}",
        "What was remembered before is unchanged: “{text}”. Correct it: daywright memories correct {id} 'new words'; "
        "forget it: daywright memories forget {id}",
    ),
    "noted": (
        "另外记住了：“{text}”。忘掉：daywright memories forget {id}",
        "Also remembered: “{text}”. Forget it: daywright memories forget {id}",
    ),
    "forget": (
        "对话不会删除记忆，什么都没有删除。要忘掉，请运行：\n{lines}",
        "No message deletes a memory, and nothing was deleted. To forget it, run:\n{lines}",
    ),
    "forget.line": ("- daywright memories forget {id}  （“{text}”）", "- daywright memories forget {id}  (“{text}”)"),
    "forget.none": (
        "没有找到关于“{about}”的记忆。全部记忆：daywright memories list",
        "No memory about “{about}” was found. All of them: daywright memories list",
    ),
    "forget.empty": ("还没有任何记忆。", "Nothing is remembered yet."),
    "more": ("- 另有 {count} 条：daywright memories list", "- and {count} more: daywright memories list"),
    "source.chat": ("对话", "in a conversation"),
    "source.meinput": ("你发来的内容", "in a text of yours"),
    "source.memory_v2": ("记忆", "remembered"),
    "source.calendar": ("日程", "in the calendar"),
    "listed": ("、", ", "),
    "quoted": ("“{word}”", "“{word}”"),
}
_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}
_SEARCHED: Final[dict[Source, tuple[str, str]]] = {
    "chat": ("对话", "conversations"),
    "meinput": ("你发来的内容", "texts of yours"),
    "memory_v2": ("记忆", "memories"),
    "calendar": ("日程", "the calendar"),
}


def say(locale: Locale, key: str, **values: object) -> str:
    """The sentence of that key in that language, with its values filled in."""
    return _TEXTS[key][_COLUMN[locale]].format(**values)


def searched(locale: Locale, sources: tuple[Source, ...]) -> str:
    """The names of the sources that were searched."""
    return say(locale, "listed").join(_SEARCHED[source][_COLUMN[locale]] for source in sources)


def day_name(locale: Locale, day: date, today: date) -> str:
    """Day of the week and date, with its year where that is not the one of today."""
    weekday = WEEKDAYS[locale][day.weekday()]
    if locale == "en":
        year = "" if day.year == today.year else f" {day.year}"
        return f"{weekday[:3]} {day.day} {MONTHS[day.month - 1]}{year}"
    year = "" if day.year == today.year else f"{day.year}年"
    return f"{year}{day.month}月{day.day}日{weekday}"


def moment_name(locale: Locale, moment: datetime, today: date) -> str:
    """The same with the time of day."""
    return f"{day_name(locale, moment.date(), today)} {moment:%H:%M}"
