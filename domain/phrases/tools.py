"""What each tool is for, in one sentence."""

from typing import Final

TOOLS: Final[dict[str, tuple[str, str]]] = {
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
