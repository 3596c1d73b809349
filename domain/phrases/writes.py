"""What tools say that change one task or two."""

from typing import Final

WRITES: Final[dict[str, tuple[str, str]]] = {
    "place.failed": ("放置失败：{reason}", "Placing failed: {reason}"),
    "place.done": ("已将 {task} 放到{target}。", "Placed {task} on {target}."),
    "place.embedded": ("已将 {task} 嵌入到{target}。", "Embedded {task} in {target}."),
    "pending.left": ("待安排任务剩余：{count}个。", "Pending tasks left: {count}."),
    "move.failed": ("移动失败：{reason}", "Move failed: {reason}"),
    "move.done": ("已将 {task} 从{origin}移至{target}。", "Moved {task} from {origin} to {target}."),
    "swap.failed": ("交换失败：{reason}", "Swap failed: {reason}"),
    "swap.done": ("交换完成：", "Swapped:"),
    "swap.line": ("{task}：{origin} → {target}", "{task}: {origin} → {target}"),
    "batch_move.failed": ("批量移动失败：{reason}", "Batch move failed: {reason}"),
    "batch_move.rolled_back": (
        "批量移动失败，全部回滚，无任何变更。",
        "Batch move failed, all rolled back, nothing changed.",
    ),
    "batch_move.reason": ("原因：{reason}", "Reason: {reason}"),
    "batch_move.conflict": (
        "冲突：{task} → {place}，该位置已被 {tasks} 占用。",
        "Conflict: {task} → {place}, which is taken by {tasks}.",
    ),
    "batch_move.host_taken": (
        "冲突：{task} → {place}，该位置的宿主 {host} 已有嵌入任务 {guest}。",
        "Conflict: {task} → {place}, which lies in {host}, which already hosts {guest}.",
    ),
    "batch_move.limit": (
        "批量移动失败：当前最多支持 {most} 条移动请求。"
        "请改用队列化逐项处理（queue_pop_head + queue_apply_head_move）。",
        "Batch move failed: at most {most} moves are possible at once. "
        "Handle them one by one in the queue instead (queue_pop_head + queue_apply_head_move).",
    ),
    "batch_move.done": ("批量移动完成，{count}个任务全部成功：", "Batch move done, every task moved ({count}):"),
    "batch_move.line": ("{task} → {target}", "{task} → {target}"),
    "unplace.failed": ("移除失败：{reason}", "Removal failed: {reason}"),
    "unplace.done": (
        "已将 {task} 从{origin}移除，恢复为待安排状态。",
        "Removed {task} from {origin}; it is pending again.",
    ),
    "unplace.guests": (
        "其嵌入任务一并恢复为待安排状态：{tasks}。",
        "Its guests are pending again as well: {tasks}.",
    ),
}
