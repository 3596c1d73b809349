"""The worker is killed at each await of a preparation: every command, notice and row is there once, all the same."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from temporalio.testing import WorkflowEnvironment

from storage.engine import create_engine
from storage.users import ensure_user
from tests.bells import eventually
from tests.chaos.test_killed_worker import WorkerKeeper
from tests.preparing import Rooms
from tests.sample import stride
from tests.week import OWNER
from tests.workflows.test_preparations import PREPARED

_STRIDE = stride(24)
"""With 1 every boundary is tried, which takes minutes."""

_SECONDS = 120 + 1200 // _STRIDE
"""Every worker that dies holds up all who have others to wait for."""

_PASSES = 5
"""A step does not come to all its boundaries where the worker dies meanwhile of another preparation."""

OWN = {"hvac_target_temp": 20}


async def test_a_worker_killed_at_every_await_of_a_preparation_does_everything_once(
    database: str, temporal: WorkflowEnvironment, tmp_path: Path
) -> None:
    for name in ("orders", "done", "counted", "told"):
        (tmp_path / name).touch()
    engine = create_engine(database)
    async with engine.begin() as connection:
        await ensure_user(OWNER, connection)
    rooms = Rooms(engine, temporal.client, temporal)
    address = temporal.client.service_client.config.target_host
    keeper = WorkerKeeper(database, address, str(tmp_path), program="killed_preparation_worker.py")
    async with keeper.kept():
        calm = await rooms.stored()
        await rooms.launch(calm)
        expected = await _lived(rooms, tmp_path, calm)
        # The last one of a step is that between its end and its being told to Temporal.
        orders = [(step, number) for step, most in _counted(tmp_path) for number in range(1, most + 2)][::_STRIDE]
        for _ in range(_PASSES):
            await _killed(rooms, tmp_path, orders, expected)
            done = {tuple(line.partition("/")[2].split()[:2]) for line in _lines(tmp_path / "done")}
            orders = [(step, number) for step, number in orders if (step, str(number)) not in done]
            if not orders:
                break
        assert orders == []
    await rooms.end_workflows()
    await engine.dispose()


async def _killed(rooms: Rooms, folder: Path, orders: list[tuple[str, int]], expected: list[str]) -> None:
    """Live as many preparations as it takes for each of the kills; each has all its steps in the end, once."""
    steps = [step for step, _ in orders]
    killed = [await rooms.stored() for _ in range(1 + max(map(steps.count, steps)))]
    lines = [
        f"{killed[(steps.index(step) + steps[:place].count(step)) % len(killed)]}/{step} {number} worker"
        for place, (step, number) in enumerate(orders)
    ]
    # A step that was killed once finds its row, and comes to other boundaries: once in a preparation, then.
    assert len({line.split()[0] for line in lines}) == len(lines)
    (folder / "orders").write_text("\n".join(lines))
    for room in killed:
        await rooms.launch(room)
    lives = await asyncio.gather(*(_lived(rooms, folder, room) for room in killed))
    assert lives == [expected] * len(killed)


async def _lived(rooms: Rooms, folder: Path, room: str) -> list[str]:
    """The steps of a preparation that was adjusted, once all that happened in it was told outside."""
    await _in_time(lambda: _told(folder, room, 2))
    await rooms.adjust(room, dict(OWN))
    told = await _in_time(lambda: _told(folder, room, 3))
    await _in_time(lambda: _is_settled(rooms, room))
    recommended = (await rooms.look(room)).recommended
    assert list(told.values()) == [recommended, {"notice": "executed"}, OWN], room
    assert await rooms.rows(room) == [*PREPARED, "user_adjust"], room
    return [name for name, _ in await rooms.ledger(room)]


async def _in_time(look: Callable[[], Awaitable[Any]]) -> Any:
    """What is looked for, with pauses as long as it takes to start a worker: there are many who look."""

    async def seen() -> Any:
        await asyncio.sleep(0.3)
        return await look()

    return await eventually(seen, _SECONDS)


async def _is_settled(rooms: Rooms, room: str) -> bool:
    return {("delivered.2", "executed"), ("notify.2", "delivered"), ("delivered.6", "delivered")} <= set(
        await rooms.ledger(room)
    )


async def _told(folder: Path, room: str, least: int) -> dict[str, Any] | None:
    """By key, what was said outside; what one key said was always the same."""
    said: dict[str, Any] = {}
    for line in _lines(folder / "told"):
        key, words = json.loads(line)
        if key.startswith(room):
            assert said.setdefault(key, words) == words
    return said if len(said) >= least else None


def _counted(folder: Path) -> list[tuple[str, int]]:
    """How many boundaries each step has, in the order in which the steps were done; a step may be done twice."""
    noted = dict[str, int]()
    for line in _lines(folder / "counted"):
        name, passed = line.split()
        step = name.partition("/")[2]
        noted[step] = min(noted.get(step, int(passed)), int(passed))
    assert len(noted) > 7
    return list(noted.items())


def _lines(file: Path) -> list[str]:
    return file.read_text().splitlines()
