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
    "min_context_switch.failed": ("最少上下文切换重排失败：{reason}", "Regrouping failed: {reason}"),
    "min_context_switch.done": (
        "最少上下文切换重排完成：共处理 {tasks} 个任务，上下文切换次数 {before} -> {after}。",
        "Regrouped for fewest context switches: {tasks} tasks handled, context switches {before} -> {after}.",
    ),
    "reorder_not_allowed": (
        "已拒绝执行 min_context_switch：当前未授权打乱顺序。如需使用该工具，请先由用户明确说明“允许打乱顺序”。",
        "Refused to run min_context_switch: changing the order is not allowed. "
        "To use it, have the user say explicitly that the order may be changed.",
    ),
    "changes.none": ("本次调整：无。", "Changes: none."),
    "changes.some": ("本次调整：", "Changes:"),
    "changes.line": ("{task}：{origin} -> {target}", "{task}: {origin} -> {target}"),
}
