"""Calls of the tools that work off the queue."""

from typing import Final

from hypothesis import strategies as st

from domain.tools.results import Code
from tests.domain.tools.cases.arguments import needed
from tests.domain.tools.cases.writes import locked, not_suggested, pinned_suggested, sent
from tests.domain.tools.scenes import Case, Given, Pool, Scene

_MOVES: Final[tuple[Code, ...]] = ("ok", "out_of_window", "section_invalid", "slot_conflict", "host_taken")


def _nothing(_scene: Scene) -> Given:
    return {}


def _head(pool: Pool) -> Case:
    """The head is of the pool, and is sent anywhere."""
    return lambda scene: needed(scene, "queue_apply_head_move") if scene.head_of(pool(scene)) else None


def _head_sent(code: Code) -> Case:
    def case(scene: Scene) -> Given:
        head = scene.head_of(scene.movable)
        return sent(scene, head, code) if head else None

    return case


def _no_head(tool: str) -> Case:
    return lambda scene: needed(scene, tool) if scene.state.queue.current is None else None


def _skipped(scene: Scene) -> Given:
    if scene.state.queue.current is None:
        return None
    return scene.draw(st.fixed_dictionaries({}, optional={"reason": st.text(max_size=9)}))


QUEUE: Final[dict[str, dict[Code, Case]]] = {
    "queue_pop_head": {"ok": _nothing},
    "queue_status": {"ok": _nothing},
    "queue_skip_head": {"ok": _skipped, "queue_empty": _no_head("queue_skip_head")},
    "queue_apply_head_move": {
        **{code: _head_sent(code) for code in _MOVES},
        "queue_empty": _no_head("queue_apply_head_move"),
        "locked": _head(locked),
        "wrong_status": _head(not_suggested),
        "pinned": _head(pinned_suggested),
    },
}
"""Every tool of the queue and every code it can give, apart from those of arguments."""
