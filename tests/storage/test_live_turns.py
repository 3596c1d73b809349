"""The events of a turn with those of the run that it follows (rules EDGE-60 to EDGE-63)."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import AsyncEngine

from domain.errors import NotFound
from domain.events import StageEvent
from storage.live_turns import Place, Told, follow_turn
from storage.notifications import Notifications
from storage.run_events import append_events
from storage.runs import RunRecord, finish_run, insert_run
from storage.sessions import insert_session
from storage.turn_events import TurnEvent, append_turn_events
from storage.turns import TurnRecord, close_turn_and_next, insert_turn
from tests.storage.world import World, new_id

START = Place()
Step = Literal["turn", "run", "pause"]


@pytest.fixture
async def notifications(engine: AsyncEngine) -> AsyncIterator[Notifications]:
    async with Notifications(engine) as notifications:
        yield notifications


@dataclass
class Conversation:
    """A session with one turn at work and one run that it may follow."""

    engine: AsyncEngine
    notifications: Notifications
    world: World
    turn: TurnRecord
    run: RunRecord
    _steps: "count[int]" = field(default_factory=count)

    @classmethod
    async def begun(cls, engine: AsyncEngine, notifications: Notifications, world: World) -> "Conversation":
        session = replace(world.session, id=new_id())
        turn = replace(world.turn, id=new_id(), session_id=session.id, run_id=None)
        run = replace(world.run, id=new_id(), session_id=session.id)
        async with engine.begin() as conn:
            await insert_session(world.owner, conn, session)
            await insert_run(world.owner, conn, run)
            await insert_turn(world.owner, conn, turn)
        return cls(engine, notifications, world, turn, run)

    async def tell(self, *stages: str, **data: Any) -> None:
        """Events of the turn."""
        events = [StageEvent(stage=stage, data=data) for stage in stages]
        async with self.engine.begin() as conn:
            await append_turn_events(self.world.owner, conn, self.turn.id, next(self._steps), events, self.world.at)

    async def follow_run(self, after: int = 0) -> None:
        await self.tell("turn.run", run=self.run.id, after=after)

    async def run_tells(self, *stages: str) -> None:
        events = [StageEvent(stage=f"schedule_refine.{stage}") for stage in stages]
        async with self.engine.begin() as conn:
            await append_events(self.world.owner, conn, self.run.id, next(self._steps), events, self.world.at)

    async def end_run(self) -> None:
        async with self.engine.begin() as conn:
            await finish_run(self.world.owner, conn, self.run.id, "completed", None, None, self.world.at)

    async def end(self) -> None:
        """The turn says so and ends, in one transaction."""
        async with self.engine.begin() as conn:
            ended = [StageEvent(stage="turn.ended")]
            await append_turn_events(self.world.owner, conn, self.turn.id, next(self._steps), ended, self.world.at)
            await close_turn_and_next(self.world.owner, conn, self.turn.id, "completed", None, None, self.world.at)

    async def does(self, step: Step) -> None:
        if step == "turn":
            await self.tell("turn.rows")
        else:
            await self.run_tells("react.need_info" if step == "pause" else "react.tool_call")

    def follow(self, after: Place = START) -> AsyncGenerator[Told | None, None]:
        return follow_turn(self.engine, self.world.owner, self.turn.id, after, self.notifications)

    async def told(self, after: Place = START) -> list[Told]:
        return [told async for told in self.follow(after) if told is not None]


@pytest.fixture
async def conversation(engine: AsyncEngine, own_world: World, notifications: Notifications) -> Conversation:
    return await Conversation.begun(engine, notifications, own_world)


def ids(told: Sequence[Told]) -> list[str]:
    return [str(one.place) for one in told]


async def test_a_turn_without_a_run_is_told_to_its_end(conversation: Conversation) -> None:
    """While it happens and afterwards alike, however many events there are."""
    following = asyncio.create_task(conversation.told())
    await conversation.tell("turn.accepted", "turn.routed")
    await conversation.tell(*["turn.reasoning"] * 1200)
    await conversation.end()
    live = await following
    assert ids(live) == [f"{seq}.0" for seq in range(1, 1204)]
    assert await conversation.told() == live
    assert conversation.notifications.watched == 0


async def test_the_run_is_told_behind_the_event_that_names_it(conversation: Conversation) -> None:
    """Each event comes as it happens, and none of the run before the turn follows it."""
    await conversation.run_tells("contract.done")
    await conversation.tell("turn.accepted")
    following = conversation.follow()
    first = await anext(following)
    await conversation.follow_run()
    met = [first, await anext(following), await anext(following)]
    await conversation.run_tells("route.done")
    met.append(await anext(following))
    await conversation.end_run()
    await conversation.tell("turn.reply", text="done")
    await conversation.end()
    met += [told async for told in following]
    assert ids([told for told in met if told]) == ["1.0", "2.0", "2.1", "2.2", "3.2", "4.2"]
    assert ids(await conversation.told()) == ["1.0", "2.0", "2.1", "2.2", "3.2", "4.2"]


async def test_what_happens_behind_a_pause_belongs_to_the_turn_that_answers(conversation: Conversation) -> None:
    """The question ends what is told of the run, also to whoever comes when the run has gone on."""
    await conversation.follow_run()
    await conversation.run_tells("route.done", "react.need_info")
    following = asyncio.create_task(conversation.told())
    await conversation.tell("turn.reply", text="which one?")
    await conversation.end()
    told = ["1.0", "1.1", "1.2", "2.2", "3.2"]
    assert ids(await following) == told
    await conversation.run_tells("react.answered", "summary.done")
    await conversation.end_run()
    for read in range(len(told)):
        turn, run = map(int, told[read].split("."))
        assert ids(await conversation.told(Place(turn, run))) == told[read + 1 :]


async def test_a_turn_that_answers_follows_the_run_from_there(conversation: Conversation) -> None:
    """What an earlier turn was told of the run is not told again, and the run may ask once more."""
    await conversation.run_tells("route.done", "react.need_info")
    await conversation.follow_run(after=2)
    await conversation.run_tells("react.answered", "react.need_info", "react.answered")
    await conversation.tell("turn.reply")
    await conversation.end()
    told = ["1.0", "1.3", "1.4", "2.4", "3.4"]
    assert ids(await conversation.told()) == told
    assert ids(await conversation.told(Place(1, 0))) == told[1:]
    assert ids(await conversation.told(Place(1, 4))) == told[3:]


async def test_a_run_that_tells_more_than_one_read_gives_is_told_whole(conversation: Conversation) -> None:
    """Before the turn goes on."""
    await conversation.follow_run()
    await conversation.run_tells(*["reasoning"] * 1100)
    await conversation.end_run()
    await conversation.end()
    assert ids(await conversation.told()) == ["1.0", *(f"1.{seq}" for seq in range(1, 1101)), "2.1100"]


async def test_a_turn_that_was_stopped_does_not_wait_for_its_run(conversation: Conversation) -> None:
    """Its end is told although the run is still at work."""
    await conversation.follow_run()
    await conversation.run_tells("route.done")
    await conversation.end()
    assert ids(await conversation.told()) == ["1.0", "1.1", "2.1"]


async def test_a_quiet_turn_is_told_of_as_quiet(conversation: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the caller can send a sign of life."""
    monkeypatch.setattr("storage.live_events._HEARTBEAT_SECONDS", 0.2)
    monkeypatch.setattr("storage.live_events._POLL_SECONDS", 0.1)
    following = conversation.follow()
    assert [await anext(following) for _ in range(2)] == [None] * 2
    await following.aclose()
    assert conversation.notifications.watched == 0


async def test_a_turn_of_nobody_is_not_followed(conversation: Conversation) -> None:
    """Instead of waiting for ever; a stranger's turn is none."""
    for owner, turn in (("owner", "nothing"), ("stranger", conversation.turn.id)):
        with pytest.raises(NotFound, match=f"turn '{turn}' does not exist"):
            await anext(follow_turn(conversation.engine, owner, turn, Place(), conversation.notifications))


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    before=st.integers(0, 2),
    of_run=st.lists(st.integers(1, 3), max_size=3),
    pauses=st.booleans(),
    behind=st.integers(0, 2),
)
async def test_who_comes_back_goes_on_where_it_was(
    engine: AsyncEngine,
    own_world: World,
    notifications: Notifications,
    before: int,
    of_run: list[int],
    pauses: bool,
    behind: int,
) -> None:
    """Wherever one left, what follows is what the others were told behind it: each event once, in one order."""
    talk = await Conversation.begun(engine, notifications, own_world)
    following = asyncio.create_task(talk.told())
    await talk.tell("turn.accepted", *["turn.tool"] * before)
    await talk.follow_run()
    for events in of_run:
        await talk.run_tells(*["react.tool_call"] * events)
    await (talk.run_tells("react.need_info") if pauses else talk.end_run())
    await talk.tell(*["turn.rows"] * behind)
    await talk.end()
    if pauses:
        await talk.run_tells("react.answered")
        await talk.end_run()
    live = await following
    assert [one.event.seq for one in live if isinstance(one.event, TurnEvent)] == list(range(1, before + behind + 4))
    assert len(live) == before + behind + 3 + sum(of_run) + pauses
    for read, one in enumerate(live):
        assert await talk.told(one.place) == live[read + 1 :]
    assert await talk.told() == live


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.sampled_from(["turn", "run", "run", "pause"]), max_size=9), leaves=st.sets(st.integers(1, 9)))
async def test_nothing_is_lost_or_told_twice_however_turn_and_run_mingle(
    engine: AsyncEngine, own_world: World, notifications: Notifications, steps: list[Step], leaves: set[int]
) -> None:
    """Somebody who leaves and comes back again and again meanwhile: numbers of turn and run ascend without a gap."""
    talk = await Conversation.begun(engine, notifications, own_world)
    met: list[Told] = []

    async def restless() -> None:
        place = Place()
        while not met or met[-1].event.stage != "turn.ended":
            async for told in talk.follow(place):
                if told is not None:
                    met.append(told)
                    place = told.place
                if len(met) in leaves:
                    leaves.discard(len(met))
                    break

    following = asyncio.create_task(restless())
    await talk.follow_run()
    for step in steps:
        await talk.does(step)
    await talk.end()
    await following
    await talk.end_run()
    of_turn = [one.event.seq for one in met if isinstance(one.event, TurnEvent)]
    of_run = [one.event.seq for one in met if not isinstance(one.event, TurnEvent)]
    until = steps.index("pause") if "pause" in steps else len(steps)
    assert of_turn == list(range(1, steps.count("turn") + 3))
    assert of_run == list(range(1, sum(step != "turn" for step in steps[: until + 1]) + 1))
