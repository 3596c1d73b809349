"""What commits say, in both languages with the same facts."""

from collections.abc import Iterable
from typing import Final

from domain.commit.standing import Standing, Stretch
from domain.preview.places import weekday_name
from domain.schedule.state import Locale

TEXTS: Final[dict[str, tuple[str, str]]] = {
    "place": ("第{week}周{day}第{first}-{last}节", "sections {first}-{last} on {day} of week {week}"),
    "place.one": ("第{week}周{day}第{first}节", "section {first} on {day} of week {week}"),
    "place.hosted": ("{place}（嵌入「{host}」）", "{place} (in {host!r})"),
    "waiting": ("待排", "waiting"),
    "separator": ("、", ", "),
    "quoted": ("「{name}」", "{name!r}"),
    "place_taken": (
        "{place}已被{held_by}占用，「{task}」放不下。",
        "{task!r} cannot have {place}: taken by {held_by}.",
    ),
    "host_taken": (
        "{place}所在的「{host}」已嵌入{held_by}，「{task}」放不下。",
        "{task!r} cannot have {place}: {host!r} there already hosts {held_by}.",
    ),
    "host_gone": (
        "{place}已没有可嵌入的「{host}」，「{task}」放不下。",
        "{task!r} cannot have {place}: {host!r}, which was to host it, is not there any more.",
    ),
    "task_gone": (
        "「{task}」已不存在，无法放到{place}。",
        "{task!r} does not exist any more and cannot have {place}.",
    ),
    "event_gone": (
        "「{task}」已不在课表中，无法放到{place}。",
        "{task!r} is not in the timetable any more and cannot have {place}.",
    ),
    "arranged_elsewhere": (
        "「{task}」已由另一方案安排在{now}，不再放到{place}。",
        "{task!r} was arranged by another plan, {now}, and does not get {place}.",
    ),
    "arranged_already": (
        "「{task}」已由另一方案安排在{now}，本方案不再写入。",
        "{task!r} was arranged by another plan, {now}, and is not for this one to write.",
    ),
    "moved_elsewhere": (
        "「{task}」已另行移至{now}，不再改到{place}。",
        "{task!r} was moved since, to {now}, and does not get {place}.",
    ),
    "outside": ("规划窗口之外", "outside the days of the plan"),
    "conflicts": (
        "课表已有变化，{count}处冲突，未写入任何内容：{first}",
        "the timetable has changed, {count} in conflict, nothing was written: {first}",
    ),
    "written": ("已写入课表：{changes}。", "Written into the timetable: {changes}."),
    "foreseen": ("将写入课表：{changes}。", "To be written into the timetable: {changes}."),
    "foreseen.nothing": (
        "课表已与方案一致，无需改动。",
        "The timetable is as the plan wants it; nothing would change.",
    ),
    "foreseen.conflicts": (
        "课表已有变化，{count}处冲突，暂不能写入：{first}",
        "the timetable has changed, {count} in conflict, nothing can be written: {first}",
    ),
    "written.nothing": ("课表已与方案一致，没有改动。", "The timetable is as the plan wants it; nothing changed."),
    "count.placed": ("新放置{count}项", "{count} placed"),
    "count.moved": ("移动{count}项", "{count} moved"),
    "count.embedded": ("嵌入{count}项", "{count} embedded"),
    "count.taken_back": ("撤回{count}项", "{count} taken back"),
    "not_done": (
        "「{task}」未完成，已从{place}取下，改为待排。",
        "{task!r} was not done: it no longer stands in {place} and waits again.",
    ),
    "undo.removed": ("「{task}」已不在{place}。", "{task!r} is not in {place} any more."),
    "undo.moved": (
        "「{task}」已从{place}移至{held_by}。",
        "{task!r} was moved since, from {place} to {held_by}.",
    ),
    "undo.taken": (
        "「{task}」要回到的{place}已被{held_by}占用。",
        "{place}, where {task!r} was before, is taken by {held_by}.",
    ),
    "undo.guest": ("{place}的「{task}」后来嵌入了{held_by}。", "{task!r} in {place} has since taken in {held_by}."),
    "undo.guest_left": ("{place}的「{task}」的嵌入任务已变。", "What {task!r} in {place} hosts has changed since."),
    "undo.arranged": ("「{task}」后来又安排在{place}。", "{task!r} has since been arranged again, {place}."),
    "undo.waiting": ("「{task}」后来改为待排。", "{task!r} has since been taken out and waits."),
    "undo.task_gone": (
        "「{task}」已被删除，{place}无法恢复。",
        "{task!r} was deleted since and cannot return to {place}.",
    ),
    "undo.extended": ("「{task}」后来又占用了{place}。", "{task!r} has since taken {place} as well."),
    "undo.changed": ("「{task}」的内容后来有改动（{place}）。", "{task!r} was changed since ({place})."),
    "undo.by": ("{text}（由写入 {commit} 造成，可先撤销它）", "{text} (by commit {commit}: undo that first)"),
    "undo.conflicts": (
        "后来的{count}处改动以本次写入为前提，未撤销任何内容：{first}",
        "what came later rests on this commit ({count}), nothing was undone: {first}",
    ),
}
"""Each with a Chinese and an English column that carry the same facts."""

_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}


def tell(locale: Locale, key: str, **facts: object) -> str:
    """The text of that key in that language, with its facts filled in."""
    return TEXTS[key][_COLUMN[locale]].format(**facts)


def stretch_text(locale: Locale, place: Stretch) -> str:
    """A place of the term in words."""
    key = "place.one" if place.section_from == place.section_to else "place"
    day = weekday_name(place.day_of_week, locale)
    return tell(locale, key, week=place.week, day=day, first=place.section_from, last=place.section_to)


def places_text(locale: Locale, places: Iterable[Stretch]) -> str:
    """Places in words; the word for waiting where there is none."""
    return tell(locale, "separator").join(stretch_text(locale, place) for place in places) or tell(locale, "waiting")


def standing_text(locale: Locale, standing: Standing) -> str:
    """Where a task stands, with its host if it has one."""
    place = places_text(locale, standing.places)
    return tell(locale, "place.hosted", place=place, host=standing.host.name) if standing.host else place


def names_text(locale: Locale, names: Iterable[str]) -> str:
    """Names of tasks, quoted, in a row."""
    return tell(locale, "separator").join(tell(locale, "quoted", name=name) for name in names)
