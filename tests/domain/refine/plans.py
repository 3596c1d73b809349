"""Plans to refine, and a driver that takes the nodes in the order of the workflow."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from domain.events import StageEvent
from domain.refine.memory import RefineMemory
from domain.refine.nodes import NodeName, open_memory, run_node
from domain.schedule.arrangement import arrange
from domain.schedule.occupancy import positions
from domain.schedule.state import ScheduleState, Task
from domain.steps import NodeResult
from tests.domain.schedule.states import course, existing, state, task

PROBABILITY, ENGLISH = "概率论", "英语"
CLASSES = {PROBABILITY: 10, ENGLISH: 11}


def chapter(state_id: int, name: str, *place: int, category: str = PROBABILITY, pinned: bool = False) -> Task:
    """A suggested task of a class at day, first and last section."""
    day, start, end = place
    fields = {"category": category, "category_id": CLASSES[category], "pinned": pinned}
    return task(state_id, name, (day, start, end), **fields)


def fortnight(*tasks: Task) -> ScheduleState:
    """Weeks 5 and 6; day 1 is Monday of week 5."""
    return state(*tasks, days=14)


def crowded_end_of_week() -> ScheduleState:
    """Six tasks on Thursday and Friday of week 5, courses on its mornings, Monday to Wednesday else free."""
    return fortnight(
        course(1, "高等数学", (1, 1, 2), (3, 1, 2), (8, 1, 2)),
        course(2, "大学物理", (2, 3, 4)),
        course(3, "形势与政策", (2, 7, 8), can_embed=True),
        chapter(31, "第一章 随机事件", 4, 1, 2),
        chapter(32, "第二章 随机变量", 4, 3, 4),
        chapter(33, "第三章 数字特征", 4, 9, 10),
        chapter(34, "第四章 大数定律", 5, 1, 2),
        chapter(41, "听力训练", 5, 3, 4, category=ENGLISH),
        chapter(42, "作文初稿", 5, 5, 6, category=ENGLISH),
        chapter(43, "作文修改", 10, 3, 4, category=ENGLISH),
    )


@dataclass
class Drive:
    """A run to its end under the built-in policy; memory passes through JSON after each step, as in the ledger."""

    state: ScheduleState
    memory: RefineMemory
    steps: list[tuple[NodeName, NodeResult[RefineMemory]]] = field(default_factory=list)

    def step(self, name: NodeName) -> str:
        result = run_node(name, self.state, self.memory)
        self.steps.append((name, result))
        self.state = ScheduleState.model_validate_json(result.state.model_dump_json())
        self.memory = RefineMemory.model_validate_json(result.memory.model_dump_json())
        return result.verdict

    def until(self, name: NodeName) -> "Drive":
        """Contract, plan and slice, up to and with the node of that name."""
        for node in ("contract", "plan", "slice"):
            self.step(node)
            if node == name:
                break
        return self

    def finish(self) -> "Drive":
        """All that follows the slice, as the workflow does it."""
        verdict = "retry"
        while verdict == "retry":
            verdict = self.step("route")
        while verdict not in ("pass", "done"):
            verdict = self.step("react")
        if self.step("hard_check") == "repair":
            self.step("repair")
            self.step("hard_check")
        self.step("summary")
        return self

    @property
    def verdicts(self) -> list[tuple[NodeName, str]]:
        return [(name, result.verdict) for name, result in self.steps]

    @property
    def events(self) -> list[StageEvent]:
        return [event for _name, result in self.steps for event in result.events]

    @property
    def stages(self) -> list[str]:
        return [event.stage.removeprefix("schedule_refine.") for event in self.events]

    def days(self, *task_ids: int) -> list[int]:
        """Day of the window on which each task stands."""
        return [self.state.by_id[n].slots[0].day for n in task_ids]


def opened(plan: ScheduleState, message: str, week: int | None = 5, **settings: Any) -> Drive:
    return Drive(plan, open_memory(plan, message, week, **settings))


def driven(plan: ScheduleState, message: str, week: int | None = 5, **settings: Any) -> Drive:
    return opened(plan, message, week, **settings).until("slice").finish()


_BLANKS: Mapping[str, Callable[[int, int], Task]] = {
    "course": lambda n, _length: course(n, f"课程{n}"),
    "filler": lambda n, _length: course(n, f"水课{n}", can_embed=True),
    "existing": lambda n, length: existing(n, f"旧任务{n}", duration=length),
    "概率论": lambda n, length: task(n, f"第{n}章", duration=length, category=PROBABILITY, category_id=10),
    "英语": lambda n, length: task(n, f"练习{n}", duration=length, category=ENGLISH, category_id=11),
    "pinned": lambda n, length: task(n, f"第{n}章", duration=length, category=PROBABILITY, category_id=10, pinned=True),
}


@st.composite
def fortnights(draw: st.DrawFn) -> ScheduleState:
    """Sound plans of two weeks, some of them crowded, each task put somewhere that it fits."""
    kinds = draw(st.lists(st.sampled_from([*_BLANKS, "概率论", "概率论", "英语"]), min_size=1, max_size=24))
    lengths = draw(st.sampled_from([(2,), (1, 2, 3, 4)]))
    crowd = draw(st.sampled_from([(4, 5), tuple(range(1, 15))]))
    plan = fortnight()
    for n, kind in enumerate(kinds, start=1):
        length = draw(st.sampled_from(lengths))
        found = [p for p in positions(plan, length, allow_embed=kind not in ("course", "filler")) if p.day in crowd]
        if found:
            plan = plan.model_copy(update={"tasks": (*plan.tasks, _BLANKS[kind](n, length))})
            plan = arrange(plan, {n: draw(st.sampled_from(found))})
    return plan


REQUESTS = (
    "把第5周周四到周五的任务均匀分散到周一到周三",
    "把周五的任务都挪到周一",
    "晚上不要安排",
    "周四不要安排任务",
    "把概率论第3章挪到周一",
    "三分之一挪到周末",
    "把两个任务从周四挪到周一",
    "第5周太满了",
    "把英语挪到上午",
    "把任务均匀分散到周一到周三，别排晚上",
    "少一些上下文切换，可以打乱顺序",
    "把第5周的任务挪到第6周，顺序无所谓",
    "Spread the Thursday and Friday tasks evenly over Monday to Wednesday",
    "Move half of the Friday tasks to next Monday",
    "No evenings please",
    "你好",
)
