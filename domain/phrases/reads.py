"""What tools say that only look."""

from typing import Final

_OVERVIEW: Final[dict[str, tuple[str, str]]] = {
    "get_overview.failed": ("查询总览失败：{reason}", "Overview failed: {reason}"),
    "overview.window": (
        "规划窗口共{total_days}天，每天{sections_per_day}个时段，总计{total}个时段。",
        "The window has {total_days} days of {sections_per_day} sections each, {total} sections in all.",
    ),
    "overview.counts": (
        "当前已占用{taken}个，空闲{free}个。课程占位条目{courses}个（仅用于占位统计）；"
        "任务条目：已安排(existing){existing}个、已预排(suggested){suggested}个、待安排(pending){pending}个。",
        "{taken} are taken and {free} are free. Courses: {courses} (only counted as taken). "
        "Tasks: {existing} existing, {suggested} suggested, {pending} pending.",
    ),
    "overview.days": ("每日概况：", "Day by day:"),
    "overview.day": (
        "第{day}天：总占{taken}/{total}（课程占{courses}/{total}，任务占{tasks}/{total}） — 任务：{entries}",
        "Day {day}: {taken}/{total} taken (courses {courses}/{total}, tasks {tasks}/{total}) — tasks: {entries}",
    ),
    "overview.entry": ("{task}({status},{slot})", "{task}({status}, {slot})"),
    "overview.entry.guest": ("{task}({status},嵌入{slot})", "{task}({status}, embedded {slot})"),
    "overview.tasks": ("任务清单（全量，已过滤课程）：", "Tasks (all of them, without courses):"),
    "overview.no_tasks": ("任务清单（全量，已过滤课程）：无", "Tasks (all of them, without courses): none"),
    "overview.task": (
        "{task} | 状态:{status} | 类别:{category}",
        "{task} | status: {status} | class: {category}",
    ),
    "overview.slots": ("时段:{slots}", "slots: {slots}"),
}

_RANGE: Final[dict[str, tuple[str, str]]] = {
    "query_range.failed": ("查询时段失败：{reason}", "Range query failed: {reason}"),
    "range.day": ("第{day}天 全天：", "Day {day}, whole day:"),
    "range.part": ("第{day}天 {slot}：", "Day {day}, {slot}:"),
    "range.row": ("{slot}：{held}", "{slot}: {held}"),
    "range.empty": ("空", "free"),
    "range.runs": ("连续空闲区：{runs}", "Free in a row: {runs}"),
    "range.run": ("{slot}({count}时段)", "{slot} ({count} long)"),
    "range.hosts": ("可嵌入：{hosts}", "Embedding: {hosts}"),
    "range.host": ("{slot}已有{host}", "{slot}: {host}"),
    "mark.holds": ("已嵌入{guest}", "holds {guest}"),
    "mark.closed": ("不可嵌入", "not embeddable"),
    "range.all_free": ("该范围{count}个时段全部空闲。", "All {count} sections of this range are free."),
    "range.all_taken": ("该范围{count}个时段全部已占用。", "All {count} sections of this range are taken."),
    "range.partly_taken": (
        "该范围{count}个时段中空闲{free}个，已占用{taken}个。",
        "Of the {count} sections of this range {free} are free and {taken} are taken.",
    ),
}

_LIST: Final[dict[str, tuple[str, str]]] = {
    "list_tasks.failed": ("查询任务清单失败：{reason}", "Task list failed: {reason}"),
    "list.total": (
        "共{total}个任务，已安排{existing}个，待安排{pending}个。",
        "{total} tasks in all: {existing} existing, {pending} pending.",
    ),
    "list.total.suggested": (
        "共{total}个任务，已安排{existing}个，已预排{suggested}个，待安排{pending}个。",
        "{total} tasks in all: {existing} existing, {suggested} suggested, {pending} pending.",
    ),
    "list.group": ("{status}：", "{status}:"),
    "list.some": ("{status}任务共{count}个：", "{count} {status} tasks:"),
    "list.nothing": ("{status}任务共{count}个。", "{count} {status} tasks."),
    "list.row": ("{task}({words}) — {place}", "{task}({words}) — {place}"),
    "list.pending": ("{task} — {needs}，类别：{category}", "{task} — {needs}, class: {category}"),
    "list.categories": ("当前类别：{categories}。", "Classes there are: {categories}."),
    "needs": ("需{count}个连续时段", "needs {count} consecutive sections"),
    "needs.short": ("需{count}时段", "needs {count}"),
}

_INFO: Final[dict[str, tuple[str, str]]] = {
    "get_task_info.failed": ("查询任务详情失败：{reason}", "Task details failed: {reason}"),
    "info.class": ("类别：{category} | 状态：{status}", "Class: {category} | status: {status}"),
    "info.origin": ("来源：{origin}", "From: {origin}"),
    "origin.timetable": ("课程表", "timetable"),
    "origin.calendar": ("日程", "calendar"),
    "origin.class": ("任务类", "task class"),
    "info.embeddable": (
        "可嵌入：是（允许在此时段嵌入其他任务）",
        "Embeddable: yes (other tasks may be put inside its slots)",
    ),
    "info.host": ("嵌入宿主：{host}", "Embedded in: {host}"),
    "info.places": ("占用时段：", "Slots:"),
    "info.place": ("第{day}天 {slot}", "day {day} {slot}"),
    "info.unplaced": ("占用时段：无（{needs}）", "Slots: none ({needs})"),
    "info.guests": ("当前嵌入任务：{guests}", "Tasks inside it: {guests}"),
}

READS: Final[dict[str, tuple[str, str]]] = {
    "query_available_slots.failed": ("查询坑位失败：{reason}", "Slot query failed: {reason}"),
    "query_target_tasks.failed": ("查询任务失败：{reason}", "Task query failed: {reason}"),
    **_OVERVIEW,
    **_RANGE,
    **_LIST,
    **_INFO,
}
