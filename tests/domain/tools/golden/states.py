"""The states that golden calls are made on."""

from typing import Any

from domain.schedule.state import ScheduleState
from tests.domain.schedule.states import course, existing, state, task

Case = tuple[ScheduleState, str, dict[str, Any], str, str]
"""A state, a tool, its arguments, the code and the Chinese text."""

WEEKS = state(
    course(1, "高等数学", (1, 1, 2), (4, 1, 2), (8, 1, 2)),
    course(8, "程序设计", (4, 9, 10)),
    course(10, "思政", (7, 1, 2), (11, 1, 2), can_embed=True),
    existing(2, "英语", (1, 3, 4)),
    task(3, "复习线代", duration=3),
    task(6, "线代", (4, 3, 4)),
    task(7, "写实验报告", (7, 1, 2), embed_host=10),
    task(9, "小组讨论", (9, 1, 2)),
    task(11, "读书", (13, 12, 12)),
    task(12, "早课", (13, 1, 2), pinned=True),
    task(13, "锁定任务", (13, 3, 4), locked=True),
)
FIXED_HOST = state(
    course(1, "高等数学", (1, 1, 2)).model_copy(update={"can_embed": True}),
    task(2, "作业", (1, 1, 2), embed_host=1),
)
EVEN = state(
    course(1, "高等数学", (3, 1, 2)),
    task(35, "第一章复习", (3, 5, 6)),
    task(41, "第二章练习", (3, 7, 8)),
    days=5,
)
FULL = state(
    course(1, "高等数学", (1, 1, 10)),
    task(2, "甲", (2, 1, 2)),
    task(3, "乙", (2, 3, 4)),
    days=2,
)
MIXED = state(
    course(1, "高等数学", (4, 3, 4)),
    course(10, "思政", (3, 1, 2), can_embed=True),
    task(35, "概率第一章", (2, 5, 6), category="概率论"),
    task(36, "听力", (3, 1, 2), category="英语", category_id=11, embed_host=10),
    task(41, "概率第二章", (4, 1, 2), category="概率论"),
    task(42, "阅读", (5, 1, 2), category="英语", category_id=11),
    task(43, "写作", category="英语", category_id=11),
    days=5,
    reorder_allowed=True,
)
CROWDED = state(task(1, "甲", (1, 1, 12)), task(2, "乙", (2, 1, 2)), days=2)
BROKEN = state(task(2, "甲", (1, 1, 2)), task(3, "乙", (1, 2, 3)), task(4, "丙", (14, 1, 2)))
DISORDERED = state(task(2, "甲", (2, 1, 2)), task(3, "乙", (1, 1, 2)))


def moved(task_id: int, day: int, start: int) -> dict[str, Any]:
    return {"task_id": task_id, "new_day": day, "new_slot_start": start}
