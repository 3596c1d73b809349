"""Tasks that are placed, exchanged and taken back, and refusals to."""

from typing import Any

from tests.domain.schedule.states import course, existing, state, task
from tests.domain.tools.golden.states import FIXED_HOST, WEEKS, Case

TERM = state(
    course(1, "高等数学", (1, 1, 2), (4, 1, 2), (8, 1, 2)),
    existing(2, "英语", (1, 3, 4)),
    existing(4, "体育", (1, 5, 6)),
    existing(5, "物理", (2, 3, 4), (8, 3, 4)),
    task(6, "线代", (6, 1, 2)),
    course(10, "思政", (7, 1, 2), can_embed=True),
    existing(15, "自习", (9, 1, 4)),
    task(3, "复习线代", duration=3),
    task(7, "写实验报告"),
    task(9, "小组讨论"),
)
SPORT = state(existing(4, "体育", (5, 1, 4)), task(7, "写实验报告"), task(8, "实验", pinned=True))
REVISION = state(course(1, "高等数学", (1, 1, 2)), task(3, "复习线代", (5, 1, 3)))
HOSTS = state(
    course(10, "思政", (7, 1, 2), can_embed=True),
    existing(1, "自习", (1, 1, 2), can_embed=True),
    task(2, "作业", (1, 1, 2), embed_host=1),
    task(3, "阅读", (7, 1, 2), embed_host=10),
    task(4, "练习", (2, 1, 2)),
    task(5, "笔记"),
)


def placed(task_id: int, day: int, start: int) -> dict[str, Any]:
    return {"task_id": task_id, "day": day, "slot_start": start}


def swapped(first: int, second: int) -> dict[str, Any]:
    return {"task_a": first, "task_b": second}


PLACES: list[Case] = [
    (
        TERM,
        "place",
        placed(3, 5, 1),
        "ok",
        "已将 [3]复习线代 放到第5天第1-3节。\n第5天当前占用：[3]复习线代(1-3节)，占用3/12。\n待安排任务剩余：2个。",
    ),
    (
        TERM,
        "place",
        placed(7, 7, 1),
        "ok",
        "已将 [7]写实验报告 嵌入到第7天第1-2节（宿主：[10]思政）。\n"
        "第7天当前占用：[10]思政(1-2节) [7]写实验报告(嵌入1-2节)，占用2/12。\n"
        "待安排任务剩余：2个。",
    ),
    (
        SPORT,
        "place",
        placed(7, 5, 1),
        "slot_conflict",
        "放置失败：第5天第1-2节已被 [4]体育 占用。\n第5天当前占用：[4]体育(1-4节)，占用4/12。空闲时段：第5-12节。",
    ),
    (
        TERM,
        "place",
        placed(3, 7, 1),
        "slot_conflict",
        "放置失败：第7天第1-3节已被 [10]思政 占用。\n第7天当前占用：[10]思政(1-2节)，占用2/12。空闲时段：第3-12节。",
    ),
    (
        HOSTS,
        "place",
        placed(5, 7, 1),
        "host_taken",
        "放置失败：第7天第1-2节的宿主 [10]思政 已有嵌入任务 [3]阅读。\n"
        "第7天当前占用：[10]思政(1-2节) [3]阅读(嵌入1-2节)，占用2/12。空闲时段：第3-12节。",
    ),
    (TERM, "place", placed(1, 5, 1), "wrong_status", "放置失败：[1]高等数学 不是待安排任务，无法放置。"),
    (SPORT, "place", placed(8, 1, 1), "pinned", "放置失败：[8]实验 已由用户固定位置，不可移动。"),
    (TERM, "place", placed(99, 1, 1), "task_not_found", "放置失败：任务 [99] 不存在。"),
    (TERM, "place", placed(3, 14, 1), "out_of_window", "放置失败：第14天不在规划窗口内（第1-13天）。"),
    (TERM, "place", placed(3, 5, 11), "section_invalid", "放置失败：第11-13节超出每天的节次范围（第1-12节）。"),
    (
        TERM,
        "swap",
        swapped(2, 6),
        "ok",
        "交换完成：\n"
        "[2]英语：第1天第3-4节 → 第6天第1-2节\n"
        "[6]线代：第6天第1-2节 → 第1天第3-4节\n"
        "第1天当前占用：[1]高等数学(1-2节) [6]线代(3-4节) [4]体育(5-6节)，占用6/12。\n"
        "第6天当前占用：[2]英语(1-2节)，占用2/12。",
    ),
    (
        HOSTS,
        "swap",
        swapped(3, 4),
        "ok",
        "交换完成：\n"
        "[3]阅读：第7天第1-2节 → 第2天第1-2节\n"
        "[4]练习：第2天第1-2节 → 第7天第1-2节（宿主：[10]思政）\n"
        "第2天当前占用：[3]阅读(1-2节)，占用2/12。\n"
        "第7天当前占用：[10]思政(1-2节) [4]练习(嵌入1-2节)，占用2/12。",
    ),
    (
        TERM,
        "swap",
        swapped(5, 2),
        "span_mismatch",
        "交换失败：[5]物理 占4个时段，[2]英语 占2个时段，时长不同无法直接交换。",
    ),
    (
        TERM,
        "swap",
        swapped(15, 5),
        "span_mismatch",
        "交换失败：[15]自习 的时段为4节，[5]物理 的时段为2+2节，分段不同无法直接交换。",
    ),
    (
        HOSTS,
        "swap",
        swapped(2, 1),
        "slot_conflict",
        "交换失败：第1天第1-2节已被 [1]自习 占用。\n"
        "第1天当前占用：[1]自习(1-2节) [2]作业(嵌入1-2节)，占用2/12。空闲时段：第3-12节。",
    ),
    (
        HOSTS,
        "swap",
        swapped(4, 1),
        "slot_conflict",
        "交换失败：第1天第1-2节已被 [2]作业 占用。\n"
        "第1天当前占用：[1]自习(1-2节) [2]作业(嵌入1-2节)，占用2/12。空闲时段：第3-12节。",
    ),
    (TERM, "swap", swapped(6, 1), "locked", "交换失败：[1]高等数学 是固定课程，不可交换。"),
    (FIXED_HOST, "swap", swapped(2, 1), "locked", "交换失败：[2]作业 嵌入在固定的 [1]高等数学 中，不可交换。"),
    (TERM, "swap", swapped(6, 3), "wrong_status", "交换失败：[3]复习线代 当前为待安排状态，请使用 place 放置。"),
    (TERM, "swap", swapped(10, 6), "wrong_status", "交换失败：[10]思政 是课程，不可交换。"),
    (WEEKS, "swap", swapped(6, 12), "pinned", "交换失败：[12]早课 已由用户固定位置，不可移动。"),
    (TERM, "swap", swapped(6, 99), "task_not_found", "交换失败：任务 [99] 不存在。"),
    (TERM, "swap", swapped(6, 6), "invalid_argument", "交换失败：参数 task_b 的值 6 无效：应与 task_a 不同。"),
    (
        REVISION,
        "unplace",
        {"task_id": 3},
        "ok",
        "已将 [3]复习线代 从第5天第1-3节移除，恢复为待安排状态。\n第5天当前占用：0/12。\n待安排任务剩余：1个。",
    ),
    (
        TERM,
        "unplace",
        {"task_id": 5},
        "ok",
        "已将 [5]物理 从第2天第3-4节、第8天第3-4节移除，恢复为待安排状态。\n"
        "第2天当前占用：0/12。\n"
        "第8天当前占用：[1]高等数学(1-2节)，占用2/12。\n"
        "待安排任务剩余：4个。",
    ),
    (
        HOSTS,
        "unplace",
        {"task_id": 1},
        "ok",
        "已将 [1]自习 从第1天第1-2节移除，恢复为待安排状态。\n"
        "其嵌入任务一并恢复为待安排状态：[2]作业。\n"
        "第1天当前占用：0/12。\n"
        "待安排任务剩余：3个。",
    ),
    (REVISION, "unplace", {"task_id": 1}, "locked", "移除失败：[1]高等数学 是固定课程，不可移除。"),
    (TERM, "unplace", {"task_id": 10}, "wrong_status", "移除失败：[10]思政 是课程，不可移除。"),
    (
        TERM,
        "unplace",
        {"task_id": 3},
        "wrong_status",
        "移除失败：[3]复习线代 当前为待安排状态，请使用 place 放置。",
    ),
    (WEEKS, "unplace", {"task_id": 12}, "pinned", "移除失败：[12]早课 已由用户固定位置，不可移动。"),
    (TERM, "unplace", {"task_id": 99}, "task_not_found", "移除失败：任务 [99] 不存在。"),
]
