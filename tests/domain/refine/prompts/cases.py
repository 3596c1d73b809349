"""One small case per question and language, a case at the bounds, and an estimate of tokens.

``python -m tests.domain.refine.prompts.cases`` writes the golden files anew.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, get_args

from domain.models.prompt import Prompt
from domain.refine.asking import prompt_for
from domain.refine.contract import Contract
from domain.refine.memory import AskedNode, Question, RefineMemory
from domain.refine.objective import Objective
from domain.schedule.arrangement import arrange
from domain.schedule.occupancy import positions
from domain.schedule.state import Locale, ScheduleState
from domain.steps import ToolCall
from tests.domain.refine.plans import Drive, chapter, crowded_end_of_week, opened
from tests.domain.schedule.states import state, task

GOLDEN = Path(__file__).parent / "golden"
NODES: tuple[AskedNode, ...] = get_args(AskedNode)
LOCALES: tuple[Locale, ...] = get_args(Locale)

MOVE: Mapping[Locale, str] = {"zh-CN": "把周五的任务都挪到周一", "en": "Move the Friday tasks to Monday"}
VAGUE: Mapping[Locale, str] = {"zh-CN": "听力我想趁天黑前弄完", "en": "Essays suit me before dinner"}
ENGLISH_NAMES = {
    **{1: "Calculus", 2: "Physics", 3: "Policy", 31: "Ch 1 Events", 32: "Ch 2 Variables", 33: "Ch 3 Moments"},
    **{34: "Ch 4 Limits", 41: "Listening drill", 42: "Essay draft", 43: "Essay revision"},
}


def small_plan(locale: Locale = "zh-CN") -> ScheduleState:
    """Seven tasks of two classes in two weeks, with names in that language."""
    plan = crowded_end_of_week()
    if locale == "zh-CN":
        return plan
    classes = {"概率论": "Probability", "英语": "English", "课程": "课程"}
    named = (
        t.model_copy(update={"name": ENGLISH_NAMES[t.state_id], "category": classes[t.category]}) for t in plan.tasks
    )
    return plan.model_copy(update={"tasks": tuple(named), "locale": locale})


@dataclass(frozen=True)
class Case:
    """A plan and a memory as they are when a node asks."""

    state: ScheduleState
    memory: RefineMemory

    def with_memory(self, **changed: Any) -> "Case":
        return Case(self.state, self.memory.model_copy(update=changed))

    def prompt(self, node: AskedNode) -> Prompt:
        return prompt_for(node, self.state, self.memory)


@cache
def case(node: AskedNode, locale: Locale = "zh-CN") -> Case:
    """A plan of seven tasks whose run has come to the node."""
    message = VAGUE[locale] if node in ("slice", "review") else MOVE[locale]
    drive = opened(small_plan(locale), message)
    if node not in ("contract", "review"):
        drive.until("plan" if node == "slice" else "slice")
    if node in ("react", "repair", "summary"):
        drive.step("route")
        drive.step("react")
    if node == "repair":
        drive.step("hard_check")
    if node == "summary":
        while drive.step("react") != "done":
            pass
        drive.step("hard_check")
    return _reviewed(drive) if node == "review" else Case(drive.state, _before(node, drive))


def _before(node: AskedNode, drive: Drive) -> RefineMemory:
    return drive.memory.model_copy(update={"plan": None}) if node == "plan" else drive.memory


def _reviewed(drive: Drive) -> Case:
    """The listening drill went to another day, and rules cannot tell whether that was wanted."""
    moved = arrange(drive.state, {41: next(p for p in positions(drive.state, 2) if p.day == 6)})
    days = tuple(range(1, 15))
    return Case(moved, drive.memory.model_copy(update={"objective": Objective(task_ids=(41, 42), days=days)}))


LONG = "一二三四五六七八九十" * 20


@cache
def crowded(locale: Locale, node: AskedNode, days: int = 140) -> Case:
    """150 tasks with long names in a whole term, and a memory in which everything is as long as it may be."""
    plan = state(
        *(chapter(n, f"{LONG[:80]}{n}", (n - 1) % days + 1, *_sections((n - 1) // days)) for n in range(1, 141)),
        *(
            task(n, f"{LONG[:80]}{n}", ((n - 141) % days + 1, 9, 10), category=f"{LONG[:40]}{n}", category_id=n)
            for n in range(141, 151)
        ),
        days=days,
        locale=locale,
    )
    message = (LONG * 10)[:2000] if locale == "zh-CN" else ("move chapter words " * 200)[:2000]
    moves = [ToolCall(tool="move", arguments=_arguments(n)) for n in range(1, 20)]
    mode = "none" if node in ("react", "review") else "move_all"
    memory = opened(plan, message).memory.model_copy(
        update={
            "contract": Contract(strategy=LONG[:200]),
            "objective": Objective(mode=mode, task_ids=tuple(range(1, 61)), days=_days(node, days)),
            "current": 1,
            "failed": tuple(moves),
            "history": tuple(LONG[:200] for _ in range(12)),
            "last_result": LONG * 20,
            "unmet": tuple(LONG for _ in range(30)),
            "question": Question(question_id="q1", questions=(LONG[:150],) * 3, text=LONG * 10),
        }
    )
    memory = memory.with_models(problem=LONG * 5)
    moved = dict(zip(range(1, 31), _free(plan, days), strict=False))
    return Case(arrange(plan, moved) if node in ("review", "summary", "repair") else plan, memory)


def _days(node: AskedNode, days: int) -> tuple[int, ...]:
    """For a repair the last day alone, on which almost no task stands."""
    return (days,) if node == "repair" else tuple(range(1, days + 1))


def _sections(turn: int) -> tuple[int, int]:
    """The tasks of a day stand one behind the other, its evening left out."""
    return 1 + turn, 1 + turn


def _arguments(n: int) -> dict[str, Any]:
    return {"task_id": 1, "new_day": n, "new_slot_start": 11}


def _free(plan: ScheduleState, days: int) -> Any:
    return (p for p in positions(plan, 1) if p.start == 11 and p.day <= days)


def tokens(text: str) -> int:
    """More than what tokenisers make of it: one for every character beyond ASCII, one for three others."""
    wide = len(re.sub(r"[\x00-\x7f]", "", text))
    return wide + -(-(len(text) - wide) // 3)


def schema_text(prompt: Prompt) -> str:
    return json.dumps(prompt.answer.model_json_schema(), ensure_ascii=False, separators=(",", ":"))


def golden_text(prompt: Prompt) -> str:
    """All that a model gets to read, schema included."""
    schema = json.dumps(prompt.answer.model_json_schema(), ensure_ascii=False, indent=1)
    return f"# system\n{prompt.system}\n\n# user\n{prompt.user}\n\n# answer, {prompt.max_tokens} tokens\n{schema}\n"


def golden_file(node: AskedNode, locale: Locale) -> Path:
    return GOLDEN / f"{node}.{locale}.txt"


if __name__ == "__main__":
    for node in NODES:
        for locale in LOCALES:
            golden_file(node, locale).write_text(golden_text(case(node, locale).prompt(node)), "utf-8")
