"""What tools say that rearrange a set."""

from typing import Final

COMPOSITES: Final[dict[str, tuple[str, str]]] = {
    "spread_even.failed": ("均匀化调整失败：{reason}", "Spreading failed: {reason}"),
    "not_enough_slots": (
        "跨度={span} 可用坑位不足：required={required}, got={got}。",
        "span={span} has too few free slots: required={required}, got={got}.",
    ),
    "spread_even.done": (
        "均匀化调整完成：共处理 {tasks} 个任务，候选坑位 {candidates} 个。",
        "Spread evenly: {tasks} tasks handled, {candidates} candidate slots.",
    ),
    "changes.none": ("本次调整：无。", "Changes: none."),
    "changes.some": ("本次调整：", "Changes:"),
    "changes.line": ("{task}：{origin} -> {target}", "{task}: {origin} -> {target}"),
}
