"""Sets that are rearranged, and refusals to."""

from tests.domain.tools.golden.states import EVEN, FULL, MIXED, WEEKS, Case

COMPOSITES: list[Case] = [
    (
        EVEN,
        "spread_even",
        {"task_ids": [35, 41], "day_start": 4, "limit": 5},
        "ok",
        "均匀化调整完成：共处理 2 个任务，候选坑位 8 个。\n"
        "本次调整：\n"
        "[35]第一章复习：第3天(星期3)第5-6节 -> 第4天(星期4)第1-2节\n"
        "[41]第二章练习：第3天(星期3)第7-8节 -> 第5天(星期5)第1-2节\n"
        "第3天当前占用：[1]高等数学(1-2节)，占用2/12。\n"
        "第4天当前占用：[35]第一章复习(1-2节)，占用2/12。\n"
        "第5天当前占用：[41]第二章练习(1-2节)，占用2/12。",
    ),
    (
        FULL,
        "spread_even",
        {"task_ids": [2, 3], "day": 2},
        "ok",
        "均匀化调整完成：共处理 2 个任务，候选坑位 11 个。\n本次调整：无。",
    ),
    (
        FULL,
        "spread_even",
        {"task_ids": [2, 3], "day": 1},
        "not_enough_slots",
        "均匀化调整失败：跨度=2 可用坑位不足：required=2, got=1。",
    ),
    (
        WEEKS,
        "spread_even",
        {"task_ids": [6, 3]},
        "wrong_status",
        "均匀化调整失败：[3]复习线代 当前为待安排状态，请使用 place 放置。",
    ),
    (
        WEEKS,
        "spread_even",
        {"task_ids": [6, 2]},
        "wrong_status",
        "均匀化调整失败：[2]英语 当前为已安排（existing）任务，不允许 spread_even；仅 suggested 任务可移动。",
    ),
    (
        WEEKS,
        "spread_even",
        {"task_id": 6},
        "invalid_argument",
        "均匀化调整失败：参数 task_ids 的值 [6] 无效：至少需要 2 个不同的任务。",
    ),
    (
        MIXED,
        "min_context_switch",
        {"task_ids": [35, 36, 41, 42]},
        "ok",
        "最少上下文切换重排完成：共处理 4 个任务，上下文切换次数 3 -> 1。\n"
        "本次调整：\n"
        "[36]听力：第3天(星期3)第1-2节 -> 第4天(星期4)第1-2节\n"
        "[41]概率第二章：第4天(星期4)第1-2节 -> 第3天(星期3)第1-2节（宿主：[10]思政）\n"
        "第3天当前占用：[10]思政(1-2节) [41]概率第二章(嵌入1-2节)，占用2/12。\n"
        "第4天当前占用：[36]听力(1-2节) [1]高等数学(3-4节)，占用4/12。",
    ),
    (
        MIXED,
        "min_context_switch",
        {"task_ids": [36, 41]},
        "ok",
        "最少上下文切换重排完成：共处理 2 个任务，上下文切换次数 1 -> 1。\n本次调整：无。",
    ),
    (
        WEEKS,
        "min_context_switch",
        {"task_ids": [6, 9]},
        "reorder_not_allowed",
        "已拒绝执行 min_context_switch：当前未授权打乱顺序。如需使用该工具，请先由用户明确说明“允许打乱顺序”。",
    ),
    (
        MIXED,
        "min_context_switch",
        {"task_ids": [35, 43]},
        "wrong_status",
        "最少上下文切换重排失败：[43]写作 当前为待安排状态，请使用 place 放置。",
    ),
    (
        WEEKS,
        "min_context_switch",
        {"task_ids": [6]},
        "invalid_argument",
        "最少上下文切换重排失败：参数 task_ids 的值 [6] 无效：至少需要 2 个不同的任务。",
    ),
]
