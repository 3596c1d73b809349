"""What revisions made by hand go back to, and how they are spoken of (rules PREVIEW-15, PREVIEW-18, PREVIEW-21)."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime

from domain.errors import PreviewNotFound
from domain.preview.difference import difference
from domain.preview.touched import Touched, timetable_of
from domain.schedule.state import Locale, ScheduleState

_SUMMARY: dict[Locale, dict[str, str]] = {
    "zh-CN": {
        "edited": "手动调整：{parts}。",
        "comma": "，",
        "placed": "排入 {count} 项",
        "moved": "移动 {count} 项",
        "embedded": "嵌入 {count} 项",
        "taken_back": "退回待排 {count} 项",
        "pinned": "固定 {count} 项",
        "unpinned": "解除固定 {count} 项",
        "stepped_back": "退回第 {revision} 版。",
        "expired": "预览（第 {revision} 版）已过期，不再显示。",
    },
    "en": {
        "edited": "By hand: {parts}.",
        "comma": ", ",
        "placed": "{count} placed",
        "moved": "{count} moved",
        "embedded": "{count} embedded",
        "taken_back": "{count} taken back",
        "pinned": "{count} pinned",
        "unpinned": "{count} unpinned",
        "stepped_back": "Stepped back to revision {revision}.",
        "expired": "The preview (revision {revision}) has expired and is shown no more.",
    },
}


def preview_expired(session_id: str, at: datetime) -> PreviewNotFound:
    """The error for a preview that has expired (rule PREVIEW-21)."""
    message = f"the preview of session {session_id!r} expired on {at:%Y-%m-%d}: start a plan run to make a new one"
    return PreviewNotFound(message, expired_at=at.isoformat())


def is_same_plan(state: ScheduleState, other: ScheduleState) -> bool:
    """Whether both number the same tasks and days alike; those of two plan runs may not."""
    return state.window == other.window and _numbers(state) == _numbers(other)


def earlier_state(state: ScheduleState, touched: Touched, parent: ScheduleState | None) -> ScheduleState:
    """What was before a revision: its parent where that is of the same plan, else the timetable."""
    if parent is not None and is_same_plan(state, parent):
        return parent
    return timetable_of(state, touched)


def summary_of_edits(before: ScheduleState, after: ScheduleState) -> str:
    """What hands did, in one sentence in the language of the state."""
    counts = Counter(_doings(before, after))
    phrases = _SUMMARY[after.locale]
    parts = [phrases[word].format(count=counts[word]) for word in phrases if counts[word]]
    return phrases["edited"].format(parts=phrases["comma"].join(parts))


def summary_of_step_back(locale: Locale, revision: int) -> str:
    """Which revision was gone back to, in one sentence."""
    return _SUMMARY[locale]["stepped_back"].format(revision=revision)


def expiry_text(locale: Locale, revision: int) -> str:
    """That a preview has expired, in one sentence."""
    return _SUMMARY[locale]["expired"].format(revision=revision)


def _numbers(state: ScheduleState) -> list[tuple[int, str, str]]:
    return sorted((task.state_id, task.source, str(task.source_id)) for task in state.tasks)


def _doings(before: ScheduleState, after: ScheduleState) -> Iterator[str]:
    changes = difference(before, after)
    yield from (change.kind for change in changes)
    moved = {change.task_id for change in changes}
    for task in after.tasks:
        if task.state_id not in moved and task.pinned != before.by_id[task.state_id].pinned:
            yield "pinned" if task.pinned else "unpinned"
