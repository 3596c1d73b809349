"""What is said about reminders in a conversation, in both languages (rules TURN-10 and TURN-11)."""

from collections.abc import Iterable, Sequence
from datetime import tzinfo
from typing import Final

from domain.conversation.plain_text import simplified
from domain.conversation.reminder_request import Gap
from domain.refine.numerals import comparable
from domain.reminders.answers import ErrorAnswer, ReminderView
from domain.reminders.instants import instant_of
from domain.reminders.wording import say as reminder_say
from domain.schedule.state import Locale

MOST_SHOWN: Final = 10
_SENTENCES: Final[dict[str, tuple[str, str]]] = {
    "created": ("好的，会在 {time} 提醒你：{prompt}（{id}）", "I will remind you at {time}: {prompt} ({id})"),
    "none": ("现在没有等待中的提醒。", "No reminder is waiting."),
    "listed": ("等待中的提醒有 {count} 个：\n{lines}", "Reminders that are waiting: {count}\n{lines}"),
    "line": ("{id}，{time}：{prompt}", "{id}, {time}: {prompt}"),
    "overdue": ("（已到时间）", " (overdue)"),
    "more": (
        "另有 {count} 个，全部用 daywright remind list 查看",
        "and {count} more; daywright remind list shows all",
    ),
    "gone": ("另有 {count} 个", "and {count} more"),
    "deleted": ("已删除提醒：\n{lines}", "Deleted:\n{lines}"),
    "not_found": ("没有找到这样的提醒，没有删除任何提醒。", "No such reminder is waiting; none was deleted."),
    "several": (
        "有 {count} 个提醒符合，请说出要删除哪一个的编号：\n{lines}",
        "{count} reminders match; say the id of the one to delete:\n{lines}",
    ),
    "when": ("要在什么时候提醒？比如“半小时后”或“明天早上8点”。", "When? Say “in half an hour” or “tomorrow at 8 am”."),
    "past": ("这个时间已经过去了，请换一个时间。", "That time is past: say another one."),
    "never": (
        "提醒要在至少 1 秒之后，请说一个以后的时间，比如“半小时后”。",
        "A reminder comes one second from now or later: say a time to come, such as “in half an hour”.",
    ),
    "zone": (
        "这个时区我不认识，没有设提醒。请换成你自己的时间，或者像“东京时间早上8点”“UTC+8 8:00”这样说。",
        "I do not know that time zone, and no reminder was set. Say your own time, or one such as “8am Tokyo time” or "
        "“8:00 UTC+8”.",
    ),
    "skipped": (
        "那一天没有这个时间：当地时钟在那时拨快了。没有设提醒，请换一个时间。",
        "There is no such time on that day: clocks there are set forward over it. No reminder was set: say another.",
    ),
    "moved": (
        "提醒不能改时间，什么都没有改。请先设一个新的（比如“明天早上8点提醒我喝水”），再删除旧的（比如“删除喝水的提醒”）。",
        "A reminder cannot be moved or changed, and nothing was. Set a new one (“remind me tomorrow at 8 am to drink”) "
        "and delete the old one (“delete the reminder about drink”).",
    ),
    "what": ("要提醒什么？", "What shall the reminder say?"),
    "several_times": (
        "一次只能设一个提醒，还没有设任何一个。请一个一个地说，比如“10分钟后提醒我喝水”。",
        "Only one reminder is set at a time, and none was set yet. Ask for one after the other, such as “remind me in "
        "10 minutes to drink”.",
    ),
    "again": (
        "每个提醒只提醒一次，还不能每天或每周重复，所以没有设。请说一个时间，比如“明天早上8点提醒我吃药”。",
        "A reminder is told once and cannot repeat, so none was set. Say one time, such as “remind me tomorrow at 8 am "
        "to take my pills”.",
    ),
    "which": ("要删除哪一个提醒？请说它的编号或内容。", "Which reminder shall be deleted? Say its id or what it says."),
}
_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}


def _say(locale: Locale, key: str, **values: object) -> str:
    return _SENTENCES[key][_COLUMN[locale]].format(**values)


def asked(locale: Locale, gaps: Iterable[Gap]) -> str:
    """The questions for what was not said (rule CHAT-14)."""
    return (" " if locale == "en" else "").join(
        _say(locale, "several_times" if gap == "several" else gap) for gap in gaps
    )


def created(locale: Locale, view: ReminderView, zone: tzinfo) -> str:
    """That a reminder was set, and when it is due on the clocks of the zone."""
    reminder = view.reminder
    return _say(locale, "created", time=_time(view, zone), prompt=reminder.prompt, id=reminder.id)


def listed(locale: Locale, views: Sequence[ReminderView], zone: tzinfo) -> str:
    """The reminders that wait, the one that is due first at the head."""
    if not views:
        return _say(locale, "none")
    return _say(locale, "listed", count=len(views), lines=_lines(locale, views, zone))


def deleted(locale: Locale, views: Sequence[ReminderView], zone: tzinfo) -> str:
    """Which reminders were deleted; none where none was found."""
    return _say(locale, "deleted", lines=_lines(locale, views, zone, "gone")) if views else _say(locale, "not_found")


def several(locale: Locale, views: Sequence[ReminderView], zone: tzinfo) -> str:
    """That more than one may be meant."""
    return _say(locale, "several", count=len(views), lines=_lines(locale, views, zone))


def refused(locale: Locale, answer: ErrorAnswer) -> str:
    """Why a tool did not do what it was asked, in its fixed words (rule REMIND-17)."""
    return reminder_say(locale, answer.code)


def meant(views: Sequence[ReminderView], about: str) -> list[ReminderView]:
    """The reminders that words speak of: those that say them, or have all of the words."""
    whole, said = _plain(about), [_plain(view.reminder.prompt) for view in views]
    exact = [view for view, prompt in zip(views, said, strict=True) if whole in prompt]
    parts = [_plain(part) for part in about.split()]
    return exact or [view for view, prompt in zip(views, said, strict=True) if all(part in prompt for part in parts)]


def by_time(views: Iterable[ReminderView]) -> list[ReminderView]:
    """The reminders in the order in which they are told: the one that is due first at the head."""
    return sorted(views, key=lambda view: view.reminder.target)


def _plain(text: str) -> str:
    return comparable(simplified(text))


def _lines(locale: Locale, views: Sequence[ReminderView], zone: tzinfo, rest: str = "more") -> str:
    shown = [_line(locale, view, zone) for view in by_time(views)[:MOST_SHOWN]]
    left = len(views) - len(shown)
    return "\n".join([*shown, *([_say(locale, rest, count=left)] if left else [])])


def _line(locale: Locale, view: ReminderView, zone: tzinfo) -> str:
    reminder = view.reminder
    line = _say(locale, "line", id=reminder.id, time=_time(view, zone), prompt=reminder.prompt)
    return line + (_say(locale, "overdue") if view.state == "overdue" else "")


def _time(view: ReminderView, zone: tzinfo) -> str:
    moment = instant_of(view.reminder.target)
    try:
        local = moment.astimezone(zone)
    except OverflowError:  # In a zone ahead of UTC the last hours of the year 9999 belong to no year of four digits.
        local = moment
    return local.replace(tzinfo=None, microsecond=0).isoformat(" ", "seconds" if local.second else "minutes")
