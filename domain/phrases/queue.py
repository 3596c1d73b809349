"""What the tools of the queue say where they refuse; all else they say is JSON."""

from typing import Final

QUEUE: Final[dict[str, tuple[str, str]]] = {
    "queue_pop_head.failed": ("弹出队首失败：{reason}", "Taking the head of the queue failed: {reason}"),
    "queue_apply_head_move.failed": ("移动队首失败：{reason}", "Moving the head of the queue failed: {reason}"),
    "queue_skip_head.failed": ("跳过队首失败：{reason}", "Skipping the head of the queue failed: {reason}"),
    "queue_status.failed": ("查询队列失败：{reason}", "Queue query failed: {reason}"),
    "queue_empty": (
        "当前没有队首任务，请先调用 queue_pop_head。",
        "There is no current task; call queue_pop_head first.",
    ),
}
