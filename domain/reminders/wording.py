"""Every sentence about reminders, in Chinese and English with the same facts (rules REMIND-17 and REMIND-26)."""

from typing import Final

from domain.schedule.state import Locale

TEXTS: Final[dict[str, tuple[str, str]]] = {
    "invalid_prompt": ("提醒的 prompt 不能为空。", "The prompt of a reminder must not be blank."),
    "invalid_selector": (
        "提醒只接受 prompt 和 after_seconds 两个参数。",
        "A reminder takes prompt and after_seconds and nothing else.",
    ),
    "invalid_rule": (
        "after_seconds 应为 1 到 9007199254740991 的整数，id 首尾不能有空白且不能为空。",
        "after_seconds must be an integer from 1 to 9007199254740991, "
        "and an id must not be empty or have blanks at its ends.",
    ),
    "time_out_of_range": (
        "提醒时间不能晚于 9999-12-31T23:59:59.999Z，请缩短 after_seconds。",
        "A reminder must be due by 9999-12-31T23:59:59.999Z: use a shorter after_seconds.",
    ),
    "corrupt_schedule_log": (
        "本会话的提醒记录已损坏，未作任何改动；请在新会话中设置提醒。",
        "The reminder log of this session is corrupt and nothing was changed: set reminders in a new session.",
    ),
    "persistence_uncertain": (
        "无法确认提醒记录是否已保存；请先列出提醒再决定是否重试。",
        "Whether the reminder log is stored is not known: list the reminders before trying again.",
    ),
    "internal_error": (
        "提醒操作未能完成，请稍后重试。",
        "The reminder operation could not be completed: try again later.",
    ),
    "INVALID_ARGS": (
        "参数缺失、多余或类型不对：prompt 和 id 应为文本，after_seconds 应为数字。",
        "An argument is missing, unknown or of the wrong type: prompt and id are text, after_seconds is a number.",
    ),
    "schedule_not_found": (
        "没有等待中的提醒使用这个 id，未删除任何提醒。",
        "No reminder that waits has this id, and none was deleted.",
    ),
    "tool.schedule_create": (
        "在当前会话设置一条一次性提醒：若干秒后提醒用户。",
        "Set a reminder in this session, told once, so many seconds from now.",
    ),
    "tool.schedule_list": (
        "列出当前会话中等待中的提醒，按设置的先后排列。",
        "List the reminders of this session that wait, in the order in which they were set.",
    ),
    "tool.schedule_delete": (
        "按 id 撤销当前会话中一条等待中的提醒。",
        "Take back a reminder of this session that waits, by its id.",
    ),
    "presenting": ("提醒（{time}）：{prompt}", "Reminder ({time}): {prompt}"),
}
_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}


def say(locale: Locale, key: str, **values: object) -> str:
    """The sentence of that key in that language, with its values filled in."""
    return TEXTS[key][_COLUMN[locale]].format(**values)
