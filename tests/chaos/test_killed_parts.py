"""PostgreSQL, Temporal or the API is killed in the middle of a run: the same preview, and no event is missed.

The worker holds the run in its middle until the part is up again.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from api.schemas.runs import PlanOrder, RefineOrder, RunEventView
from domain.canonical import canonical_json
from runtime.client.address import Address
from runtime.client.api import Api
from runtime.embedded import supervision, temporal
from runtime.embedded.ports import free_port
from runtime.embedded.stack import Stack, running_stack
from runtime.embedded.supervision import Part
from runtime.settings import Settings
from storage.migrate import upgrade
from tests import forking
from tests.week import Week, refine_request
from workflows.connection import connect

WORDS = {
    "composite": "把第5周周四到周五的任务均匀分散到周一到周三",
    "task by task": "把第5周周五的任务都挪到周六",
}
KILLED = ["PostgreSQL", "Temporal", "The API"]
_BEFORE_THE_HOLD = "schedule_refine.slice.done"


@dataclass
class Scene:
    """A stack with the example week in it, and how a refine run ends there when nothing happens."""

    stack: Stack
    api: Api
    plan: PlanOrder
    hold: Path
    calm: dict[str, str] = field(default_factory=dict)

    def part(self, name: str) -> Part:
        return next(part for part in self.stack.parts if part.name == name)

    async def planned_session(self) -> str:
        run = await self.api.start_run(self.plan)
        assert [event async for event in self.api.follow(run.id)]
        return run.session_id

    async def preview(self, session: str) -> str:
        """The preview of a session without what is different in every run."""
        shown: dict[str, Any] = (await self.api.preview(session)).model_dump(mode="json")
        return canonical_json({name: shown[name] for name in shown.keys() - {"session", "run", "created_at"}})

    async def kill(self, name: str) -> None:
        """Kill a part and wait until it is up again."""
        part = self.part(name)
        killed = part.pid
        assert killed is not None
        os.kill(killed, signal.SIGKILL)
        async with asyncio.timeout(60):
            while part.pid in (None, killed):
                await asyncio.sleep(0.02)


@pytest.fixture(scope="module")
async def scene(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Scene]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(temporal, "_USUAL_PORTS", (free_port(), free_port()))
        patch.setattr(supervision, "_DELAYS_S", (0.05, 0.1, 0.5, 1.0, 2.0))
        folder = Path(tmp_path_factory.mktemp("stack"))
        hold = folder / "held"
        worker = forking.command(str(Path(__file__).with_name("held_worker.py")), str(hold))
        served = forking.command("runtime.api")
        settings = Settings(data_dir=folder, database_url=None, temporal_address=None, api_port=free_port())
        async with (
            running_stack(settings, upgrade, report=print, worker_command=worker, api_command=served) as stack,
            Api(Address(stack.api_url, stack.local_key)) as api,
        ):
            yield await _scene(stack, api, hold)


async def _scene(stack: Stack, api: Api, hold: Path) -> Scene:
    client = await connect(stack.temporal_address, "default", None)
    async with Week.stored(stack.database_url, client, owner="local") as week:
        scene = Scene(stack, api, PlanOrder(**week.request.model_dump()), hold)
    for words in WORDS.values():
        session = await scene.planned_session()
        run = await api.start_run(RefineOrder(session_id=session, **refine_request(words).model_dump()))
        assert [event async for event in api.follow(run.id)]
        scene.calm[words] = await scene.preview(session)
    return scene


@pytest.mark.parametrize("words", WORDS.values(), ids=WORDS.keys())
@pytest.mark.parametrize("killed", KILLED)
async def test_a_killed_part_changes_nothing(scene: Scene, killed: str, words: str) -> None:
    """The preview is the calm run's; who watches through it and who asks later has each event once, in order."""
    session = await scene.planned_session()
    scene.hold.touch()
    run = await scene.api.start_run(RefineOrder(session_id=session, **refine_request(words).model_dump()))
    watched: list[RunEventView] = []
    async for event in scene.api.follow(run.id):
        watched.append(event)
        if event.stage == _BEFORE_THE_HOLD:
            await scene.kill(killed)
            assert (await scene.api.run(run.id)).is_open
            scene.hold.unlink()
    assert watched[-1].stage == "schedule_refine.preview.saved"
    assert [event.seq for event in watched] == list(range(1, len(watched) + 1))
    assert [event async for event in scene.api.follow(run.id)] == watched
    ended = await scene.api.run(run.id)
    assert (ended.status, ended.last_seq) == ("completed", len(watched))
    assert await scene.preview(session) == scene.calm[words]
