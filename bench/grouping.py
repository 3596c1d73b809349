"""CPU time of groupings, and how far their changes of category are from a number that no plan is below."""

import random
import statistics
import time
from dataclasses import dataclass

from bench.report import BenchRow, at_most
from domain.optimise.grouping import change_bound, group
from domain.optimise.grouping_problem import GroupingItem, GroupingProblem
from domain.schedule.occupancy import Position
from domain.term.calendar import SECTIONS_PER_DAY

TASKS = 150
DAYS = 30
ROUNDS = 3
MIXED_AIM = 1.0
EQUAL_AIM = 0.3


@dataclass(frozen=True, slots=True)
class Case:
    """A month of tasks whose categories are drawn at random; ``fixed`` of them, as a share, stay where they are."""

    categories: int
    lengths: tuple[int, ...] = (2,)
    fixed: float = 0.0
    aim: float | None = EQUAL_AIM

    @property
    def name(self) -> str:
        lengths = "equal lengths" if len(self.lengths) == 1 else f"lengths {self.lengths[0]}-{self.lengths[-1]}"
        fixed = f", {self.fixed:.0%} pinned" if self.fixed else ""
        return f"grouping {TASKS} tasks, {self.categories} categories, {lengths}{fixed}"


CASES = [
    Case(5),
    Case(18),
    Case(5, fixed=0.05, aim=MIXED_AIM),
    Case(5, (1, 2, 3, 4), aim=MIXED_AIM),
    Case(8, (1, 2, 3, 4), aim=MIXED_AIM),
    Case(8, (1, 2, 3, 4), fixed=0.05, aim=MIXED_AIM),
    Case(20, (1, 2, 3, 4), aim=None),
]


def rows() -> list[BenchRow]:
    """Two rows for each case: CPU time, and changes of category against the bound."""
    return [row for case in CASES for row in _rows(case)]


def _rows(case: Case) -> list[BenchRow]:
    problem, cpu = scattered(case), []
    for _ in range(ROUNDS):
        begin = time.process_time()
        plan = group(problem)
        cpu.append(time.process_time() - begin)
    bound = change_bound(problem)
    proved = "proved" if plan.optimal else "not proved"
    changes = f"{plan.objective[0]}, >={bound}, {proved}"
    return [
        at_most(f"{case.name}: CPU time", statistics.median(cpu), "s", case.aim),
        BenchRow(f"{case.name}: changes", changes, "", None, "no aim"),
    ]


def scattered(case: Case) -> GroupingProblem:
    """As many tasks every day, one after another, as long as the day lets them be; categories without any order."""
    draw, items = random.Random(case.categories), list[GroupingItem]()
    for n in range(TASKS):
        day, number = divmod(n, TASKS // DAYS)
        start = items[-1].current.end + 1 if number else 1
        length = min(draw.choice(case.lengths), SECTIONS_PER_DAY - start + 1 - (TASKS // DAYS - 1 - number))
        place = Position(day + 1, start, start + length - 1, None, (1 << start + length) - (1 << start))
        category = f"c{draw.randrange(case.categories)}"
        items.append(GroupingItem(n, category, category, n, place, draw.random() < case.fixed))
    return GroupingProblem(tuple(items))
