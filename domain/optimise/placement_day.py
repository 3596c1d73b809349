"""Sections for the tasks of one day, exactly: the cheapest packing that keeps every class in its order.

Masks of a legal packing are disjoint intervals, so a packing is a row of them from early to late and a dynamic program
over (next free section, what each class still waits for) finds the cheapest.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from domain.optimise.placement_board import Board, Option
from domain.schedule.occupancy import Position
from domain.term.calendar import SECTIONS_PER_DAY

Queues = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class PackedDay:
    """Least cost of the places by themselves, and the places of each queue in its order."""

    cost: int
    places: tuple[tuple[Position, ...], ...]


@dataclass(frozen=True, slots=True)
class _Best:
    cost: int
    queue: tuple[int, ...] = ()
    option: Option | None = None


def pack_day(board: Board, day: int, queues: Sequence[tuple[int, ...]]) -> PackedDay | None:
    """Places on the day of index ``day`` for queues of kinds, each kept in its order; None if they do not fit."""
    packer = _Packer(board, day)
    best = packer.best(1, _waiting(queues))
    return None if best is None else PackedDay(best.cost, packer.places(queues))


def _waiting(queues: Sequence[tuple[int, ...]]) -> Queues:
    """The queues that still hold something; sorted, since queues of equal content may stand for each other."""
    return tuple(sorted(queue for queue in queues if queue))


@dataclass(slots=True)
class _Packer:
    board: Board
    day: int
    seen: dict[tuple[int, Queues], _Best | None] = field(default_factory=dict)

    def best(self, cursor: int, waiting: Queues) -> _Best | None:
        """Cheapest way to place all that waits from section ``cursor`` on."""
        if not waiting:
            return _Best(0)
        if cursor > SECTIONS_PER_DAY:
            return None
        if (cursor, waiting) not in self.seen:
            self.seen[cursor, waiting] = min(self._choices(cursor, waiting), key=lambda b: b.cost, default=None)
        return self.seen[cursor, waiting]

    def _choices(self, cursor: int, waiting: Queues) -> Iterator[_Best]:
        for queue in dict.fromkeys(waiting):
            for option in self.board.kinds[queue[0]].options[self.day]:
                if option.low == cursor:
                    rest = self.best(option.high + 1, _without(waiting, queue))
                    if rest is not None:
                        yield _Best(option.cost + rest.cost, queue, option)
        later = self.best(cursor + 1, waiting)
        if later is not None:
            yield later

    def places(self, queues: Sequence[tuple[int, ...]]) -> tuple[tuple[Position, ...], ...]:
        """Walk the best choices once more and note the places."""
        left, found = list(queues), [list[Position]() for _ in queues]
        cursor, best = 1, self.best(1, _waiting(left))
        while best is not None and best.option is not None:
            owner = left.index(best.queue)
            found[owner].append(best.option.place)
            left[owner] = left[owner][1:]
            cursor = best.option.high + 1
            best = self.best(cursor, _waiting(left))
        return tuple(map(tuple, found))


def _without(waiting: Queues, queue: tuple[int, ...]) -> Queues:
    """What waits once the head of one queue is placed."""
    left = list(waiting)
    left[left.index(queue)] = queue[1:]
    return _waiting(left)
