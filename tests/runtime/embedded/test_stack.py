import asyncio
import json
import os
import signal
import sys
import tempfile
import urllib.request
from pathlib import Path

import pytest
from temporalio.testing import WorkflowEnvironment

from domain.errors import StackFailed
from runtime.embedded import supervision, temporal
from runtime.embedded.ports import free_port
from runtime.embedded.postgres import require_database
from runtime.embedded.stack import Stack, running_stack
from runtime.embedded.supervision import Part
from runtime.embedded.temporal import require_temporal
from runtime.settings import Settings
from tests.runtime.embedded.processes import processes_of, until_gone

WORKER = (sys.executable, "-c", "import signal; print('ready', flush=True); signal.pause()")


@pytest.fixture(autouse=True)
def _own_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(temporal, "_USUAL_PORTS", (free_port(), free_port()))
    monkeypatch.setattr(supervision, "_DELAYS_S", (0.01, 0.02))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path / "daywright", database_url=None, temporal_address=None)


async def _nothing(url: str) -> None:
    """A schema that is always up to date."""


def _part(stack: Stack, name: str) -> Part:
    return next(part for part in stack.parts if part.name == name)


async def _until_another(part: Part, pid: int) -> None:
    async with asyncio.timeout(60):
        while part.pid in (None, pid):
            await asyncio.sleep(0.02)


async def test_worker_starts_last_with_its_addresses_and_everything_stops(settings: Settings, tmp_path: Path) -> None:
    seen = tmp_path / "seen.json"
    names = ("DATABASE_URL", "TEMPORAL_ADDRESS", "DAYWRIGHT_DATA_DIR", "DAYWRIGHT_TEMPORAL_NAMESPACE")
    script = (
        "import json, os, signal\n"
        f"json.dump({{name: os.environ[name] for name in {names}}}, open({str(seen)!r}, 'w'))\n"
        "print('ready', flush=True)\n"
        "signal.pause()\n"
    )
    migrated: list[str] = []

    async def migrate(url: str) -> None:
        assert not seen.exists()
        migrated.append(url)

    async with running_stack(
        settings, migrate, worker_command=(sys.executable, "-c", script), api_command=None
    ) as stack:
        assert migrated == [stack.database_url]
        assert json.loads(seen.read_text()) == {
            "DATABASE_URL": stack.database_url,
            "TEMPORAL_ADDRESS": stack.temporal_address,
            "DAYWRIGHT_DATA_DIR": str(settings.data_dir),
            "DAYWRIGHT_TEMPORAL_NAMESPACE": "default",
        }
        assert stack.web_ui_url is not None
        (await asyncio.to_thread(urllib.request.urlopen, stack.web_ui_url)).close()
        assert {part.name for part in stack.parts} == {"PostgreSQL", "Temporal", "The worker"}
        assert settings.data_dir.stat().st_mode & 0o777 == 0o700
    await until_gone(tmp_path)


async def test_ephemeral_stack_leaves_no_folder(settings: Settings) -> None:
    async with running_stack(settings, _nothing, ephemeral=True, worker_command=WORKER, api_command=None) as stack:
        folders = {part.log.parents[1] for part in stack.parts}
        assert len(folders) == 1
        assert folders.pop().exists()
    assert not any(part.log.parents[1].exists() for part in stack.parts)
    assert not settings.data_dir.exists()


async def test_killed_parts_are_started_again_on_the_same_addresses(settings: Settings, said: list[str]) -> None:
    async with running_stack(settings, _nothing, report=said.append, worker_command=WORKER, api_command=None) as stack:
        for part in [*stack.parts, *stack.parts]:
            assert part.pid is not None
            pid = part.pid
            os.kill(pid, signal.SIGKILL)
            await _until_another(part, pid)
        again = [f"{part.name} ended unexpectedly: starting it again." for part in stack.parts]
        assert [said.count(sentence) for sentence in again] == [2, 2, 2]
        await require_temporal(stack.temporal_address, "default")
        await require_database(stack.database_url)


async def test_worker_that_does_not_start_again_ends_the_wait(settings: Settings, tmp_path: Path) -> None:
    once = tmp_path / "once"
    script = (
        f"import signal, pathlib; pathlib.Path({str(once)!r}).touch(exist_ok=False); "
        "print('ready', flush=True); signal.pause()"
    )
    command = (sys.executable, "-c", script)
    said: list[str] = []
    async with running_stack(settings, _nothing, report=said.append, worker_command=command, api_command=None) as stack:
        worker = _part(stack, "The worker")
        assert worker.pid is not None
        os.kill(worker.pid, signal.SIGKILL)
        with pytest.raises(StackFailed, match="The worker did not start again in 2 attempts"):
            await stack.wait()
        assert sum("FileExistsError" in sentence for sentence in said) == 2


async def test_worker_that_does_not_start_stops_what_had_started(settings: Settings, tmp_path: Path) -> None:
    command = (sys.executable, "-c", "raise SystemExit('no such queue')")
    with pytest.raises(StackFailed, match=r"The worker ended with code 1; .*no such queue"):
        async with running_stack(settings, _nothing, worker_command=command, api_command=None):
            pass
    await until_gone(tmp_path)


async def test_failed_migration_is_raised_as_it_is_and_stops_everything(settings: Settings, tmp_path: Path) -> None:
    async def migrate(url: str) -> None:
        raise LookupError("revision 7 is unknown")

    with pytest.raises(LookupError, match="revision 7 is unknown"):
        async with running_stack(settings, migrate, worker_command=WORKER, api_command=None):
            pass
    await until_gone(tmp_path)


async def test_addresses_given_replace_the_embedded_parts(
    tmp_path: Path, postgres_url: str, temporal: WorkflowEnvironment
) -> None:
    address = temporal.client.service_client.config.target_host
    settings = Settings(data_dir=tmp_path, database_url=postgres_url, temporal_address=address)
    async with running_stack(settings, _nothing, worker_command=WORKER, api_command=None) as stack:
        assert (stack.database_url, stack.temporal_address, stack.web_ui_url) == (postgres_url, address, None)
        assert [part.name for part in stack.parts] == ["The worker"]
        assert not [process for process in processes_of(tmp_path) if "start-dev" in process or "postgres -D" in process]


async def test_two_stacks_on_one_folder_share_its_servers(settings: Settings) -> None:
    async with (
        running_stack(settings, _nothing, worker_command=WORKER, api_command=None) as first,
        running_stack(settings, _nothing, worker_command=WORKER, api_command=None) as second,
    ):
        assert second.database_url == first.database_url
        assert second.temporal_address == first.temporal_address
        assert _part(second, "PostgreSQL").pid is None
        assert _part(second, "Temporal").pid is None


@pytest.mark.parametrize("place", ["file", "below a file", "/proc/daywright"])
async def test_unusable_data_folder_is_told_in_a_sentence(tmp_path: Path, place: str) -> None:
    """Rule STACK-6."""
    (tmp_path / "file").touch()
    folders = {"file": tmp_path / "file", "below a file": tmp_path / "file" / "daywright"}
    folder = folders.get(place, Path(place))
    settings = Settings(data_dir=folder, database_url=None, temporal_address=None)
    with pytest.raises(StackFailed, match=rf"{folder} cannot be used \(.+\): set DAYWRIGHT_DATA_DIR"):
        async with running_stack(settings, _nothing, worker_command=WORKER, api_command=None):
            pass


async def test_data_folder_that_may_not_be_written_to_is_told_in_a_sentence(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule STACK-6; root may write anywhere, so the answer of the system is given."""
    monkeypatch.setattr(os, "access", lambda folder, mode: False)
    with pytest.raises(StackFailed, match=r"cannot be used \(Permission denied\)"):
        async with running_stack(settings, _nothing, worker_command=WORKER, api_command=None):
            pass


async def test_missing_temporary_folder_is_told_in_a_sentence(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule STACK-11."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(StackFailed, match=r"no temporary folder can be made .*: set TMPDIR"):
        async with running_stack(settings, _nothing, ephemeral=True, worker_command=WORKER, api_command=None):
            pass
