"""The worker is killed at each await of a preparation, and whoever is outside fails: everything is there once."""

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
from tests.outside.process import OutsideServer
from tests.outside.servers import Servers, outside_servers
from tests.preparing import Rooms
from tests.sample import stride
from tests.week import OWNER
from tests.workflows.test_preparations import PREPARED

_STRIDE = stride(60)
"""Of boundaries in the middle of steps; with 1 every boundary is tried, which takes minutes."""

_SECONDS = 120 + 1200 // _STRIDE
"""Every worker that dies holds up all who have others to wait for."""

_PASSES = 5
"""A step does not come to all its boundaries where the worker dies meanwhile of another preparation."""

_FIRST = ("prep.look", "prep.read", "prep.recall")
OWN = {"hvac_target_temp": 20}


async def test_a_worker_killed_at_every_await_of_a_preparation_does_everything_once(
    database: str, temporal: WorkflowEnvironment, tmp_path: Path
) -> None:
    for name in ("orders", "done", "counted"):
        (tmp_path / name).touch()
    engine = create_engine(database)
    async with engine.begin() as connection:
        await ensure_user(OWNER, connection)
    rooms = Rooms(engine, temporal.client, temporal)
    address = temporal.client.service_client.config.target_host
    program = "killed_preparation_worker.py"
    with outside_servers() as outside:
        async with WorkerKeeper(database, address, str(tmp_path), outside.ports, program=program).kept():
            await _tried(rooms, outside, tmp_path)
    await rooms.end_workflows()
    await engine.dispose()


async def _tried(rooms: Rooms, outside: Servers, folder: Path) -> None:
    """Count the boundaries of one preparation, and have the worker killed at each of them."""
    outside.weather.behave(answer={"temp": 33})
    calm = await rooms.stored()
    await rooms.launch(calm)
    expected = await _lived(rooms, outside, calm)
    orders = _orders(_counted(folder))
    outside.weather.behave("late", "503", "garbled", answer={"temp": 33})
    outside.rooms.behave("500", "late")
    outside.devices.behave("503/1", "lost", "late")
    outside.people.behave("lost", "429/1")
    for _ in range(_PASSES):
        lives = await _killed(rooms, outside, folder, orders)
        assert lives == [expected] * len(lives)
        done = {tuple(line.partition("/")[2].split()[:2]) for line in _lines(folder / "done")}
        orders = [(step, number) for step, number in orders if (step, str(number)) not in done]
        if not orders:
            return
    raise AssertionError(orders)


async def _killed(rooms: Rooms, outside: Servers, folder: Path, orders: list[tuple[str, int]]) -> list[list[str]]:
    """The steps of as many preparations as it takes for each of the kills."""
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
    return await asyncio.gather(*(_lived(rooms, outside, room) for room in killed))


async def _lived(rooms: Rooms, outside: Servers, room: str) -> list[str]:
    """The steps of a preparation that was adjusted, once all that happened in it was told outside."""
    await _in_time(lambda: _has(rooms, room, ("notify.2", "delivered")))
    await rooms.adjust(room, dict(OWN))
    await _in_time(lambda: _has(rooms, room, ("delivered.6", "delivered")))
    recommended = (await rooms.look(room)).recommended
    assert [told["data"]["values"] for told in _told(outside.devices, room)] == [recommended, OWN], room
    assert [told["type"] for told in _told(outside.people, room)] == ["preparation.executed"], room
    assert await rooms.rows(room) == [*PREPARED, "user_adjust"], room
    return [name for name, _ in await rooms.ledger(room)]


async def _in_time(look: Callable[[], Awaitable[Any]]) -> Any:
    """What is looked for, with pauses as long as it takes to start a worker: there are many who look."""

    async def seen() -> Any:
        await asyncio.sleep(0.3)
        return await look()

    return await eventually(seen, _SECONDS)


async def _has(rooms: Rooms, room: str, step: tuple[str, str]) -> bool:
    return step in await rooms.ledger(room)


def _orders(counted: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """The boundaries that are tried, by step: some, and of steps that others build on the one behind their commits."""
    # The last one of a step is that between its end and its being told to Temporal.
    every = [(step, number) for step, most in counted for number in range(1, most + 2)]
    last = [
        (step, most + 1) for step, most in counted if not step.startswith(("prep.look", "prep.read", "prep.recall"))
    ]
    return [order for order in every if order in every[::_STRIDE] or order in last]


def _told(server: OutsideServer, room: str) -> list[dict[str, Any]]:
    """What each key said of a room, which was always the same."""
    said: dict[str, str] = {}
    for one in server.came:
        if (key := one["headers"]["webhook-id"]).startswith(room):
            assert said.setdefault(key, one["body"]) == one["body"]
    return [json.loads(body) for body in said.values()]


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
