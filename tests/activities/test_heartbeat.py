"""Who sends heartbeats, and who has no server to send them to."""

import asyncio
from dataclasses import replace

import pytest
from temporalio.testing import ActivityEnvironment

from activities import heartbeat
from activities.heartbeat import beating


@pytest.mark.parametrize("is_local", [False, True])
async def test_only_an_activity_that_the_server_knows_sends_heartbeats(
    monkeypatch: pytest.MonkeyPatch, is_local: bool
) -> None:
    monkeypatch.setattr(heartbeat, "_INTERVAL_SECONDS", 0)
    environment, beats = ActivityEnvironment(), 0

    def count(*_details: object) -> None:
        nonlocal beats
        beats += 1

    async def work() -> None:
        async with beating():
            for _turn in range(10):
                await asyncio.sleep(0)

    environment.info = replace(environment.info, is_local=is_local)
    environment.on_heartbeat = count
    await environment.run(work)
    assert (beats == 0) == is_local
