"""Every sentence that tools say, in both languages; the Chinese ones are an interface (rule TOOL-3)."""

from typing import Final

from domain.schedule.state import Locale

PHRASES: Final[dict[str, tuple[str, str]]] = {
    "slot.one": ("第{start}节", "section {start}"),
    "slot.many": ("第{start}-{end}节", "sections {start}-{end}"),
    "slot.short.one": ("{start}节", "{start}"),
    "slot.short.many": ("{start}-{end}节", "{start}-{end}"),
    "place": ("第{day}天{slot}", "day {day} {slot}"),
    "place.weekday": ("第{day}天(星期{day_of_week}){slot}", "day {day} (weekday {day_of_week}) {slot}"),
    "place.hosted": ("{place}（宿主：{host}）", "{place} (host: {host})"),
    "list.separator": ("、", ", "),
    "none": ("无", "none"),
    "day.entry": ("{task}({slot})", "{task}({slot})"),
    "day.entry.guest": ("{task}(嵌入{slot})", "{task}(embedded {slot})"),
    "day.taken": (
        "第{day}天当前占用：{entries}，占用{taken}/{total}。",
        "Day {day} now holds: {entries}; {taken}/{total} taken.",
    ),
    "day.empty": ("第{day}天当前占用：0/{total}。", "Day {day} now holds: 0/{total} taken."),
    "day.free": ("空闲时段：{slots}。", "Free: {slots}."),
    "unknown_tool": ("未知工具：{name}。可用工具：{known}。", "Unknown tool: {name}. Available tools: {known}."),
    "move.failed": ("移动失败：{reason}", "Move failed: {reason}"),
    "spread_even.failed": ("均匀化调整失败：{reason}", "Spreading failed: {reason}"),
    "query_available_slots.failed": ("查询坑位失败：{reason}", "Slot query failed: {reason}"),
    "query_target_tasks.failed": ("查询任务失败：{reason}", "Task query failed: {reason}"),
    "verify.failed": ("校验失败：{reason}", "Verification failed: {reason}"),
    "unknown_argument": ("未知参数 {names}。可用参数：{known}。", "Unknown argument {names}. Accepted: {known}."),
    "missing_argument": ("缺少参数 {names}。", "Missing argument {names}."),
    "invalid_argument": ("参数 {name} 的值 {value} 无效：{expected}。", "Argument {name} is {value}: {expected}."),
    "expected.mapping": ("应为对象", "expected an object"),
    "expected.int_type": ("应为整数", "expected an integer"),
    "expected.bool_type": ("应为 true 或 false", "expected true or false"),
    "expected.string_type": ("应为文本", "expected text"),
    "expected.literal_error": ("应为 {expected} 之一", "expected one of {expected}"),
    "expected.greater_than_equal": ("应不小于 {ge}", "expected at least {ge}"),
    "expected.less_than_equal": ("应不大于 {le}", "expected at most {le}"),
    "expected.two_tasks": ("至少需要 {least} 个不同的任务", "expected at least {least} different tasks"),
    "expected.exclusive": ("不能与 {other} 同时使用", "it cannot be used together with {other}"),
    "expected.together": ("须与 {other} 同时提供", "it must come together with {other}"),
    "expected.not_before": ("不能小于 {other} 的值 {bound}", "expected at least the {bound} of {other}"),
    "expected.other": ("不符合要求", "it is not acceptable"),
    "task_not_found": ("任务 [{task_id}] 不存在。", "Task [{task_id}] does not exist."),
    "locked.course": ("{task} 是固定课程，不可移动。", "{task} is a fixed course and cannot be moved."),
    "locked.guest": (
        "{task} 嵌入在固定的 {host} 中，不可移动。",
        "{task} is embedded in {host}, which is fixed, and cannot be moved.",
    ),
    "locked.task": ("{task} 已锁定，不可移动。", "{task} is locked and cannot be moved."),
    "wrong_status.pending": (
        "{task} 当前为待安排状态，请使用 place 放置。",
        "{task} is pending; use place to place it.",
    ),
    "wrong_status.existing": (
        "{task} 当前为已安排（existing）任务，不允许 {tool}；仅 suggested 任务可移动。",
        "{task} is an existing task, {tool} is not allowed; only suggested tasks can be moved.",
    ),
    "pinned": ("{task} 已由用户固定位置，不可移动。", "{task} was pinned by the user and cannot be moved."),
    "out_of_window": ("第{day}天不在规划窗口内（第1-{last}天）。", "Day {day} is outside the window (days 1-{last})."),
    "section_invalid": (
        "第{start}-{end}节超出每天的节次范围（第1-{total}节）。",
        "Sections {start}-{end} leave the day (sections 1-{total}).",
    ),
    "slot_conflict": ("{place}已被 {tasks} 占用。", "{place} is taken by {tasks}."),
    "host_taken": (
        "{place}的宿主 {host} 已有嵌入任务 {guest}。",
        "{place} lies in {host}, which already hosts {guest}.",
    ),
    "not_enough_slots": (
        "跨度={span} 可用坑位不足：required={required}, got={got}。",
        "span={span} has too few free slots: required={required}, got={got}.",
    ),
    "move.done": ("已将 {task} 从{origin}移至{target}。", "Moved {task} from {origin} to {target}."),
    "spread_even.done": (
        "均匀化调整完成：共处理 {tasks} 个任务，候选坑位 {candidates} 个。",
        "Spread evenly: {tasks} tasks handled, {candidates} candidate slots.",
    ),
    "changes.none": ("本次调整：无。", "Changes: none."),
    "changes.some": ("本次调整：", "Changes:"),
    "changes.line": ("{task}：{origin} -> {target}", "{task}: {origin} -> {target}"),
    "verify.passed": ("校验通过：未发现问题。", "Verification passed: no problem found."),
    "verify.breaches": ("校验未通过：发现{count}处问题。", "Verification did not pass: {count} problems found."),
    "breach.bounds.window": ("{task} 的{slot}不在规划窗口内。", "{task}: {slot} is outside the window."),
    "breach.bounds.sections": ("{task} 的{slot}不是有效的节次范围。", "{task}: {slot} is no valid range of sections."),
    "breach.overlap.tasks": ("{task} 与 {other} 在{slot}重叠。", "{task} and {other} overlap on {slot}."),
    "breach.embedding.host_missing": (
        "{task} 的宿主 [{host_id}] 不存在或不可嵌入。",
        "{task} is embedded in [{host_id}], which does not exist or takes no guests.",
    ),
    "breach.embedding.outside_host": (
        "{task} 的{slot}不在宿主 {other} 的同一时段内。",
        "{task}: {slot} does not lie within one slot of its host {other}.",
    ),
    "breach.embedding.shared_host": (
        "{task} 与 {other} 嵌入了同一宿主时段{slot}。",
        "{task} and {other} are guests of the same host slot {slot}.",
    ),
    "breach.status.pending_placed": ("{task} 为待安排状态，却占用{slot}。", "{task} is pending, yet it takes {slot}."),
    "breach.status.pending_guest": (
        "{task} 为待安排状态，却标记为嵌入任务。",
        "{task} is pending, yet it is marked as a guest.",
    ),
    "breach.status.unplaced": ("{task} 不是待安排状态，却没有时段。", "{task} is not pending, yet it has no slot."),
    "breach.count.duration": (
        "{task} 需要{duration}个连续时段，实际占用{taken}个。",
        "{task} needs {duration} consecutive sections and takes {taken}.",
    ),
    "breach.count.no_duration": ("{task} 没有所需时段数。", "{task} has no duration."),
    "breach.count.queue": ("队列中的任务 [{task_id}] 不存在。", "Task [{task_id}] in the queue does not exist."),
    "breach.order.classes": (
        "{task} 应排在 {other} 之前，却在其后。",
        "{task} should come before {other}, yet it comes after it.",
    ),
    "tool.query_available_slots": (
        "查询候选坑位：先返回纯空位，不足时再补可嵌入位。",
        "Find free slots: empty ones first, embeddable ones only where those run short.",
    ),
    "tool.query_target_tasks": (
        "查询目标任务，并按顺序加入待处理队列。",
        "Find the tasks to work on and queue them in order.",
    ),
    "tool.move": ("将一个已预排（suggested）任务移动到新位置。", "Move one suggested task to a new place."),
    "tool.spread_even": (
        "在给定任务集合内均匀化铺开，一次规划并原子提交。",
        "Spread the given suggested tasks evenly over the allowed days, all at once or not at all.",
    ),
    "tool.verify": (
        "校验越界、重叠、嵌入、状态与数量，可选校验类内顺序。",
        "Check bounds, overlaps, embedding, statuses and counts, and the class order where asked.",
    ),
}

_COLUMN: Final[dict[Locale, int]] = {"zh-CN": 0, "en": 1}


def say(locale: Locale, key: str, **values: object) -> str:
    """The phrase of that key in that language, with its values filled in."""
    return PHRASES[key][_COLUMN[locale]].format(**values)


def joined(locale: Locale, parts: list[str]) -> str:
    """The parts as a list within a sentence; the word for none where there is no part."""
    return say(locale, "list.separator").join(parts) or say(locale, "none")
