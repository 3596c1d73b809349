"""What each tool is for, in one sentence."""

from typing import Final

TOOLS: Final[dict[str, tuple[str, str]]] = {
    "tool.get_overview": (
        "获取规划窗口总览：总占用、每日概况与全部任务（课程只计占位）。",
        "Show the whole window: what is taken, day by day, and every task; courses only count as taken.",
    ),
    "tool.query_range": (
        "查看某天（或某天某段）的细粒度占用详情。",
        "Show what the sections of one day, or of a part of it, hold.",
    ),
    "tool.query_available_slots": (
        "查询候选坑位：先返回纯空位，不足时再补可嵌入位。",
        "Find free slots: empty ones first, embeddable ones only where those run short.",
    ),
    "tool.list_tasks": (
        "列出任务清单，可按类别和状态过滤。",
        "List tasks, courses among them, by category and status.",
    ),
    "tool.get_task_info": (
        "查询单个任务的详细信息。",
        "Show one task with its class, status, places, host and guests.",
    ),
    "tool.query_target_tasks": (
        "查询目标任务，并按顺序加入待处理队列。",
        "Find the tasks to work on and queue them in order.",
    ),
    "tool.place": ("将一个待安排（pending）任务预排到指定位置。", "Place one pending task."),
    "tool.move": ("将一个已预排（suggested）任务移动到新位置。", "Move one suggested task to a new place."),
    "tool.swap": (
        "交换两个已落位、时长相同的任务的位置。",
        "Exchange the places of two placed tasks of one length.",
    ),
    "tool.batch_move": (
        "批量原子移动已预排（suggested）任务，单次最多2条，要么全部成功，要么全部回滚。",
        "Move up to 2 suggested tasks at once, all of them or none.",
    ),
    "tool.unplace": ("将一个已落位任务恢复为待安排状态。", "Take one placed task back, so that it is pending again."),
    "tool.queue_pop_head": (
        "弹出并返回当前队首任务；若已有 current 则复用，保证一次只处理一个任务。",
        "Take the next task of the queue and return it; a current one is returned again, one task at a time.",
    ),
    "tool.queue_apply_head_move": (
        "将当前队首任务移动到指定位置并自动出队。",
        "Move the current task of the queue to a place and take it out of the queue.",
    ),
    "tool.queue_skip_head": (
        "跳过当前队首任务（不改日程），标记为 skipped 并继续后续队列。",
        "Skip the current task of the queue: it stays where it is, and the queue goes on.",
    ),
    "tool.queue_status": (
        "查看当前待处理队列状态（pending/current/completed/skipped）。",
        "Tell how far the queue is (pending, current, completed, skipped).",
    ),
    "tool.spread_even": (
        "在给定任务集合内均匀化铺开，一次规划并原子提交。",
        "Spread the given suggested tasks evenly over the allowed days, all at once or not at all.",
    ),
    "tool.min_context_switch": (
        "在给定任务集合内重排，使同类任务相连、上下文切换最少；仅在用户允许打乱顺序时可用。",
        "Let the given suggested tasks exchange places so that tasks of one category adjoin; "
        "only where the user allows a change of order.",
    ),
    "tool.verify": (
        "校验越界、重叠、嵌入、状态与数量，可选校验类内顺序。",
        "Check bounds, overlaps, embedding, statuses and counts, and the class order where asked.",
    ),
}
