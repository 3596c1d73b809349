"""Moves that are made at once, and refusals to."""

from typing import Any

from tests.domain.schedule.states import course, state, task
from tests.domain.tools.golden.states import WEEKS, Case, moved

PAIR = state(
    course(1, "高等数学", (1, 1, 2)),
    task(2, "英语", (1, 3, 4)),
    task(3, "复习线代", (6, 1, 3)),
    task(6, "线代", (4, 3, 4)),
)
BLOCKED = state(task(3, "复习线代", (5, 1, 3)), task(6, "线代", (4, 3, 4)), task(9, "小组讨论", (9, 1, 2)))


def together(*moves: dict[str, Any]) -> dict[str, Any]:
    return {"moves": list(moves)}


BATCHES: list[Case] = [
    (
        PAIR,
        "batch_move",
        together(moved(2, 3, 1), moved(6, 5, 3)),
        "ok",
        "批量移动完成，2个任务全部成功：\n"
        "[2]英语 → 第3天第1-2节\n"
        "[6]线代 → 第5天第3-4节\n"
        "第3天当前占用：[2]英语(1-2节)，占用2/12。\n"
        "第5天当前占用：[6]线代(3-4节)，占用2/12。",
    ),
    (
        WEEKS,
        "batch_move",
        together(moved(9, 11, 1)),
        "ok",
        "批量移动完成，1个任务全部成功：\n"
        "[9]小组讨论 → 第11天第1-2节（宿主：[10]思政）\n"
        "第11天当前占用：[10]思政(1-2节) [9]小组讨论(嵌入1-2节)，占用2/12。",
    ),
    (
        PAIR,
        "batch_move",
        together(*[moved(n, 9, 1) for n in (2, 3, 6)]),
        "batch_limit",
        "批量移动失败：当前最多支持 2 条移动请求。请改用队列化逐项处理（queue_pop_head + queue_apply_head_move）。",
    ),
    (
        BLOCKED,
        "batch_move",
        together(moved(6, 5, 3), moved(9, 1, 1)),
        "slot_conflict",
        "批量移动失败，全部回滚，无任何变更。\n冲突：[6]线代 → 第5天第3-4节，该位置已被 [3]复习线代(1-3节) 占用。",
    ),
    (
        BLOCKED,
        "batch_move",
        together(moved(6, 1, 2), moved(9, 1, 1)),
        "slot_conflict",
        "批量移动失败，全部回滚，无任何变更。\n冲突：[9]小组讨论 → 第1天第1-2节，该位置已被 [6]线代(2-3节) 占用。",
    ),
    (
        WEEKS,
        "batch_move",
        together(moved(6, 7, 1)),
        "host_taken",
        "批量移动失败，全部回滚，无任何变更。\n"
        "冲突：[6]线代 → 第7天第1-2节，该位置的宿主 [10]思政 已有嵌入任务 [7]写实验报告(嵌入1-2节)。",
    ),
    (
        WEEKS,
        "batch_move",
        together(moved(6, 5, 1), moved(1, 5, 3)),
        "locked",
        "批量移动失败，全部回滚，无任何变更。\n原因：[1]高等数学 是固定课程，不可移动。",
    ),
    (
        WEEKS,
        "batch_move",
        together(moved(6, 5, 1), moved(2, 5, 3)),
        "wrong_status",
        "批量移动失败，全部回滚，无任何变更。\n"
        "原因：[2]英语 当前为已安排（existing）任务，不允许 batch_move；仅 suggested 任务可移动。",
    ),
    (
        WEEKS,
        "batch_move",
        together(moved(3, 5, 1)),
        "wrong_status",
        "批量移动失败，全部回滚，无任何变更。\n原因：[3]复习线代 当前为待安排状态，请使用 place 放置。",
    ),
    (
        WEEKS,
        "batch_move",
        together(moved(12, 5, 1)),
        "pinned",
        "批量移动失败，全部回滚，无任何变更。\n原因：[12]早课 已由用户固定位置，不可移动。",
    ),
    (
        WEEKS,
        "batch_move",
        together(moved(99, 5, 1)),
        "task_not_found",
        "批量移动失败，全部回滚，无任何变更。\n原因：任务 [99] 不存在。",
    ),
    (
        WEEKS,
        "batch_move",
        together(moved(6, 14, 1)),
        "out_of_window",
        "批量移动失败，全部回滚，无任何变更。\n原因：第14天不在规划窗口内（第1-13天）。",
    ),
    (
        WEEKS,
        "batch_move",
        together(moved(6, 5, 12)),
        "section_invalid",
        "批量移动失败，全部回滚，无任何变更。\n原因：第12-13节超出每天的节次范围（第1-12节）。",
    ),
    (
        WEEKS,
        "batch_move",
        together(),
        "invalid_argument",
        "批量移动失败：参数 moves 的值 [] 无效：至少需要 1 条移动请求。",
    ),
    (
        WEEKS,
        "batch_move",
        together(moved(6, 5, 1), moved(6, 5, 3)),
        "invalid_argument",
        "批量移动失败：参数 moves 的值 [6, 6] 无效：每个任务只能移动一次。",
    ),
    (
        WEEKS,
        "batch_move",
        together(moved(6, 5, 1), moved(9, 5, 3) | {"slot_end": 4}),
        "unknown_argument",
        "批量移动失败：未知参数 moves[1].slot_end。可用参数：task_id、new_day、new_slot_start。",
    ),
]
