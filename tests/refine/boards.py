"""The plans that the labelled requests are made to: one to three weeks, 6 to 40 tasks, all of two sections."""

from collections.abc import Iterator
from typing import Any

from domain.schedule.state import ScheduleState, Slot, Task
from domain.term.window import Window, WindowDay


def place(window: Window, text: str) -> Slot:
    """A place written as ``week.day:first-last``, like ``5.4:9-10``."""
    day, sections = text.split(":")
    first, last = sections.split("-")
    week, day_of_week = day.split(".")
    index = window.day_of(int(week), int(day_of_week))
    assert index is not None, text
    return Slot(day=index, slot_start=int(first), slot_end=int(last))


def weeks(first: int, last: int) -> Window:
    """Whole weeks of the term."""
    places = [(week, day) for week in range(first, last + 1) for day in range(1, 8)]
    mapping = tuple(WindowDay(day_index=n, week=w, day_of_week=d) for n, (w, d) in enumerate(places, start=1))
    return Window(total_days=len(mapping), day_mapping=mapping)


class Board:
    """A plan in the making; the places of one call are the occurrences of a course, or the place of a task."""

    def __init__(self, first: int, last: int) -> None:
        self.window = weeks(first, last)
        self.tasks: list[Task] = []

    def course(self, state_id: int, name: str, *places: str, host: bool = False) -> None:
        fields = {"category": "课程", "status": "existing", "locked": not host, "can_embed": host}
        self._add(state_id, name, places, source="event", source_id=state_id, event_type="course", **fields)

    def standing(self, state_id: int, name: str, *places: str) -> None:
        """A task that stands in the timetable already."""
        fields = {"category": "事务", "status": "existing", "event_type": "task"}
        self._add(state_id, name, places, source="event", source_id=state_id, **fields)

    def task(self, state_id: int, category: str, name: str, where: str, **fields: Any) -> None:
        """A task of a class; the tens of its id are the class."""
        known = {"category": category, "category_id": state_id // 10 if state_id < 100 else state_id // 100}
        self._add(
            state_id, name, (where,), source="task_item", source_id=state_id, status="suggested", **known, **fields
        )

    def state(self) -> ScheduleState:
        return ScheduleState(window=self.window, tasks=tuple(self.tasks))

    def _add(self, state_id: int, name: str, places: tuple[str, ...], **fields: Any) -> None:
        slots = tuple(place(self.window, text) for text in places)
        duration = None if fields["status"] == "existing" else slots[0].length
        self.tasks.append(Task(state_id=state_id, name=name, slots=slots, duration=duration, **fields))


def _week() -> ScheduleState:
    """Week 5: Thursday and Friday are full, the first days nearly empty."""
    board = Board(5, 5)
    board.course(1, "高等数学", "5.1:1-2", "5.3:1-2")
    board.course(2, "大学物理", "5.2:3-4")
    board.course(3, "体育", "5.5:7-8")
    board.standing(40, "社团例会", "5.3:9-10")
    board.task(11, "数据结构", "第一章 线性表", "5.4:1-2")
    board.task(12, "数据结构", "第二章 栈和队列", "5.4:3-4")
    board.task(13, "数据结构", "第三章 二叉树", "5.4:9-10")
    board.task(14, "数据结构", "第四章 图", "5.5:1-2")
    board.task(21, "日语", "单词背诵", "5.5:3-4")
    board.task(22, "日语", "听力练习", "5.5:5-6")
    board.task(23, "日语", "作文", "5.6:3-4")
    board.task(31, "马原", "读书笔记", "5.2:9-10")
    board.task(32, "马原", "论文提纲", "5.6:9-10")
    return board.state()


def _fortnight() -> ScheduleState:
    """Weeks 7 and 8: a guest in a course, a task pinned by hand, three classes."""
    board = Board(7, 8)
    board.course(1, "编译原理", "7.1:3-4", "8.1:3-4")
    board.course(2, "数据库", "7.3:1-2", "8.3:1-2")
    board.course(3, "形势与政策", "7.2:7-8", "8.2:7-8", host=True)
    board.course(4, "毛概", "7.4:5-6", "8.4:5-6", host=True)
    board.task(11, "操作系统", "第一章 概述", "7.1:1-2")
    board.task(12, "操作系统", "第二章 进程", "7.2:7-8", embed_host=3)
    board.task(13, "操作系统", "第三章 调度", "7.3:3-4")
    board.task(14, "操作系统", "第四章 内存", "7.4:9-10")
    board.task(15, "操作系统", "第五章 文件", "7.5:1-2")
    board.task(16, "操作系统", "第六章 设备", "8.2:1-2")
    board.task(21, "英语", "听力一", "7.2:1-2")
    board.task(22, "英语", "听力二", "7.4:1-2")
    board.task(23, "英语", "阅读", "7.5:3-4")
    board.task(24, "英语", "写作", "8.1:9-10")
    board.task(25, "英语", "口语", "8.4:3-4")
    board.task(31, "概率论", "第一章 随机事件", "7.5:9-10")
    board.task(32, "概率论", "第二章 随机变量", "8.1:1-2", pinned=True)
    board.task(33, "概率论", "第三章 数字特征", "8.3:3-4")
    board.task(34, "概率论", "第四章 大数定律", "8.5:1-2")
    board.task(35, "概率论", "第五章 参数估计", "8.6:3-4")
    return board.state()


def _late() -> ScheduleState:
    """Weeks 16 and 17: the last week is crowded at its beginning, the one before nearly empty."""
    board = Board(16, 17)
    board.course(1, "信号与系统", "16.1:1-2", "17.1:1-2")
    board.course(2, "模拟电路", "16.3:3-4", "17.3:3-4")
    board.course(3, "军事理论", "16.5:7-8", "17.5:7-8", host=True)
    for n, where in enumerate(("17.1:3-4", "17.1:5-6", "17.1:7-8", "17.2:1-2", "17.2:3-4", "17.2:5-6")):
        board.task(11 + n, "微机原理", f"第{'一二三四五六'[n]}讲", where)
    for n, where in enumerate(("17.1:9-10", "17.2:7-8", "17.2:9-10", "17.3:1-2", "17.3:5-6", "17.4:1-2")):
        board.task(21 + n, "电磁场", f"习题{'一二三四五六'[n]}", where)
    for n, where in enumerate(("16.2:1-2", "16.4:3-4", "17.5:3-4")):
        board.task(31 + n, "法语", f"第{n + 1}课", where)
    return board.state()


def _full() -> ScheduleState:
    """Week 9: Wednesday has no free section, Thursday only its evening."""
    board = Board(9, 9)
    board.course(1, "实训", "9.3:1-12")
    board.course(2, "金工实习", "9.4:1-8")
    board.task(11, "数据库", "第一章 关系模型", "9.1:1-2")
    board.task(12, "数据库", "第二章 查询", "9.1:5-6")
    board.task(13, "数据库", "第三章 范式", "9.2:3-4")
    board.task(21, "英语", "第一单元", "9.1:9-10")
    board.task(22, "英语", "第二单元", "9.2:9-10")
    board.task(23, "英语", "第三单元", "9.5:1-2")
    return board.state()


def _term() -> ScheduleState:
    """Weeks 10 to 12: forty tasks of five classes that take turns, three on each workday."""
    board = Board(10, 12)
    board.course(1, "线性系统", "10.1:3-4", "11.1:3-4", "12.1:3-4")
    board.course(2, "艺术鉴赏", "10.3:7-8", "11.3:7-8", "12.3:7-8", host=True)
    for state_id, category, name, where in _turns():
        board.task(state_id, category, name, where)
    return board.state()


def _turns() -> Iterator[tuple[int, str, str, str]]:
    classes = (
        ("高等代数", "第{}讲"),
        ("古代文学", "第{}篇"),
        ("生物化学", "实验{}"),
        ("德语", "第{}课"),
        ("网络", "第{}节"),
    )
    for n in range(40):
        category, name = classes[n % 5]
        week, day = divmod(n // 3, 5)
        where = f"{week + 10}.{day + 1}:{('1-2', '5-6', '9-10')[n % 3]}"
        yield (n % 5 + 1) * 100 + n // 5 + 1, category, name.format(n // 5 + 1), where


def _pairs() -> ScheduleState:
    """Week 6: two classes take turns on its first four days."""
    board = Board(6, 6)
    board.course(1, "法理学", "6.1:7-8", "6.3:7-8")
    for n in range(4):
        board.task(11 + n, "刑法", f"第{'一二三四'[n]}章", f"6.{n + 1}:1-2")
        board.task(21 + n, "宪法", f"第{'一二三四'[n]}章", f"6.{n + 1}:3-4")
    return board.state()


def _english() -> ScheduleState:
    """Weeks 3 and 4, in English: a full Thursday and Friday, a guest, an errand pinned by hand."""
    board = Board(3, 4)
    board.course(1, "Calculus", "3.1:1-2", "3.3:1-2", "4.1:1-2", "4.3:1-2")
    board.course(2, "Physics Lab", "3.2:5-8", "4.2:5-8")
    board.course(3, "Film Studies", "3.4:3-4", "4.4:3-4", host=True)
    board.task(11, "Statistics", "Chapter 1 Sampling", "3.4:1-2")
    board.task(12, "Statistics", "Chapter 2 Estimation", "3.4:5-6")
    board.task(13, "Statistics", "Chapter 3 Testing", "3.4:9-10")
    board.task(14, "Statistics", "Chapter 4 Regression", "3.5:1-2")
    board.task(15, "Statistics", "Chapter 5 Variance", "4.2:1-2")
    board.task(21, "History", "Essay outline", "3.5:3-4")
    board.task(22, "History", "Essay draft", "3.5:5-6")
    board.task(23, "History", "Essay final", "4.3:9-10")
    board.task(24, "History", "Source reading", "4.5:3-4")
    board.task(31, "Spanish", "Lesson 1", "3.4:7-8")
    board.task(32, "Spanish", "Lesson 2", "3.5:9-10")
    board.task(33, "Spanish", "Lesson 3", "4.4:3-4", embed_host=3)
    board.task(34, "Spanish", "Lesson 4", "4.6:1-2")
    board.task(41, "Errands", "Club poster", "3.6:3-4", pinned=True)
    return board.state()


BOARDS = {
    "week": _week(),
    "fortnight": _fortnight(),
    "late": _late(),
    "full": _full(),
    "term": _term(),
    "pairs": _pairs(),
    "english": _english(),
}
