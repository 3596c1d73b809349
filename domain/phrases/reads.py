"""What tools say that only look."""

from typing import Final

READS: Final[dict[str, tuple[str, str]]] = {
    "query_available_slots.failed": ("查询坑位失败：{reason}", "Slot query failed: {reason}"),
    "query_target_tasks.failed": ("查询任务失败：{reason}", "Task query failed: {reason}"),
}
