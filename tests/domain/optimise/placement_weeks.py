"""Small weeks drawn at random, both as a state to place tasks in and as the referee takes them."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from hypothesis import strategies as st

from bench.referee_placement import Case, Course, Place, Task, judged, places
from domain.optimise.placement import build_placement
from domain.optimise.placement_problem import PlacementGroup, PlacementProblem
from domain.schedule.occupancy import Position
from domain.schedule.state import ScheduleState
from domain.term.window import Window, WindowDay
from tests.domain.optimise.placement_cases import course, pending, standing

HOST, BUSY, FIRST_STANDING = 700, 800, 500
CLASSES = 2
WHOLE_DAY = frozenset(range(1, 13))
BOUNDS = (
    "begin",
    "closed",
    "deadline",
    "earliest",
    "excluded_days",
    "excluded_days_of_week",
    "excluded_sections",
    "no_guests",
    "order",
)

Standing = tuple[int, int, int, int, int]
"""Class, rank, day from 0, first section and length."""


@dataclass(frozen=True)
class Week:
    """A week twice: ``case`` for the referee, ``problem`` as the code under test makes it of ``state``."""

    case: Case
    state: ScheduleState
    problem: PlacementProblem


@st.composite
def weeks(draw: st.DrawFn) -> Week:
    """One to seven days with a few open sections each, tasks that stand, and at most four tasks of two classes."""
    days = draw(st.integers(1, 7))
    free = tuple(_open_sections(draw, 4 if days < 4 else 2) for _ in range(days))
    hosts = tuple(host for day in range(days) if (host := _host(draw, day, free[day])) is not None)
    ranks = draw(st.permutations(range(8)))
    stands = tuple(_standing(draw, days, free, hosts, ranks[4:]))
    courses = tuple(draw(_course(days, free, hosts)) for _ in range(CLASSES))
    durations = tuple(draw(st.sampled_from((None, None, None, 1, 2, 3))) for _ in range(CLASSES))
    own = [
        Task(draw(st.integers(0, CLASSES - 1)), ranks[n], draw(st.sampled_from((1, 2, 2, 3))))
        for n in range(draw(st.sampled_from((4, 3, 2, 1))))
    ]
    opens = draw(st.sampled_from((None,) * 9 + ((0, 4), (1, 2), (days, 1))))
    first = draw(st.integers(1, 7))
    case = Case(
        weekdays=tuple((first + day - 1) % 7 + 1 for day in range(days)),
        base=tuple(sum(length for _, _, at, _, length in stands if at == day) for day in range(days)),
        free=free,
        hosts=hosts,
        courses=(*courses, Course()),
        tasks=tuple(replace(task, length=durations[task.course] or task.length) for task in own),
        standing=tuple((number, rank, day, start) for number, rank, day, start, _ in stands),
        opens=opens or (0, 1),
    )
    state = _state(case, own, stands, first)
    if draw(st.integers(0, 4)) == 0:
        case, state = replace(case, standing=()), state.model_copy(update={"reorder_allowed": True})
    groups = {str(n): _group(n, courses[n], durations[n]) for n in range(CLASSES)}
    earliest = None if opens is None else (opens[0] + 1, opens[1])
    return Week(case, state, build_placement(state, groups, range(1, len(own) + 1), earliest))


def _open_sections(draw: st.DrawFn, most: int) -> frozenset[int]:
    first, mask = draw(st.integers(1, 12)), draw(st.integers(0, 2**most - 1) | st.just(2**most - 1))
    return frozenset(first + n for n in range(most) if mask >> n & 1 and first + n <= 12)


def _host(draw: st.DrawFn, day: int, free: frozenset[int]) -> tuple[int, int, int, int] | None:
    first, length = draw(st.integers(1, 12)), draw(st.integers(0, 3))
    last = min(first + length - 1, 12)
    return (day, first, last, HOST) if length and free.isdisjoint(range(first, last + 1)) else None


def _standing(
    draw: st.DrawFn,
    days: int,
    free: tuple[frozenset[int], ...],
    hosts: tuple[tuple[int, int, int, int], ...],
    ranks: Iterable[int],
) -> Iterator[Standing]:
    taken = [set(sections) for sections in free]
    for day, first, last, _ in hosts:
        taken[day] |= set(range(first, last + 1))
    for rank in draw(st.lists(st.sampled_from(tuple(ranks)), max_size=3, unique=True)):
        day, start, length = draw(st.integers(0, days - 1)), draw(st.integers(1, 11)), draw(st.integers(1, 2))
        sections = set(range(start, start + length))
        if not taken[day] & sections:
            taken[day] |= sections
            yield draw(st.integers(0, CLASSES)), rank, day, start, length


def _course(
    days: int, free: tuple[frozenset[int], ...], hosts: tuple[tuple[int, int, int, int], ...]
) -> st.SearchStrategy[Course]:
    """A class whose bounds cut through what is open; moments may also lie outside the window."""
    hosted = {(day, section) for day, first, last, _ in hosts for section in range(first, last + 1)}
    cells = sorted({(day, section) for day in range(days) for section in free[day]} | hosted) or [(0, 1)]
    half = len(cells) // 2
    opens = st.sampled_from([None] * 4 + [(days, 1), (-1, 12)] + cells[: half + 1] * 2)
    due = st.sampled_from([None] * 4 + [(-1, 12), (days, 1)] + cells[half:] * 2)
    few, few_cells = st.just(frozenset[int]()), st.just(frozenset[tuple[int, int]]())
    return st.builds(
        Course,
        rapid=st.booleans(),
        barred_sections=few | few | st.frozensets(st.sampled_from([section for _, section in cells]), max_size=1),
        barred_weekdays=few | few | st.frozensets(st.integers(1, 7), max_size=2),
        liked=few | st.frozensets(st.integers(1, 12), max_size=4),
        embeds=st.booleans(),
        shut=few_cells | few_cells | st.frozensets(st.sampled_from(cells), max_size=2),
        barred_days=few | few | st.frozensets(st.integers(0, days), max_size=2),
        opens=opens,
        due=due,
    )


def _state(case: Case, own: list[Task], stands: tuple[Standing, ...], first: int) -> ScheduleState:
    days = range(len(case.base))
    hosted = [(day + 1, start, end) for day, start, end, _ in case.hosts]
    held = [(day + 1, start, start + length - 1) for _, _, day, start, length in stands]
    closed = [
        (day + 1, section, section)
        for day in days
        for section in WHOLE_DAY - case.free[day]
        if not any(at == day + 1 and start <= section <= end for at, start, end in [*hosted, *held])
    ]
    mapping = tuple(
        WindowDay(day_index=day + 1, week=(first + day - 1) // 7 + 1, day_of_week=case.weekdays[day]) for day in days
    )
    tasks = [
        *([course(HOST, *hosted, can_embed=True)] if hosted else []),
        *([course(BUSY, *closed)] if closed else []),
        *(pending(n, task.length, str(task.course), task.rank) for n, task in enumerate(own, 1)),
        *(
            standing(FIRST_STANDING + n, slot, str(stands[n][0])).model_copy(update={"order": stands[n][1]})
            for n, slot in enumerate(held)
        ),
    ]
    return ScheduleState(window=Window(total_days=len(mapping), day_mapping=mapping), tasks=tuple(tasks))


def _group(number: int, asked: Course, duration: int | None) -> PlacementGroup:
    return PlacementGroup(
        key=str(number),
        strategy="rapid" if asked.rapid else "steady",
        excluded_sections=asked.barred_sections,
        excluded_days_of_week=asked.barred_weekdays,
        preferred_sections=asked.liked,
        allow_embed=asked.embeds,
        excluded_days=frozenset(day + 1 for day in asked.barred_days),
        closed=frozenset((day + 1, section) for day, section in asked.shut),
        earliest=None if asked.opens is None else (asked.opens[0] + 1, asked.opens[1]),
        deadline=None if asked.due is None else (asked.due[0] + 1, asked.due[1]),
        duration=duration,
    )


def as_place(position: Position) -> Place:
    """A position as the referee writes it."""
    return position.day - 1, position.start, position.host


def without(case: Case, left: Iterable[int]) -> Case:
    """The case without the tasks of these numbers, from 1."""
    gone = set(left)
    return replace(case, tasks=tuple(task for n, task in enumerate(case.tasks, 1) if n not in gone))


def has_place(case: Case, number: int, bounds: Iterable[str]) -> bool:
    """Whether a task, all others away, has a place where only these bounds count."""
    kept, task = set(bounds), case.tasks[number - 1]
    asked = case.courses[task.course]
    course = Course(
        barred_sections=asked.barred_sections if "excluded_sections" in kept else frozenset(),
        barred_weekdays=asked.barred_weekdays if "excluded_days_of_week" in kept else frozenset(),
        embeds=asked.embeds if "no_guests" in kept else True,
        shut=asked.shut if "closed" in kept else frozenset(),
        barred_days=asked.barred_days if "excluded_days" in kept else frozenset(),
        opens=asked.opens if "earliest" in kept else None,
        due=asked.due if "deadline" in kept else None,
    )
    relaxed = replace(
        case,
        courses=(course,) * len(case.courses),
        standing=case.standing if "order" in kept else (),
        opens=case.opens if "begin" in kept else (0, 1),
    )
    return bool(places(relaxed, task))


def is_true(case: Case, number: int, reasons: tuple[str, ...]) -> bool:
    """Whether the reasons given for a task without a place are right, and no fewer bounds would do."""
    if reasons == ("no_run",):
        return not has_place(case, number, ())
    if reasons == ("crowded",):
        return has_place(case, number, BOUNDS)
    fewer = (chosen for count in range(len(reasons)) for chosen in combinations(BOUNDS, count))
    return not has_place(case, number, reasons) and all(has_place(case, number, chosen) for chosen in fewer)


def exclude_each_other(case: Case, one: tuple[Task, Place], other: tuple[Task, Place]) -> bool:
    """Whether the referee takes no plan of the two tasks at their places."""
    try:
        judged(replace(case, tasks=(one[0], other[0])), [one[1], other[1]])
    except ValueError:
        return True
    return False
