"""Why a tool refuses, whatever the tool."""

from typing import Final

REFUSALS: Final[dict[str, tuple[str, str]]] = {
    "unknown_tool": ("未知工具：{name}。可用工具：{known}。", "Unknown tool: {name}. Available tools: {known}."),
    "unknown_argument": ("未知参数 {names}。可用参数：{known}。", "Unknown argument {names}. Accepted: {known}."),
    "missing_argument": ("缺少参数 {names}。", "Missing argument {names}."),
    "invalid_argument": ("参数 {name} 的值 {value} 无效：{expected}。", "Argument {name} is {value}: {expected}."),
    "expected.mapping": ("应为对象", "expected an object"),
    "expected.model_type": ("应为对象", "expected an object"),
    "expected.int_type": ("应为整数", "expected an integer"),
    "expected.number_range": ("应在 -{most} 到 {most} 之间", "expected a number from -{most} to {most}"),
    "expected.bool_type": ("应为 true 或 false", "expected true or false"),
    "expected.string_type": ("应为文本", "expected text"),
    "expected.string_unicode": ("应为有效的文本", "expected valid text"),
    "expected.string_too_long": ("应不超过 {max_length} 个字符", "expected at most {max_length} characters"),
    "expected.literal_error": ("应为 {expected} 之一", "expected one of {expected}"),
    "expected.greater_than_equal": ("应不小于 {ge}", "expected at least {ge}"),
    "expected.less_than_equal": ("应不大于 {le}", "expected at most {le}"),
    "expected.two_tasks": ("至少需要 {least} 个不同的任务", "expected at least {least} different tasks"),
    "expected.moves": ("至少需要 {least} 条移动请求", "expected at least {least} move request"),
    "expected.distinct_tasks": ("每个任务只能移动一次", "expected each task only once"),
    "expected.different": ("应与 {other} 不同", "it must differ from {other}"),
    "expected.exclusive": ("不能与 {other} 同时使用", "it cannot be used together with {other}"),
    "expected.together": ("须与 {other} 同时提供", "it must come together with {other}"),
    "expected.not_before": ("不能小于 {other} 的值 {bound}", "expected at least the {bound} of {other}"),
    "expected.other": ("不符合要求", "it is not acceptable"),
    "task_not_found": ("任务 [{task_id}] 不存在。", "Task [{task_id}] does not exist."),
    "deed.move": ("移动", "moved"),
    "deed.swap": ("交换", "swapped"),
    "deed.unplace": ("移除", "removed"),
    "locked.course": ("{task} 是固定课程，不可{deed}。", "{task} is a fixed course and cannot be {deed}."),
    "locked.guest": (
        "{task} 嵌入在固定的 {host} 中，不可{deed}。",
        "{task} is embedded in {host}, which is fixed, and cannot be {deed}.",
    ),
    "locked.task": ("{task} 已锁定，不可{deed}。", "{task} is locked and cannot be {deed}."),
    "wrong_status.pending": (
        "{task} 当前为待安排状态，请使用 place 放置。",
        "{task} is pending; use place to place it.",
    ),
    "wrong_status.existing": (
        "{task} 当前为已安排（existing）任务，不允许 {tool}；仅 suggested 任务可移动。",
        "{task} is an existing task, {tool} is not allowed; only suggested tasks can be moved.",
    ),
    "wrong_status.placed": ("{task} 不是待安排任务，无法放置。", "{task} is not pending and cannot be placed."),
    "wrong_status.course": ("{task} 是课程，不可{deed}。", "{task} is a course and cannot be {deed}."),
    "pinned": ("{task} 已由用户固定位置，不可移动。", "{task} was pinned by the user and cannot be moved."),
    "out_of_window": ("第{day}天不在规划窗口内（第1-{last}天）。", "Day {day} is outside the window (days 1-{last})."),
    "section_invalid": (
        "第{start}-{end}节超出每天的节次范围（第1-{total}节）。",
        "Sections {start}-{end} leave the day (sections 1-{total}).",
    ),
    "span_mismatch": (
        "{first} 占{length}个时段，{second} 占{other}个时段，时长不同无法直接交换。",
        "{first} takes {length} sections and {second} takes {other}; the lengths differ and cannot be swapped.",
    ),
    "span_mismatch.parts": (
        "{first} 的时段为{parts}节，{second} 的时段为{others}节，分段不同无法直接交换。",
        "{first} takes slots of {parts} sections and {second} of {others}; they are split differently "
        "and cannot be swapped.",
    ),
    "slot_conflict": ("{place}已被 {tasks} 占用。", "{place} is taken by {tasks}."),
    "host_taken": (
        "{place}的宿主 {host} 已有嵌入任务 {guest}。",
        "{place} lies in {host}, which already hosts {guest}.",
    ),
}
