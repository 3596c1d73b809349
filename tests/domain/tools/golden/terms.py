"""The states that the examples of reads are told of, and one with all that can hold of a task."""

from domain.schedule.state import Task
from tests.domain.schedule.states import course, existing, state, task


def loose(state_id: int, name: str, *places: tuple[int, int, int]) -> Task:
    """A course that is neither fixed nor open to guests."""
    return course(state_id, name, *places).model_copy(update={"locked": False})


CHAPTERS = state(
    course(1, "高等数学", (1, 1, 2), (4, 1, 2), (8, 1, 2)),
    course(2, "英语", (1, 3, 4), (6, 1, 2), (9, 1, 2)),
    course(3, "体育", (1, 5, 6), (5, 1, 2), (10, 1, 2)),
    course(4, "物理", (2, 3, 4), (8, 3, 4), (11, 1, 2)),
    course(5, "化学", (5, 3, 4), (6, 3, 4), (12, 1, 2)),
    course(6, "历史", (7, 1, 2), (9, 3, 4), (13, 1, 2)),
    course(7, "地理", (10, 3, 4), (11, 3, 4), (12, 3, 4)),
    existing(34, "班会", (13, 5, 6), category="班务"),
    task(35, "第一章随机事件与概率", (3, 5, 6), category="概率论"),
    task(36, "第二章随机变量", (4, 7, 8), category="概率论"),
    task(37, "第三章多维随机变量", category="概率论"),
    task(38, "第四章数字特征", category="概率论"),
    task(39, "第五章极限定理", category="概率论"),
)
TERM = state(
    course(1, "高等数学", (1, 1, 2), (4, 1, 2), (8, 1, 2)),
    loose(2, "英语", (1, 3, 4), (6, 1, 2)),
    task(3, "复习线代", duration=3),
    loose(4, "体育", (1, 5, 6)),
    loose(5, "物理", (2, 3, 4), (8, 3, 4)),
    existing(6, "线代", (4, 3, 4)),
    task(7, "写实验报告", category="作业", category_id=11),
    loose(8, "程序设计", (4, 9, 10)),
    task(9, "小组讨论"),
    course(10, "思政", (7, 1, 2), can_embed=True),
)
SHARED = state(
    course(1, "高等数学", (1, 1, 2)),
    task(3, "复习线代", duration=3),
    task(7, "写实验报告", (1, 5, 6), category="作业", category_id=11, embed_host=10),
    task(9, "小组讨论", (3, 1, 2), embed_host=10),
    course(10, "思政", (1, 3, 6), (2, 1, 2), (3, 1, 2), can_embed=True),
    task(12, "早课", (1, 8, 8), pinned=True),
    existing(13, "值班", (1, 9, 12), (2, 3, 4), locked=True, category="班务"),
    existing(14, "自习", (2, 9, 10), can_embed=True, category="班务"),
    course(15, "实验", (3, 5, 8)).model_copy(update={"can_embed": True}),
    task(16, "预习", (3, 5, 6), embed_host=15),
    days=3,
)
EMPTY = state(days=2)
