"""Places, what a day holds and what holds of a task."""

from typing import Final

FACTS: Final[dict[str, tuple[str, str]]] = {
    "slot.one": ("第{start}节", "section {start}"),
    "slot.many": ("第{start}-{end}节", "sections {start}-{end}"),
    "slot.short.one": ("{start}节", "{start}"),
    "slot.short.many": ("{start}-{end}节", "{start}-{end}"),
    "slot.listed": ("第{day}天({slot})", "day {day} ({slot})"),
    "place": ("第{day}天{slot}", "day {day} {slot}"),
    "place.weekday": ("第{day}天(星期{day_of_week}){slot}", "day {day} (weekday {day_of_week}) {slot}"),
    "place.hosted": ("{place}（宿主：{host}）", "{place} (host: {host})"),
    "sentences": ("{first}{second}", "{first} {second}"),
    "list.separator": ("、", ", "),
    "none": ("无", "none"),
    "mark.fixed": ("固定", "fixed"),
    "mark.embeddable": ("可嵌入", "embeddable"),
    "mark.guest": ("嵌入{host}", "embedded in {host}"),
    "mark.pinned": ("已固定位置", "pinned"),
    "mark.separator": ("，", ", "),
    "marked": ("{text}（{marks}）", "{text} ({marks})"),
    "status.existing": ("已安排", "existing"),
    "status.suggested": ("已预排", "suggested"),
    "status.pending": ("待安排", "pending"),
    "day.entry": ("{task}({slot})", "{task}({slot})"),
    "day.entry.guest": ("{task}(嵌入{slot})", "{task}(embedded {slot})"),
    "day.taken": (
        "第{day}天当前占用：{entries}，占用{taken}/{total}。",
        "Day {day} now holds: {entries}; {taken}/{total} taken.",
    ),
    "day.empty": ("第{day}天当前占用：0/{total}。", "Day {day} now holds: 0/{total} taken."),
    "day.free": ("空闲时段：{slots}。", "Free: {slots}."),
}
