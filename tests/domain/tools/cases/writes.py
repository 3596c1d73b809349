"""Calls of the tools that change one task or two."""

from operator import attrgetter
from typing import Final

from hypothesis import strategies as st

from domain.schedule.state import Task
from domain.tools.results import Code
from tests.domain.tools.cases.arguments import NEEDED, about, naming, number
from tests.domain.tools.cases.reads import ABSENT
from tests.domain.tools.places import Spot, sections_of, spot_at, spots
from tests.domain.tools.scenes import Case, Given, Pool, Scene

_PLACE_CODES: Final[tuple[Code, ...]] = ("ok", "out_of_window", "section_invalid", "slot_conflict", "host_taken")
_ANYWHERE = st.fixed_dictionaries({"new_day": number, "new_slot_start": number})
locked, placed, not_suggested = attrgetter("locked"), attrgetter("placed"), attrgetter("not_suggested")
pinned_suggested = attrgetter("pinned_suggested")


def sent(scene: Scene, task: Task, code: Code) -> dict[str, int] | None:
    """Where the task meets that code; inside a host as often as not."""
    found = [spot for spot in spots(scene.state, task.length, {task.state_id}) if spot.code == code]
    return _target(_hosted_or_any(scene, found))


def _hosted_or_any(scene: Scene, found: list[Spot]) -> Spot | None:
    hosted = [spot for spot in found if spot.host is not None]
    return scene.one(scene.either(hosted, found))


def _target(spot: Spot | None) -> dict[str, int] | None:
    return {"new_day": spot.day, "new_slot_start": spot.start} if spot else None


def _moved(code: Code) -> Case:
    def case(scene: Scene) -> Given:
        task = scene.one(scene.movable)
        target = task and sent(scene, task, code)
        return {"task_id": task.state_id, **target} if task and target else None

    return case


def _placed(code: Code) -> Case:
    def case(scene: Scene) -> Given:
        task = scene.one(scene.waiting)
        target = task and sent(scene, task, code)
        if not task or not target:
            return None
        return {"task_id": task.state_id, "day": target["new_day"], "slot_start": target["new_slot_start"]}

    return case


def _pair(scene: Scene, first: Task | None, second: Task | None) -> Given:
    if first is None or second is None:
        return None
    ids = scene.draw(st.permutations([first.state_id, second.state_id]))
    return {"task_a": ids[0], "task_b": ids[1]}


def _swap_with(pool: Pool, others: Pool) -> Case:
    """A task of the pool and another one, in either order."""

    def case(scene: Scene) -> Given:
        first = scene.one(pool(scene))
        return _pair(scene, first, scene.one(task for task in others(scene) if task is not first))

    return case


def _swapped(code: Code) -> Case:
    """Two tasks that meet that code; every mixture of statuses and guests is as likely."""

    def case(scene: Scene) -> Given:
        tasks = scene.releasable
        pairs = [(a, b) for a in tasks for b in tasks if a.state_id < b.state_id and _swap_ends(scene, a, b) == code]
        kind = scene.one(dict.fromkeys(map(_mixture, pairs)))
        pair = scene.one(pair for pair in pairs if _mixture(pair) == kind)
        return pair and _pair(scene, *pair)

    return case


def _mixture(pair: tuple[Task, Task]) -> tuple[object, ...]:
    return tuple(sorted((task.status, task.embed_host is not None, len(task.slots)) for task in pair))


def _swap_ends(scene: Scene, first: Task, second: Task) -> Code:
    """What becomes of the swap of two tasks that may be swapped."""
    if [slot.length for slot in first.slots] != [slot.length for slot in second.slots]:
        return "span_mismatch"
    lifted = {first.state_id, second.state_id}
    slots = (*first.slots, *second.slots)
    free = all(spot_at(scene.state, s.day, s.slot_start, s.length, lifted).code == "ok" for s in slots)
    return "ok" if free and not sections_of(*first.slots) & sections_of(*second.slots) else "slot_conflict"


def _unplaced(scene: Scene) -> Given:
    """A task whose guests may be taken back too; hosts with guests as often as others."""
    free = {task.state_id for task in scene.releasable}
    able = [task for task in scene.releasable if free.issuperset(task.guests)]
    hosts = [task for task in able if task.guests]
    task = scene.one(scene.either(hosts, able))
    return {"task_id": task.state_id} if task else None


def _or_their_hosts(pool: Pool) -> Pool:
    """Tasks of the pool, and those that could be taken back if a guest of theirs were not of the pool."""

    def either(scene: Scene) -> list[Task]:
        kept = {task.state_id for task in pool(scene)}
        free = {task.state_id for task in scene.releasable}
        hosts = [t for t in scene.releasable if kept & {*t.guests} and free | kept >= {*t.guests}]
        return scene.either(hosts, list(pool(scene)))

    return either


def _batch(scene: Scene, *moves: tuple[Task, dict[str, int] | None]) -> Given:
    told = [{"task_id": task.state_id, **target} for task, target in moves if target]
    return {"moves": scene.draw(st.permutations(told))} if len(told) == len(moves) > 0 else None


def _batch_with(pool: Pool) -> Case:
    """A task of the pool, and perhaps one that may move; both are sent anywhere."""

    def case(scene: Scene) -> Given:
        tasks = [task for task in [scene.one(pool(scene))] if task]
        tasks += scene.some([task for task in scene.movable if task not in tasks], most=1)
        return _batch(scene, *((task, scene.draw(_ANYWHERE)) for task in tasks)) if pool(scene) else None

    return case


def _batch_moved(code: Code) -> Case:
    """One task meets the code among all others, or two of them do together."""

    def case(scene: Scene) -> Given:
        tasks = scene.some(scene.movable, least=1, most=2) if scene.movable else []
        if len(tasks) < 2:
            return _batch(scene, *((task, sent(scene, task, code)) for task in tasks))
        first, second = tasks
        lifted = {task.state_id for task in tasks}
        place = _hosted_or_any(scene, [s for s in spots(scene.state, first.length, lifted) if s.code == "ok"])
        if place is None:
            return None
        found = [s for s in spots(scene.state, second.length, lifted) if _together(first, place, second, s) == code]
        near = [spot for spot in found if spot.day == place.day]
        other = scene.one(scene.either(near, found))
        return _batch(scene, (first, _target(place)), (second, _target(other)))

    return case


def _together(first: Task, place: Spot, second: Task, other: Spot) -> Code:
    """What becomes of two tasks of which the first has a place among all that stay."""
    if other.code != "ok":
        return other.code
    if place.room & other.room:
        return "host_taken"
    if not place.sections & other.sections:
        return "ok"
    nested = (_takes(first, place, other), _takes(second, other, place))
    return "ok" if any(nested) else "slot_conflict"


def _takes(host: Task, around: Spot, inside: Spot) -> bool:
    return host.can_embed and around.host is None and inside.sections <= around.sections


def _too_many(scene: Scene) -> Given:
    moves = st.fixed_dictionaries(NEEDED["move"])
    return {"moves": scene.draw(st.lists(moves, min_size=3, max_size=4))}


def _about_nobody(scene: Scene) -> Given:
    return {"moves": [{"task_id": ABSENT, **scene.draw(_ANYWHERE)}]}


def _refused(tool: str) -> dict[Code, Case]:
    return {
        "task_not_found": naming(tool, "task_id", ABSENT),
        "locked": about(tool, locked),
        "wrong_status": about(tool, not_suggested),
        "pinned": about(tool, pinned_suggested),
    }


def _everyone(scene: Scene) -> list[Task]:
    return list(scene.state.tasks)


WRITES: Final[dict[str, dict[Code, Case]]] = {
    "place": {
        **{code: _placed(code) for code in _PLACE_CODES},
        "task_not_found": naming("place", "task_id", ABSENT),
        "wrong_status": about("place", placed),
        "pinned": about("place", attrgetter("pinned_waiting")),
    },
    "move": {**{code: _moved(code) for code in _PLACE_CODES}, **_refused("move")},
    "batch_move": {
        **{code: _batch_moved(code) for code in _PLACE_CODES},
        "batch_limit": _too_many,
        "task_not_found": _about_nobody,
        "locked": _batch_with(locked),
        "wrong_status": _batch_with(not_suggested),
        "pinned": _batch_with(pinned_suggested),
    },
    "swap": {
        **{code: _swapped(code) for code in ("ok", "span_mismatch", "slot_conflict")},
        "task_not_found": naming("swap", "task_a", ABSENT),
        "locked": _swap_with(locked, _everyone),
        "wrong_status": _swap_with(
            attrgetter("not_arranged"), lambda scene: [t for t in scene.state.tasks if not scene.held(t)]
        ),
        "pinned": _swap_with(attrgetter("pinned_arranged"), attrgetter("arranged")),
    },
    "unplace": {
        **_refused("unplace"),
        "ok": _unplaced,
        "locked": about("unplace", _or_their_hosts(locked)),
        "wrong_status": about("unplace", attrgetter("not_arranged")),
        "pinned": about("unplace", _or_their_hosts(attrgetter("pinned_arranged"))),
    },
}
"""Every write and every code it can give, apart from those of arguments."""
